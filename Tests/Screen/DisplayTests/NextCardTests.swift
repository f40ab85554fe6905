import Animation
import Compositor
import Decoding
import Foundation
import Geometry
import Paint
import Scene
import TestSupport
import Testing

@testable import Display

/// How one card follows another on the screen.
@Suite struct NextCardTests {
    private let folder = TemporaryFolder()
    private let screen = ScriptedScreen([[], [.key(.next)]])

    init() {
        (screen.isPatient, screen.frameInterval) = (true, 1e-3)
    }

    /// A card of one colour that moves with the tilt.
    private var moving: PlayedCard {
        let scene = Scene(
            size: Size(width: 8, height: 8),
            layers: [Scene.Layer(Colour(red: 1, green: 1, blue: 1))],
            drivers: [Driver(layer: 0, .offsetX, .follow(.tilt, Conversion(), nil, .atOnce))])
        return PlayedCard(title: "moving", scene: scene, pictures: [])
    }

    /// A card whose picture takes longer to read than a few frames to draw.
    private var slow: PlayedCard {
        let rectangle = #"<rect width="3" height="3" transform="rotate(3) translate(1 1)"/>"#
        let file = folder.write(
            "slow.svg",
            #"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">"#
                + String(repeating: rectangle, count: 40_000) + "</svg>")
        return PlayedCard([file], opacities: [1])
    }

    /// Shows the moving card, whose viewer asks for the slow one and quits when its picture is there.
    private func show(
        _ settings: Player.Settings, whilePresenting: @escaping (Player) -> Void = { _ in }
    ) throws {
        let (feed, next) = (StandingTilt(), slow)
        feed.batches = (0..<100_000).map { [Double($0 % 30)] }
        screen.hasSeenEnough = { [unowned screen] in screen.frames.last?.layers.first?.bitmap != nil
        }
        let player = Player(card: moving, on: screen, feed: feed, settings: settings) { _ in next }
        screen.whilePresenting = { [unowned player] in whilePresenting(player) }
        try player.run()
    }

    /// Without the time that other tests give a card.
    private var impatient: Player.Settings {
        var settings = withoutHint
        (settings.patience, settings.longestOpening) = (0.001, 60)
        return settings
    }

    @Test func `a card moves on until the pictures of the next one are drawn`() throws {
        try show(impatient)
        #expect(screen.frames.count > 10)
        #expect(screen.frames.allSatisfy { !$0.layers.isEmpty })
        let places = screen.frames.dropLast().suffix(5).map { $0.layers[0].box.toScreen }
        #expect(zip(places, places.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test func `a card whose pictures take too long is shown without them`() throws {
        var settings = impatient
        settings.longestOpening = 0.01
        try show(settings)
        #expect(screen.frames.contains { $0.layers.isEmpty })
    }

    @Test func `the text that pictures are read goes with the frame that has them`() throws {
        var settings = impatient
        settings.longestOpening = 0.01
        let screen = ScriptedScreen([[]])
        screen.isPatient = true
        var lines: [[String]] = []
        screen.whilePresenting = { [unowned screen] in lines.append(screen.lines) }
        let (feed, card) = (StandingTilt(), slow)
        feed.isStill = true
        screen.hasSeenEnough = { [unowned screen] in
            screen.frames.last?.layers.first?.bitmap != nil && screen.lines.isEmpty
        }
        try Player(card: card, on: screen, feed: feed, settings: settings).run()
        #expect(lines.contains(["Reading the pictures"]))
    }

    @Test
    func `where a window changes its size meanwhile, its next frame is that of the next card`()
        throws
    {
        var before = 0
        try show(impatient) { player in
            guard player.nextCard != nil else { return }
            screen.size = PixelSize(width: 16, height: 8)
            before = screen.frames.count + 1
        }
        #expect(before > 0 && screen.frames.count == before + 1)
        #expect(screen.frames.last?.size == screen.size)
        #expect(screen.frames.allSatisfy { !$0.layers.isEmpty })
    }
}
