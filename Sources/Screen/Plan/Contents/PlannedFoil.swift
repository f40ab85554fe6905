import Compositor
import Geometry
import Paint
import Picture
import Scene

extension FoilContent: PlannableContent {
    func requests(_ layer: PlannedLayer) -> [AssetRequest] {
        let size = FoilMap.size(shownIn: layer.largestBox)
        return etch.map { [AssetRequest(source: layer.files[$0], size: size)] } ?? []
    }

    func planned(_ assets: [Asset], _ layer: PlannedLayer) -> any PlannedContent {
        PlannedFoil(
            content: self, seen: assets, points: layer.atRest.appearance.size,
            size: FoilMap.size(shownIn: layer.largestBox))
    }
}

/// A layer's foil at one size. Its pattern fills the layer's box, and is stretched with it.
struct PlannedFoil: PlannedContent {
    private let content: FoilContent
    /// The picture that bends the pattern, if there is one.
    let seen: [Asset]
    /// The layer's box before anything happens.
    private let points: Size
    private let size: PixelSize
    /// The pattern of the newest frame that shows the foil, and what it was made from; nil before the first
    /// such frame.
    private var map: FoilMap?
    private var foil: Foil?
    private var etch: Bitmap?

    init(content: FoilContent, seen: [Asset], points: Size, size: PixelSize) {
        (self.content, self.seen, self.points, self.size) = (content, seen, points, size)
    }

    /// Makes the pattern, if it is another one than in the last frame.
    mutating func update(_ shown: ShownLayer, eyeX: Double) {
        let (foil, etch) = (content.with(shown.parameters).foil, seen.first?.bitmap)
        guard map == nil || foil != self.foil || etch !== self.etch else { return }
        (self.foil, self.etch) = (foil, etch)
        map = FoilMap(foil, of: points, in: size, etchedBy: etch)
    }

    func parts(_ shown: ShownLayer) -> Frame.Parts {
        guard let map else { return .nothing }
        let present = content.with(shown.parameters)
        let lit = Frame.LitFoil(
            present.foil.kind, map, light: present.light, strength: present[.strength],
            glare: present[.glare])
        return .one(Frame.Layer(.foil(lit), box: shown.box))
    }
}
