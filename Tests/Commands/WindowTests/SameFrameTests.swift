import Decoding
import Foundation
import Geometry
import Paint
import Picture
import TestSupport
import Testing

/// The window and `render` show the same at the same instant of a log: at its end, where both hold.
@Suite(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"))
struct SameFrameTests {
    @Test(arguments: ["cpu", "gl"], [0.13, 0.41, 0.68, 0.93])
    func `a window shows what render draws`(renderer: String, end: Double) throws {
        let card = try TestCard.gradients()
        let rows = TestCard.swingingLog().split(separator: "\n").prefix(1 + Int(end * 100))
        let log = card.folder.write("log.csv", rows.joined(separator: "\n") + "\n")
        // A terminal, so that the window stays at the log's end.
        let terminal = try PseudoTerminal()
        let window = try CardWindow(
            ["replay", log], card: card, renderer: renderer, terminal: terminal)
        let place = try window.place()
        let drawn = card.folder.file("drawn.png").path
        let result = try Program.run(
            "render", "--card", card.folder.path, "--from", log, "--time", "9", "--size",
            "\(place.width)x\(place.height)", "-o", drawn)
        try #require(result.status == 0, "\(result.errors)")
        let picture = try PictureFile(path: drawn).bitmap(
            PixelSize(width: place.width, height: place.height))
        // HUDText may be over the lower two thirds. What nobody sees is not drawn anew: half a level.
        var worst = 255.0
        let isSame = try eventually(within: 5) {
            let screen = try window.server.screenshot()
            worst =
                (0..<place.height / 3 * place.width).map { index in
                    let (x, y) = (index % place.width, index / place.width)
                    return difference(screen[place.x + x, place.y + y], Colour(picture[x, y]))
                }.max() ?? 255
            return worst <= 1
        }
        #expect(isSame, "\(worst) of 255; \(window.program.words)")
    }
}
