import Geometry
import Paint
import Picture
import Testing

@testable import Compositor

/// OpenGL draws a layer and its mask in one pass, without a target for the group of both.
@Suite @MainActor struct GLMaskedLayerTests {
    private static let size = PixelSize(width: 40, height: 24)

    /// A colour under a mask, as a group of its own over a blue card.
    private func frame(_ kind: MaskKind, groupOpacity: Double = 1) -> Frame {
        var frame = Frame(size: Self.size, card: PixelRect(x: 0, y: 0, size: Self.size))
        let whole = frame.cardBox
        frame.add(Frame.Layer(.colour(Colour(red: 0, green: 0, blue: 1, alpha: 1)), box: whole))
        let group = frame.openGroup(opacity: groupOpacity)
        frame.add(Frame.Layer(.colour(Colour(red: 1, green: 0.5, blue: 0, alpha: 1)), box: whole))
        let stops = [
            Gradient.Stop(0, Colour(red: 1, green: 1, blue: 1, alpha: 0)),
            Gradient.Stop(1, Colour(red: 1, green: 1, blue: 1, alpha: 1)),
        ]
        let gradient = Gradient(.linear(from: Point(x: 0, y: 0), to: Point(x: 1, y: 0)), stops)
        let turned = Frame.Box(
            toScreen: .translation(Point(x: 5, y: 3)), size: Size(width: 30, height: 18), radius: 6)
        frame.add(
            Frame.Layer(.gradient(gradient), box: turned, compositing: .mask(kind)))
        frame.closeGroup(group)
        return frame
    }

    @Test(arguments: [MaskKind.alpha, .luminance])
    func `a layer with a mask needs no target and is the same`(kind: MaskKind) throws {
        let frame = frame(kind)
        try OffscreenContext.use { gl in
            let drawn = Comparison(try gl.bitmap(frame), onProcessor(frame), of: frame)
            #expect(drawn.mean <= 0.5 && drawn.strays <= 0.005)
            #expect(gl.painter.group(0, Self.size) == nil)
        }
    }

    /// The mask of the mask is larger than it: where only that one is, nothing is seen.
    @Test func `a mask may have a mask of its own`() throws {
        var frame = Frame(size: Self.size, card: PixelRect(x: 0, y: 0, size: Self.size))
        let red = Colour(red: 1, green: 0, blue: 0)
        let group = frame.openGroup(opacity: 1)
        frame.add(Frame.Layer(.colour(red), box: frame.cardBox))
        let mask = frame.openGroup(opacity: 1, compositing: .mask(.alpha))
        let small = Frame.Box(PixelRect(x: 10, y: 5, width: 12, height: 9))
        frame.add(Frame.Layer(.colour(red), box: small))
        frame.add(
            Frame.Layer(
                .colour(Colour(red: 1, green: 1, blue: 1, alpha: 0.8)), box: frame.cardBox,
                compositing: .mask(.alpha)))
        frame.closeGroup(mask)
        frame.closeGroup(group)
        let drawings = try drawings(frame)
        #expect(Comparison(drawings[0], drawings[1], of: frame).largest <= 1)
        #expect(drawings[0][1, 1] & 0xFFFFFF == 0 && drawings[0][15, 8] & 0xFFFFFF != 0)
    }

    @Test func `a group that is translucent as a whole needs a target`() throws {
        try OffscreenContext.use { gl in
            try gl.draw(frame(.alpha, groupOpacity: 0.5))
            #expect(gl.painter.group(0, Self.size) != nil)
        }
    }
}
