import Foundation
import TestSupport
import Testing

/// How many frames a window draws of a scene in which nothing moves.
@Suite(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"))
struct SceneRestTests {
    /// A box that turns once, and one that repeats its phases until a tap lets it go.
    private static let text = """
        format = 2
        size = [240, 180]
        [[layer]]
        colour = "#102030"
        [[layer]]
        colour = "#ff8000"
        at = [0.25, 0.5]
        size = [0.3, 0.4]
        rotation = { on = "shown", phases = [0, 20], animation = { ease-in-out = 0.3 } }
        [[layer]]
        colour = "#2080ff"
        at = [0.75, 0.5]
        size = [0.3, 0.4]
        visible = { on = "tap", steps = [true, false] }
        opacity = { transition = [0, 1, 0], animation = { linear = 0.2 } }
        scale = { on = "shown", phases = [1, 1.2], animation = { ease-in-out = 0.3 }, loop = true }
        """

    private func frames(_ trace: String) throws -> Int { try SceneTrace(trace).frames.count }

    /// Whether three seconds go by without a frame, sooner or later: a busy machine draws the last frames late.
    private func comesToRest(_ trace: String) throws -> Bool {
        var (count, since) = (try frames(trace), Date.now)
        return try eventually(within: 10) {
            let now = try frames(trace)
            if now != count { (count, since) = (now, .now) }
            return since.timeIntervalSinceNow < -3
        }
    }

    /// Clicks until the card rests: a busy machine may lose a click, or take so long over one that it is no tap.
    private func restsAfterClick(_ window: CardWindow, _ trace: String) throws -> Bool {
        for _ in 0..<4 {
            try window.click(x: 0.5, y: 0.5)
            if try comesToRest(trace) { return true }
        }
        return false
    }

    @Test(arguments: ["cpu", "gl"])
    func `a card whose loop has ended draws no frame`(renderer: String) throws {
        let card = TestCard.scene(Self.text)
        let trace = card.folder.file("trace").path
        let window = try CardWindow(
            ["show", "--from", "pointer:", "--trace", trace], card: card, renderer: renderer)
        _ = try window.place()
        // Until the hint over the picture has gone, which takes a frame, too.
        #expect(try eventually { try (SceneTrace(trace).frames.last?.time ?? 0) > 5 })
        let looping = try frames(trace)
        #expect(try eventually { try frames(trace) > looping + 5 }, "the loop is not drawn")
        #expect(try restsAfterClick(window, trace), "it never rests; \(window.program.words)")
        let resting = try frames(trace)
        // The window goes on: what is tapped again comes back.
        try window.click(x: 0.5, y: 0.5)
        #expect(try eventually { try frames(trace) > resting + 5 })
        #expect(window.program.isRunning)
    }
}
