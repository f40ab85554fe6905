import Compositor
import Picture
import Testing

@testable import Display

/// A screen that shows nothing and is quit after a number of waits.
private final class CountingScreen: Screen {
    let renderer = "none"
    let size = PixelSize(width: 8, height: 8)
    let maximumSize = 8
    /// Shorter than a turn of the loop, so that every turn looks anew.
    let frameInterval = 1e-7
    let wake: @Sendable () -> Void = {}
    private(set) var presented = 0
    private(set) var lines: [String] = []
    private(set) var waits: [Double?] = []

    func events(timeout: Double?) -> [ScreenEvent] {
        waits.append(timeout)
        return waits.count == 10 ? [.quit] : []
    }

    func present(_ frame: Frame, words: [Words]) {
        presented += 1
        lines = words.flatMap(\.lines).map(\.text)
    }
    func toggleFullscreen() {}
    func setTitle(_ title: String) {}
}

/// A tilt that moves without a change that can be seen.
private final class StandingTilt: TiltFeed {
    let hint = "Tilt the screen"
    let hasEnded = false
    let failure: (any Error)? = nil
    var waitsFor: String?
    func tilt(at time: Double) -> Double? { 0 }
    func isMoving(at time: Double) -> Bool { true }
    func recenter() {}
    func pointer(_ place: (x: Double, y: Double)?, at time: Double) {}
    func readings(at time: Double) -> [(name: String, value: String)] { [] }
    func age(at time: Double) -> Double? { nil }
}

/// A screen whose viewer does what a list says, one entry at a time, and then quits.
private final class ScriptedScreen: Screen {
    let renderer = "none"
    let size = PixelSize(width: 8, height: 8)
    let maximumSize = 8
    let frameInterval = 1e-7
    let wake: @Sendable () -> Void = {}
    private var script: [[ScreenEvent]]

    init(_ script: [[ScreenEvent]]) { self.script = script.reversed() }

    func events(timeout: Double?) -> [ScreenEvent] { script.popLast() ?? [.quit] }
    func present(_ frame: Frame, words: [Words]) {}
    func toggleFullscreen() {}
    func setTitle(_ title: String) {}
}

@Suite struct PlayerTests {
    /// The steps from card to card that come of what the viewer does.
    private func steps(_ script: [[ScreenEvent]]) throws -> [Int] {
        let card = PlayedCard(title: "none", pictures: [], size: Size(width: 8, height: 8)) { _ in
            ("flat", [])
        }
        var steps: [Int] = []
        let player = Player(card: card, on: ScriptedScreen(script), feed: StandingTilt()) {
            steps.append($0)
            return card
        }
        try player.run()
        return steps
    }

    @Test func `presses that came meanwhile are one change of the card`() throws {
        let (left, right) = (ScreenEvent.key(.previous), ScreenEvent.key(.next))
        let presses = Array(repeating: right, count: 60)
        #expect(try steps([presses]) == [60])
        #expect(try steps([presses, [left, left, right], [right, left]]) == [60, -1])
        let actions = PlayerAction.merged([right, right, .key(.save), left])
        #expect(actions == [.changeCard(2), .event(.key(.save)), .changeCard(-1)])
    }

    @Test(arguments: [ScreenEvent.quit, .key(.quit)])
    func `who quits waits for no card`(quit: ScreenEvent) throws {
        #expect(try steps([Array(repeating: .key(.next), count: 60) + [quit]]) == [])
    }

    @Test func `what moves and looks the same is drawn once, and waited for between looks`() throws
    {
        let screen = CountingScreen()
        let card = PlayedCard(title: "none", pictures: [], size: Size(width: 8, height: 8)) { _ in
            ("flat", [])
        }
        var settings = Player.Settings()
        settings.hintSeconds = 0
        try Player(card: card, on: screen, feed: StandingTilt(), settings: settings).run()
        #expect(screen.presented == 1)
        #expect(screen.waits.allSatisfy { $0.map { $0 > 0 } ?? false })
    }

    @Test func `one line says what is waited for`() throws {
        let screen = CountingScreen()
        let card = PlayedCard(title: "none", pictures: [], size: Size(width: 8, height: 8)) { _ in
            ("flat", [])
        }
        let feed = StandingTilt()
        feed.waitsFor = "bmi160"
        var settings = Player.Settings()
        settings.hintSeconds = 0
        try Player(card: card, on: screen, feed: feed, settings: settings).run()
        #expect(screen.lines == ["Waiting for bmi160"])
        #expect(screen.presented == 2)
    }

    @Test(arguments: [
        (nil, "Tilt the screen  ·  h for help"), ("bmi160", "Waiting for bmi160"),
    ])
    func `what is waited for goes before the hint at the start`(
        waitsFor: String?, line: String
    ) throws {
        let screen = CountingScreen()
        let card = PlayedCard(title: "none", pictures: [], size: Size(width: 8, height: 8)) { _ in
            ("flat", [])
        }
        let feed = StandingTilt()
        feed.waitsFor = waitsFor
        try Player(card: card, on: screen, feed: feed).run()
        #expect(screen.lines == [line])
    }
}
