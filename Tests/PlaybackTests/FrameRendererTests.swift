import Decoding
import Display
import Foundation
import Geometry
import Motion
import MotionLog
import Paint
import Picture
import Platform
import Scene
import TestSupport
import Testing

@testable import Playback

/// Frames that are drawn without a window.
@Suite struct FrameRendererTests {
    private let folder = TemporaryFolder()

    /// A card whose uppermost layer is plain red and fades in with the tilt, above `others`.
    private func card(_ others: Scene.Layer..., pictures: [String] = []) -> PlayedCard {
        let red = Scene.Layer(Colour(red: 1, green: 0, blue: 0))
        let layers = others + [red]
        return PlayedCard(
            title: "card",
            scene: Scene(
                size: Size(width: 8, height: 6), layers: layers,
                drivers: Scene.classicDrivers(layers.count)),
            pictures: PictureFile.files(pictures))
    }

    private func moment(_ card: PlayedCard, tilt: Double = 0) -> Moment {
        Moment(of: card.scene, at: 0, Tilts(tilt, about: .horizontal), events: [])
    }

    @Test func `a frame has the card's own size, or the one that is asked for`() throws {
        let card = card()
        let own = try FrameRenderer(card, size: nil).bitmap(moment(card))
        #expect(own.width == 8 && own.height == 6)
        #expect(own.pixels.allSatisfy { $0 == 0xFFFF_0000 })
        let size = PixelSize(width: 5, height: 4)
        let other = try FrameRenderer(card, size: size).bitmap(moment(card))
        #expect(other.width == 5 && other.height == 4)
    }

    @Test func `a card that is larger than a frame may be keeps its proportions`() {
        let size = PixelSize(card: Size(width: 40_000, height: 20_000))
        #expect(size == PixelSize(width: 8192, height: 4096))
        #expect(PixelSize(card: Size(width: 1, height: 1)) == PixelSize(width: 4, height: 4))
    }

    @Test func `without the only picture nothing is drawn, and beside another layer that is`()
        throws
    {
        let picture = Scene.Layer(.picture(0, Fit(.stretch)))
        let card = card(picture, pictures: ["\(folder.path)/none.png"])
        let renderer = FrameRenderer(card, size: nil)
        #expect(throws: FrameRenderer.NothingDrawn.self) { try renderer.bitmap(moment(card)) }
        #expect(renderer.failures.map(\.kind) == [ErrorKind.missing])
        let tilted = try renderer.bitmap(moment(card, tilt: 60))
        #expect(tilted.pixels.allSatisfy { $0 == 0xFFFF_0000 })
        #expect(renderer.failures.count == 1)
    }

    @Test func `the frames of a log are as many pictures, and a shorter log leaves no others`()
        throws
    {
        let card = card()
        for (rows, removed) in [(41, 0), (21, 2)] {
            let text = (0..<rows).map { "\($0 * 10_000_000),0,0,9.8\n" }.joined()
            let log = folder.write("log.csv", "timestamp_ns,accel_x,accel_y,accel_z\n" + text)
            let moments = LogMoments(of: card.scene, .log(path: log), settings: TiltSettings())
            let gone = try FrameRenderer(card, size: nil).writeFrames(
                CardFrames(moments, rate: 10, of: card.scene), folder: "\(folder.path)/frames",
                inputFiles: [log])
            let names = try FileManager.default.contentsOfDirectory(
                atPath: "\(folder.path)/frames")
            #expect(names.count == (rows - 1) / 10 + 1 && gone.count == removed)
        }
    }
}
