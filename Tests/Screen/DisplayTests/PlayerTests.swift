import Animation
import Compositor
import Decoding
import Foundation
import Geometry
import Motion
import Paint
import Picture
import Scene
import Synchronization
import TestSupport
import Testing

@testable import Display

@Suite struct PlayerTests {
    /// The steps from card to card that come of what the viewer does.
    private func steps(_ script: [[ScreenEvent]]) throws -> [Int] {
        let card = PlayedCard()
        let steps = Mutex<[Int]>([])
        let player = Player(
            card: card, on: ScriptedScreen(script), feed: StandingTilt(), settings: withoutHint
        ) { request in
            if case .move(let step) = request { steps.withLock { $0.append(step) } }
            return card
        }
        try player.run()
        return steps.withLock { $0 }
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
        let screen = ScriptedScreen()
        let card = PlayedCard()
        try Player(card: card, on: screen, feed: StandingTilt(), settings: withoutHint).run()
        #expect(screen.frames.count == 1)
        #expect(screen.waits.allSatisfy { $0.map { $0 > 0 } ?? false })
    }

    @Test func `a look that came too early is made up for when the frame is due`() throws {
        let screen = ScriptedScreen([[]])
        screen.frameInterval = 0.5
        let feed = StandingTilt()
        // The second look begins before its frame is due, and ends after that.
        (feed.isStill, feed.delays) = (true, [0, 0.6])
        try Player(card: PlayedCard(), on: screen, feed: feed, settings: withoutHint).run()
        #expect(screen.waits.last == 0)
    }

    @Test func `one line says what is waited for`() throws {
        let screen = ScriptedScreen()
        let card = PlayedCard()
        let feed = StandingTilt()
        feed.waitsFor = "bmi160"
        try Player(card: card, on: screen, feed: feed, settings: withoutHint).run()
        #expect(screen.lines == ["Waiting for bmi160"])
        #expect(screen.frames.count == 2)
    }

    @Test func `in full screen visitors read one plain line, and the details are reported`() throws
    {
        let screen = ScriptedScreen()
        screen.isFullscreen = true
        let feed = StandingTilt()
        feed.waitsFor = "the broker at 192.0.2.7: Connection refused"
        let reported = Mutex<[String]>([])
        var settings = withoutHint
        settings.report = { line in reported.withLock { $0.append(line) } }
        try Player(card: PlayedCard(), on: screen, feed: feed, settings: settings).run()
        #expect(screen.lines == ["Waiting for the sensor"])
        #expect(
            reported.withLock { $0 } == [
                "waiting for the broker at 192.0.2.7: Connection refused"
            ])
    }

    @Test func `a mistake of the card stays, small, until it is mended`() {
        var hud = HUD()
        func shown(_ time: Double) -> [HUDText] { hud.texts(at: time, waiting: nil) { [] } }
        hud.say("card.toml:3:1: no", until: 6, ofCard: true)
        hud.keep(mistake: "card.toml:3:1: no")
        let line = HUDText.Line("", "card.toml:3:1: no")
        #expect(shown(0) == [HUDText(.bottom, [line])])
        #expect(shown(1e6) == [HUDText(.bottom, [line], isSmall: true)])
        hud.clearOfCard()
        #expect(shown(1e6) == [])
    }

    @Test func `the help names the card's place and what it reacts to`() {
        func help(_ triggers: [Trigger], at place: (number: Int, count: Int)?) -> [String] {
            let layer = Scene.Layer(Colour(red: 1, green: 0, blue: 0))
            let drivers = triggers.map { trigger in
                Driver(layer: 0, .opacity, .steps(trigger, [0, 1], .standard))
            }
            let scene = Scene(size: Size(width: 4, height: 4), layers: [layer], drivers: drivers)
            var card = PlayedCard(title: "Lake", scene: scene, pictures: [])
            card.place = place
            let player = Player(card: card, on: ScriptedScreen(), feed: StandingTilt())
            return player.helpLines(at: 0).map { "\($0.term): \($0.text)" }
        }
        let whole = help([.tapHere, .key2, .key3], at: (3, 25))
        #expect(whole.contains("Card: Lake, card 3 of 25"))
        #expect(whole.contains("Reacts to: clicks, keys 2 3"))
        #expect(!whole.contains { $0.hasPrefix("Drawn by") })
        let moved = help([.drag, .shake, .forward, .key9], at: nil)
        #expect(moved.contains("Reacts to: drags, shaking, key 9"))
        let plain = help([.shown, .backward], at: nil)
        #expect(plain.contains("Card: Lake") && !plain.contains { $0.hasPrefix("Reacts") })
    }

    @Test(arguments: [
        ("", "/home/me/Pictures"), ("XDG_PICTURES_DIR=\"$HOME/Bilder\"\n", "/home/me/Bilder"),
        ("# a comment\nXDG_PICTURES_DIR=\"/data/p\"\n", "/data/p"),
        ("XDG_PICTURES_DIR=\"p\"\n", "/home/me/Pictures"),
    ])
    func `pictures are saved in the folder of xdg-user-dirs`(text: String, wanted: String) {
        let folder = TemporaryFolder()
        folder.write("user-dirs.dirs", text)
        let variables = ["HOME": "/home/me", "XDG_CONFIG_HOME": folder.path]
        #expect(picturesFolder { variables[$0] } == wanted)
        #expect(picturesFolder { $0 == "XDG_PICTURES_DIR" ? "/given" : variables[$0] } == "/given")
        #expect(picturesFolder { _ in nil } == nil)
    }

    @Test(arguments: [
        (nil, "Tilt the screen  ·  h for help"), ("bmi160", "Waiting for bmi160"),
    ])
    func `what is waited for goes before the hint at the start`(
        waitsFor: String?, line: String
    ) throws {
        let screen = ScriptedScreen()
        let card = PlayedCard()
        let feed = StandingTilt()
        feed.waitsFor = waitsFor
        try Player(card: card, on: screen, feed: feed).run()
        #expect(screen.lines == [line])
    }

    @Test func `what nobody sees is not drawn, and waits for an event only`() throws {
        let screen = ScriptedScreen()
        screen.isVisible = false
        try Player(card: PlayedCard(), on: screen, feed: StandingTilt(), settings: withoutHint)
            .run()
        #expect(screen.frames.isEmpty && screen.waits == Array(repeating: nil, count: 10))
    }

    @Test func `a show does not begin without a picture that is seen`() {
        let card = PlayedCard(["/nowhere/a.svg"], opacities: [1])
        #expect(throws: PictureError.self) {
            try Player(card: card, on: ScriptedScreen(), feed: StandingTilt()).run()
        }
    }

    @Test
    func `a card with a picture that cannot be read is told in one line, and the show goes on`()
        throws
    {
        let screen = ScriptedScreen([[.key(.next)], [], [.redraw], []])
        var told: [String] = []
        var settings = withoutHint
        settings.report = { told.append($0) }
        let broken = PlayedCard(["/nowhere/a.svg"], opacities: [1])
        try Player(card: PlayedCard(), on: screen, feed: StandingTilt(), settings: settings) { _ in
            broken
        }.run()
        #expect(told == ["cannot read /nowhere/a.svg: No such file or directory"])
        #expect(screen.lines == told)
    }

    @Test(.enabled(if: Stranger.isHere("ffmpeg"), "ffmpeg is not here (package ffmpeg)"))
    func `that a JPEG is cut off is told once of each card`() throws {
        let folder = TemporaryFolder()
        let path = folder.file("a.jpg").path
        try Stranger.run("ffmpeg -v error -f lavfi -i testsrc2=size=64x40 -frames:v 1 '\(path)'")
        folder.write("a.jpg", try Data(contentsOf: folder.file("a.jpg")).prefix(900))
        var told: [String] = []
        var settings = withoutHint
        settings.report = { told.append($0) }
        let screen = ScriptedScreen([[.redraw], [.redraw], [.redraw], []])
        let card = PlayedCard([path], opacities: [1])
        try Player(card: card, on: screen, feed: StandingTilt(), settings: settings).run()
        #expect(
            told == [
                "\(path): the JPEG ends too early, and what is missing is grey; copy or save it anew"
            ])
        #expect(screen.lines == told)
    }

    @Test func `what of a lens is not seen is said once of each card`() throws {
        let scene = Scene(
            size: Size(width: 20, height: 10),
            layers: [Scene.Layer(LensContent(pictures: [0, 1]))])
        let card = PlayedCard(
            title: "none", scene: scene,
            pictures: ["a", "b"].map { PictureFile(path: "/nowhere/\($0).svg") })
        var told: [String] = []
        var settings = withoutHint
        settings.report = { told.append($0) }
        let screen = ScriptedScreen([[.redraw], [.redraw], [.key(.next)], [], [.redraw], []])
        try Player(card: PlayedCard(), on: screen, feed: StandingTilt(), settings: settings) { _ in
            card
        }.run()
        // 25.4 / 60 mm of 100 mm.
        let lens = told.filter {
            $0.hasPrefix("the lens: at ") && $0.hasSuffix("left out: it needs 3.0")
        }
        #expect(lens.count == 1)
        #expect(screen.lines.allSatisfy { !$0.contains("the lens") })
    }

    @Test func `the help changes nothing of what is seen`() throws {
        func shown(_ script: [[ScreenEvent]]) throws -> [Double] {
            let feed = StandingTilt()
            feed.batches = [0, 20, 7, 7, 7, 4, 7].map { [$0] }
            // The help is a frame of its own.
            return try opacities(script, feed, hysteresis: 5).reduce(into: []) { changes, opacity in
                if opacity != changes.last { changes.append(opacity) }
            }
        }
        let help = [ScreenEvent.key(.help)]
        let wait = Array(repeating: [ScreenEvent](), count: 6)
        #expect(try shown(wait) == [0, 1, 0.7, 0])
        #expect(try shown([help] + wait.dropFirst()) == [0, 1, 0.7, 0])
    }

    /// The opacities shown of a card that is flat below 10 degrees, where it is opaque, by
    /// a viewer who does what the script says.
    private func opacities(
        _ script: [[ScreenEvent]], _ feed: StandingTilt, hysteresis: Double
    ) throws -> [Double] {
        let scene = Scene(
            size: Size(width: 8, height: 8),
            tiltStates: TiltStateSettings(
                flatDegrees: 10, baseDegrees: 10, hysteresisDegrees: hysteresis),
            layers: [Scene.Layer(Colour(red: 1, green: 1, blue: 1))],
            drivers: [Driver(layer: 0, .opacity, .follow(.front, Conversion(), nil, .atOnce))])
        let card = PlayedCard(title: "none", scene: scene, pictures: [])
        let screen = ScriptedScreen(script)
        try Player(card: card, on: screen, feed: feed, settings: withoutHint) { _ in card }.run()
        return screen.frames.map { $0.layers.first?.opacity ?? 0 }
    }

    /// The scales of the frames of a card that is moved a hundred times and then rests.
    private func scales(
        _ layer: Scene.Layer, _ pictures: [PictureFile] = [], drawingTime: Double?,
        _ resolution: Resolution = .auto
    ) throws -> [Double] {
        let scene = Scene(
            size: Size(width: 8, height: 8), layers: [layer],
            drivers: [Driver(layer: 0, .offsetX, .follow(.tilt, Conversion(), nil, .atOnce))])
        let card = PlayedCard(title: "none", scene: scene, pictures: pictures)
        let (screen, feed) = (ScriptedScreen(Array(repeating: [], count: 110)), StandingTilt())
        (screen.drawingTime, screen.isPatient, feed.isStill) = (drawingTime, true, true)
        feed.batches = (0..<100).map { [Double($0)] }
        var settings = withoutHint
        settings.resolution = resolution
        screen.frameInterval = 1e-3
        try Player(card: card, on: screen, feed: feed, settings: settings) { _ in card }.run()
        return screen.frames.map(\.scale)
    }

    @Test func `a card that would be late is drawn smaller while it moves, and sharp at rest`()
        throws
    {
        let colour = Scene.Layer(Colour(red: 1, green: 1, blue: 1))
        let late = try scales(colour, drawingTime: 0.05)
        #expect(late.prefix(3) == [1, 1, 1] && late.contains(0.5) && late.last == 1)
        #expect(try scales(colour, drawingTime: 0.005).allSatisfy { $0 == 1 })
        #expect(try scales(colour, drawingTime: nil).allSatisfy { $0 == 1 })
        #expect(try scales(colour, drawingTime: 0.05, .full).allSatisfy { $0 == 1 })
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).svg")
        try #"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>"#
            .write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let lens = Scene.Layer(LensContent(pictures: [0, 1]))
        let pictures = Array(repeating: PictureFile(path: file.path), count: 2)
        #expect(try scales(lens, pictures, drawingTime: 0.05).allSatisfy { $0 == 1 })
    }

    @Test func `the next card does not inherit a tilt about another axis`() throws {
        let feed = StandingTilt()
        feed.batches = [[30]]
        (feed.standing, feed.standingNext) = (30, 7)
        let shown = try opacities([[], [.key(.next)], [], []], feed, hysteresis: 5)
        #expect(shown.first == 1 && shown.last == 0)
    }

    @Test func `nor does it during a pause`() throws {
        let feed = StandingTilt()
        feed.batches = [[30]]
        (feed.standing, feed.standingNext) = (30, 7)
        let script: [[ScreenEvent]] = [[], [.key(.pause)], [.key(.next)], [], []]
        #expect(try opacities(script, feed, hysteresis: 5).last == 0)
    }

    @Test func `inputs from before the next card go to the card that is shown`() throws {
        let feed = StandingTilt()
        // The second look is the one that the key makes necessary.
        (feed.batches, feed.standing) = ([[], [20]], 7)
        var inputs: [Input.Event] = []
        var settings = withoutHint
        settings.traceInput = { inputs.append($0.event) }
        let card = PlayedCard()
        let screen = ScriptedScreen([[.key(.next)], []])
        try Player(card: card, on: screen, feed: feed, settings: settings) { _ in card }.run()
        #expect(inputs == [20.0, 7].map { Input.Event.tilts(Tilts($0, about: .horizontal)) })
    }

    @Test(arguments: [
        (TiltAxis.horizontal, false, 30.0), (.vertical, false, 7), (.vertical, true, 7),
    ])
    func `a card that is read anew with another axis has no tilts about the old one`(
        axis: TiltAxis, isPaused: Bool, tilt: Double
    ) throws {
        let (card, feed) = (PlayedCard(), StandingTilt())
        let next = PlayedCard(title: "none", scene: card.scene, pictures: [], axis: axis)
        let player = Player(
            card: card, on: ScriptedScreen(), feed: feed, settings: withoutHint
        ) { _ in next }
        feed.batches = [[30]]
        player.takeInputs(until: player.now)
        if isPaused { player.clock.togglePause(at: player.now) }
        feed.standing = 7
        player.open(.move(0), as: .sameCard, patience: 60)
        #expect(player.card.axis == axis && player.state.tilts.card == tilt)
    }

    @Test func `what is saved waits for a frame of the card`() throws {
        let (card, screen) = (PlayedCard(), ScriptedScreen([[.key(.next), .key(.save)]]))
        screen.isVisible = false
        let player = Player(
            card: card, on: screen, feed: StandingTilt(), settings: withoutHint
        ) { _ in card }
        try player.run()
        #expect(player.waitingActions == [.event(.key(.save))])
    }

    @Test func `what is saved after a resize waits for a frame of that size`() throws {
        let screen = ScriptedScreen([[.key(.save)]])
        screen.whilePresenting = { [unowned screen] in
            (screen.size, screen.isVisible) = (PixelSize(width: 16, height: 16), false)
        }
        let player = Player(card: PlayedCard(), on: screen, feed: StandingTilt())
        try player.run()
        #expect(screen.frames.count == 1 && player.waitingActions == [.event(.key(.save))])
    }

    @Test func `the card is not changed before it is saved`() throws {
        let screen = ScriptedScreen([[.key(.save)], [.key(.next)]])
        screen.isVisible = false
        let card = PlayedCard()
        let steps = Mutex<[Int]>([])
        let player = Player(card: card, on: screen, feed: StandingTilt()) { request in
            if case .move(let step) = request { steps.withLock { $0.append(step) } }
            return card
        }
        try player.run()
        #expect(player.waitingActions == [.event(.key(.save)), .changeCard(1)])
        #expect(steps.withLock { $0 } == [])
    }

    @Test func `a card that is read anew takes away its own error, and no other note`() throws {
        let card = PlayedCard()
        let isMended = Mutex(false)
        let player = Player(
            card: card, on: ScriptedScreen(), feed: StandingTilt(), settings: withoutHint
        ) { _ in
            guard isMended.withLock({ $0 }) else { throw DisplayError(description: "broken") }
            return card
        }
        func reload() -> [String] {
            player.open(.move(0), as: .sameCard, patience: 60)
            let texts = player.hud.texts(at: player.now, waiting: nil) { [] }
            return texts.flatMap(\.lines).map(\.text)
        }
        #expect(reload() == ["broken"])
        isMended.withLock { $0 = true }
        #expect(reload() == [])
        player.perform(.event(.key(.pause)))
        #expect(reload() == ["Paused  ·  \(ScreenEvent.Key.pause.name) continues"])
    }

    @Test func `a log that ends during a pause ends the show when it is continued`() throws {
        let pause = [ScreenEvent.key(.pause)]
        let (screen, feed) = (ScriptedScreen([pause, [], [], pause, [], []]), StandingTilt())
        feed.hasEnded = true
        var settings = withoutHint
        settings.exitsAtEnd = true
        try Player(card: PlayedCard(), on: screen, feed: feed, settings: settings).run()
        #expect(screen.waits.count == 4)
    }

    @Test func `a trace has what a card begins with`() throws {
        let feed = StandingTilt()
        feed.standing = 30
        var inputs: [Input] = []
        var settings = withoutHint
        settings.traceInput = { inputs.append($0) }
        let card = PlayedCard()
        let script: [[ScreenEvent]] = [[.pointer(x: 0.5, y: 0)], [.key(.next)], []]
        try Player(card: card, on: ScriptedScreen(script), feed: feed, settings: settings) { _ in
            card
        }.run()
        let begin = inputs.filter { $0.time == 0 }.map(\.event)
        #expect(
            begin == [
                .pointer(Point(x: 0.5, y: 0)), .tilts(Tilts(30, about: .horizontal)),
            ])
    }

    @Test(arguments: [false, true])
    func `the pose is told to be neutral only where there is one`(hasPose: Bool) throws {
        let screen = ScriptedScreen([[.key(.recenter)], [], []])
        let feed: any TiltFeed =
            hasPose ? StandingTilt() : PointerTilt(axis: .horizontal, baseDegrees: 60)
        try Player(card: PlayedCard(), on: screen, feed: feed, settings: withoutHint).run()
        #expect(screen.lines == (hasPose ? ["This pose is neutral now"] : []))
    }

    @Test(arguments: [false, true])
    func `the help names the key for a neutral pose only where there are poses`(
        hasPose: Bool
    ) throws {
        let screen = ScriptedScreen([[.key(.help)], [], []])
        let feed: any TiltFeed =
            hasPose ? StandingTilt() : PointerTilt(axis: .horizontal, baseDegrees: 60)
        try Player(card: PlayedCard(), on: screen, feed: feed, settings: withoutHint).run()
        #expect(screen.lines.contains("this pose is neutral") == hasPose)
        #expect(screen.lines.contains("pause"))
    }

    @Test func `the latency is that of the sample that the frame shows`() throws {
        let (screen, feed) = (ScriptedScreen(), StandingTilt())
        feed.arrival = 0
        // Another sample arrives while the frame is drawn.
        screen.whilePresenting = { feed.arrival = 1e9 }
        let player = Player(card: PlayedCard(), on: screen, feed: feed, settings: withoutHint)
        try player.run()
        #expect(player.statistics.latency(0).map { $0 > 0 } == true)
    }

    @Test func `a frame during a pause shows no sample, so it has no latency`() throws {
        let (screen, feed) = (ScriptedScreen(), StandingTilt())
        feed.arrival = 0
        let player = Player(card: PlayedCard(), on: screen, feed: feed, settings: withoutHint)
        player.clock.togglePause(at: player.now)
        try player.run()
        #expect(screen.frames.count == 1 && player.statistics.latency(0) == nil)
    }

    @Test func `what came during a pause is not taken after it`() throws {
        let pause = [ScreenEvent.key(.pause)]
        let feed = StandingTilt()
        // Out of the flat zone and back, where only the hysteresis would keep the state; the last batch
        // is there when the viewer continues.
        feed.batches = [[0], [], [], [], [20, 7]]
        feed.standing = 7
        #expect(try opacities([pause, [], pause, []], feed, hysteresis: 5).last == 0)
        let moved = StandingTilt()
        moved.batches = [[0], [], [], [], [], [20, 7]]
        moved.standing = 7
        #expect(try opacities([pause, [], pause, []], moved, hysteresis: 5).last == 0.7)
    }
}
