internal import CGLES
internal import Geometry
internal import Picture

/// Draws frames that are not plain with OpenGL, after `Offscreen` has flattened them. Keeps what its
/// lowest operations show while they stay the same.
final class GLLayers {
    private let painter: GLListPainter
    private var list = DrawList()
    /// The list that was drawn before `list`.
    private var lastList = DrawList()
    private var derived = DerivedContents()
    private var still = StaticLayerCache<GLScreenTexture>()
    private(set) var counts = DrawCounts()

    init(_ painter: GLListPainter) { self.painter = painter }

    /// Draws over the current framebuffer, which is black.
    func draw(_ frame: Frame) throws(GLError) {
        swap(&list, &lastList)
        list.prepare(frame, &derived)
        counts.add(derived.takeTimes())
        let screen = boundFramebuffer
        defer {
            bindFramebuffer(screen)
            GLBlending.setFunction(.normal)
        }
        // The card's lowest layers are combined with clear pixels, not with the black of the
        // screen.
        let isIsolated = list.hasOuter { $0.compositing != .normal }
        try painter.begin(list, frame.size, isolated: isIsolated ? 1 : 0)
        followStaticLayers(on: frame.size, hasNoAlpha: !isIsolated)
        guard isIsolated, let group = painter.group(0, frame.size) else {
            return try drawList(into: screen, nesting: 0, frame.size)
        }
        painter.clear(group, list.area)
        try drawList(into: group.framebuffer, nesting: 1, frame.size)
        bindFramebuffer(screen)
        group.texture.bind()
        try painter.drawBoundTexture(in: list.area, on: frame.size)
    }

    /// The bytes of smaller copies, and of what is kept.
    var cachedBytes: Int { derived.mips.byteCount + (still.pixels?.byteCount ?? 0) }

    func forgetCached() {
        still = StaticLayerCache()
        (list, lastList, derived) = (DrawList(), DrawList(), DerivedContents())
    }

    private func followStaticLayers(on size: PixelSize, hasNoAlpha: Bool) {
        still.follow(list, since: lastList, on: size)
        if let pixels = still.pixels, pixels.hasNoAlpha != hasNoAlpha { still.forget() }
        counts.add(list, from: still.count, in: list.area)
    }

    /// Draws the operations. While the lowest ones stay the same, their pixels are kept and are not
    /// drawn again.
    private func drawList(
        into target: GLuint, nesting: Int, _ size: PixelSize
    ) throws(GLError) {
        bindFramebuffer(target)
        var first = still.count
        if let pixels = still.pixels {
            pixels.bind()
            try painter.drawBoundTexture(in: list.area(first: first), on: size)
        }
        if painter.fitsTexture(size), let count = still.countToKeep(of: list) {
            try painter.draw(list, first..<count, into: target, nesting: nesting, size)
            let pixels = GLScreenTexture(size, hasNoAlpha: nesting == 0)
            pixels.take(list.area(first: count))
            still.keep(pixels, first: count)
            first = count
        }
        try painter.draw(
            list, first..<list.operations.count, into: target, nesting: nesting, size)
    }
}
