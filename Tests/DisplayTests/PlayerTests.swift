import Compositor
import Picture
import Testing

@testable import Display

/// A screen that shows nothing and is quit after a number of waits.
private final class CountingScreen: Screen {
    let renderer = "none"
    let size = (width: 8, height: 8)
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

@Suite struct PlayerTests {
    @Test func `what moves and looks the same is drawn once, and waited for between looks`() throws
    {
        let screen = CountingScreen()
        let card = PlayedCard(title: "none", pictures: [], size: (8, 8)) { _ in ("flat", []) }
        var settings = Player.Settings()
        settings.hintSeconds = 0
        try Player(card: card, on: screen, feed: StandingTilt(), settings: settings).run()
        #expect(screen.presented == 1)
        #expect(screen.waits.allSatisfy { $0.map { $0 > 0 } ?? false })
    }

    @Test func `one line says what is waited for`() throws {
        let screen = CountingScreen()
        let card = PlayedCard(title: "none", pictures: [], size: (8, 8)) { _ in ("flat", []) }
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
        let card = PlayedCard(title: "none", pictures: [], size: (8, 8)) { _ in ("flat", []) }
        let feed = StandingTilt()
        feed.waitsFor = waitsFor
        try Player(card: card, on: screen, feed: feed).run()
        #expect(screen.lines == [line])
    }
}
