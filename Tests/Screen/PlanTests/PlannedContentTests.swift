import Compositor
import Geometry
import Paint
import Picture
import Plan
import Scene
import Testing

@testable import Plan

/// What a layer's content becomes in a frame.
@Suite struct PlannedContentTests {
    /// A kind of content that is drawn in several parts: squares beside each other.
    private struct Stripes: PlannableContent, PlannedContent {
        let count: Int

        func label(_ pictures: [String]) -> String { "stripes" }

        func parts(_ shown: ShownLayer) -> Frame.Parts {
            let width = shown.appearance.size.width / Double(count)
            let stripes = (0..<count).map { number in
                let stripe = Rect(
                    x: Double(number) * width, y: 0, width: width,
                    height: shown.appearance.size.height)
                let colour = Colour(red: number % 2 == 0 ? 1 : 0, green: 0, blue: 1)
                return Frame.Parts.Part(
                    layer: Frame.Layer(.colour(colour), box: shown.box(stripe)))
            }
            return .several(stripes)
        }
    }

    private func frame(_ layer: Scene.Layer) -> Frame {
        let scene = Scene(size: Size(width: 8, height: 4), layers: [layer])
        var planner = FramePlanner(scene, files: [], assets: Assets())
        planner.resize(to: PixelSize(width: 8, height: 4))
        return planner.frame(of: scene.evaluate(SceneState(of: scene), at: 0))
    }

    @Test func `several parts are a group with the layer's opacity`() {
        var compositor = CPUCompositor()
        let opaque = frame(Scene.Layer(Stripes(count: 4)))
        #expect(opaque.layers.count == 5)
        let bitmap = compositor.bitmap(opaque)
        #expect((0..<4).map { bitmap[2 * $0, 1] & 0xFFFFFF } == [0xFF00FF, 0xFF, 0xFF00FF, 0xFF])
        let faint = compositor.bitmap(
            frame(Scene.Layer(Stripes(count: 4), values: [.opacity: 0.5])))
        #expect([127, 128].contains(faint[0, 0] & 0xFF))
    }

    @Test func `a single part needs no group, and none is no layer`() {
        #expect(frame(Scene.Layer(Colour(red: 1, green: 0, blue: 0))).layers.count == 1)
        #expect(frame(Scene.Layer(Stripes(count: 0))).layers.isEmpty)
    }

    @Test(
        arguments: [
            PictureContent(0), LensContent(pictures: [0, 1]), Colour(red: 0, green: 0, blue: 0),
            Material(.thin), Gradient(.linear, [0, 0, 1, 1], colourSpace: .device),
            Mesh(
                width: 2,
                (0..<4).map {
                    Mesh.Vertex(Point(x: Double($0 % 2), y: Double($0 / 2)), Mesh.clear)
                }, isSmooth: false, colourSpace: .device),
            PathContent(Path(), view: Rect(x: 0, y: 0, width: 1, height: 1)),
        ] as [any LayerContent])
    func `every kind has a plan`(content: any LayerContent) {
        #expect(content is any PlannableContent)
    }
}
