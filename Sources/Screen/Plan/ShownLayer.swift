import Compositor
import Geometry
import Paint
import Picture
import Scene

/// A layer at one moment in a frame.
struct ShownLayer {
    let appearance: Snapshot.Appearance
    let parameters: ArraySlice<Double>
    let sprites: ArraySlice<Sprite>
    /// From the card's points to the screen's pixels.
    let toScreen: Homography
    /// The card's rectangle, if the layer's box is always that; else nil.
    let card: PixelRect?

    init(
        _ index: Int, of scene: Scene, _ snapshot: Snapshot, _ toScreen: Homography,
        card: PixelRect
    ) {
        appearance = snapshot.layers[index]
        parameters = snapshot.contentParameters(ofLayer: index)
        sprites = snapshot.sprites(ofLayer: index)
        self.toScreen = toScreen
        self.card = scene.boxIsCard[index] ? card : nil
    }

    var pixelsPerPoint: Double { toScreen.largestStretch }

    /// Its box on the screen.
    var box: Frame.Box { card.map { Frame.Box($0) } ?? box(Rect(appearance.size)) }

    /// A part of its box on the screen.
    func box(_ part: Rect) -> Frame.Box {
        let toBox = Homography.translation(Point(x: part.x, y: part.y))
        return Frame.Box(
            toScreen: toScreen * appearance.toCard * toBox, size: part.size,
            radius: appearance.radius, inFront: appearance.inFront.preimage(under: toBox))
    }
}
