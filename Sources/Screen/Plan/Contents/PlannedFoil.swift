import Compositor
import Dispatch
import Geometry
import Paint
import Picture
import Platform
import Scene
import Synchronization

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
    /// What the newest frame shows; nil before the first one.
    private var wanted: FoilPattern?
    /// The pattern that was drawn last; nil before the first.
    private var drawn: (pattern: FoilPattern, map: FoilMap)?
    private var drawing: FoilDrawing?

    init(content: FoilContent, seen: [Asset], points: Size, size: PixelSize) {
        (self.content, self.seen, self.points, self.size) = (content, seen, points, size)
    }

    mutating func update(_ shown: ShownLayer, eyeX: Double) {
        wanted = FoilPattern(
            foil: content.with(shown.parameters).foil, points: points, size: size,
            etch: seen.first?.bitmap)
    }

    mutating func follow(_ former: any PlannedContent) {
        if let former = former as? PlannedFoil { drawn = former.drawn }
    }

    mutating func draw(until end: Double, wake: @escaping @Sendable () -> Void) {
        guard let wanted, seen.first?.isPending != true else { return }
        guard end.isFinite else {
            if drawn?.pattern != wanted { drawn = (wanted, wanted.map()) }
            return
        }
        while drawn?.pattern != wanted {
            let drawing = drawing ?? FoilDrawing(wanted, wake: wake)
            guard let map = drawing.map(until: end) else {
                self.drawing = drawing
                return
            }
            (drawn, self.drawing) = ((drawing.pattern, map), nil)
        }
    }

    var undrawn: Undrawn? {
        guard let drawn else { return .nothing }
        return wanted.map(drawn.pattern.differsOnlyByDrivers) == false ? .older : nil
    }

    var hasFinished: Bool { drawing?.isFinished == true }

    func parts(_ shown: ShownLayer) -> Frame.Parts {
        guard let map = drawn?.map else { return .nothing }
        let present = content.with(shown.parameters)
        let lit = Frame.LitFoil(
            present.foil.kind, map, light: present.light, strength: present[.strength],
            glare: present[.glare])
        return .one(Frame.Layer(.foil(lit), box: shown.box))
    }
}

/// What a pattern is drawn from.
private struct FoilPattern: Equatable {
    var foil: Foil
    let points: Size
    let size: PixelSize
    let etch: Bitmap?

    func map() -> FoilMap { FoilMap(foil, of: points, in: size, etchedBy: etch) }

    /// Drivers may change the pattern with each frame; then what is drawn is always a little older.
    func differsOnlyByDrivers(from other: FoilPattern) -> Bool {
        var other = other
        (other.foil.scale, other.foil.angle) = (foil.scale, foil.angle)
        return self == other
    }

    static func == (one: FoilPattern, other: FoilPattern) -> Bool {
        one.foil == other.foil && one.points == other.points && one.size == other.size
            && one.etch === other.etch
    }
}

/// The drawing of a pattern on another thread.
private final class FoilDrawing: Sendable {
    let pattern: FoilPattern
    private let map = Mutex<FoilMap?>(nil)
    private let end = DispatchGroup()
    /// One after the other, because each is drawn by all processors.
    private static let queue = DispatchQueue(label: "foils")

    init(_ pattern: FoilPattern, wake: @escaping @Sendable () -> Void) {
        self.pattern = pattern
        Self.queue.async(group: end) { [self] in
            let drawn = pattern.map()
            map.withLock { $0 = drawn }
            wake()
        }
    }

    var isFinished: Bool { map.withLock { $0 != nil } }

    /// Waits until it is drawn, but at most until `end`, seconds of CLOCK_MONOTONIC; nil: it is not.
    func map(until end: Double) -> FoilMap? {
        _ = self.end.wait(timeout: .now() + max(0, end - monotonicSeconds()))
        return map.withLock { $0 }
    }
}
