internal import Geometry
internal import Platform

/// The sprites of frames as pictures, each drawn anew only if it has changed.
struct SpritePictures<Painter: OffscreenPainter> {
    private struct Drawn {
        var sprites: PlacedSprites?
        var painter = Painter()
    }

    private let shared: Painter.Shared
    /// In the order in which frames show them.
    private var drawn: [Drawn] = []
    /// How many of `drawn` the frame at work has needed so far.
    private var used = 0
    private(set) var counts = DrawCounts()
    /// The bytes of the pictures that the frame at work has needed since `forgetUsed`.
    private(set) var bytes = 0

    init(_ shared: Painter.Shared) { self.shared = shared }

    /// The bytes of all pictures, also of those that are not shown.
    var cachedBytes: Int { drawn.reduce(0) { $0 + $1.painter.cachedBytes } }

    mutating func begin() { (used, bytes) = (0, 0) }

    /// Forgets the pictures that the frame at work has needed so far; the next frame draws them anew.
    mutating func forgetUsed() {
        for index in 0..<used { drawn[index] = Drawn() }
        bytes = 0
    }

    /// Forgets what the frame has not needed.
    mutating func end() { drawn.removeLast(drawn.count - used) }

    /// Adds a layer that shows sprites, as a picture of the screen.
    mutating func add(
        _ layer: Frame.Layer, _ sprites: Sprites, to flat: inout Frame
    ) throws(Painter.Failure) {
        let area = flat.area(bleeds: layer.bleeds)
        guard layer.weight > 0, let placed = PlacedSprites(sprites, in: layer.box, area) else {
            return
        }
        if used == drawn.count { drawn.append(Drawn()) }
        used += 1
        let index = used - 1
        if drawn[index].sprites == placed {
            drawn[index].painter.stayed()
            counts.add(kept: placed.rect)
        } else {
            drawn[index].sprites = placed
            let began = processorSeconds()
            try drawn[index].painter.draw(placed, shared)
            counts.add(drawn: placed.rect)
            counts.add(processorSeconds() - began, .shade, layer: layer.sceneLayer)
        }
        bytes += drawn[index].painter.bytes
        guard let content = drawn[index].painter.content else { return }
        var shown = layer
        (shown.content, shown.box) = (content, Frame.Box(placed.rect))
        flat.add(shown)
    }
}
