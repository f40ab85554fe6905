internal import CGLES
internal import Geometry
internal import Picture

/// Draws and filters with OpenGL, to a texture of bytes.
struct GLOffscreenPainter: OffscreenPainter {
    private var target: GLTarget?
    private(set) var content: Frame.Content?

    mutating func draw(
        _ list: DrawList, _ size: PixelSize, _ filter: Frame.Filter, for layer: Int?,
        _ painter: GLListPainter, _ counts: inout DrawCounts, _ isUnwanted: @escaping () -> Bool
    ) throws(GLError) {
        let drawn = try painter.pool.take(size, hasBytes: true)
        drawn.clear(PixelRect(x: 0, y: 0, size: size))
        try painter.begin(list, size, isolated: 0)
        try painter.draw(
            list, list.operations.indices, into: drawn.framebuffer, nesting: 0, size)
        GLBlending.setFunction(.normal)
        let result = try filtered(drawn, filter, painter)
        painter.pool.giveBack(target)
        (target, content) = (result, .drawn(painter.textures.picture(of: result)))
    }

    /// Draws triangles, if no edge of the mesh needs samples; otherwise the processor draws it.
    mutating func draw(_ mesh: MeshNodes, _ painter: GLListPainter) throws(GLError) {
        guard mesh.edges.isEmpty, painter.fitsTexture(mesh.rect.size) else {
            painter.pool.giveBack(target)
            target = nil
            var none: Bitmap?
            content = .bitmap(mesh.bitmap(insteadOf: &none))
            return
        }
        let drawn = try painter.pool.take(mesh.rect.size, hasBytes: true)
        drawn.clear(PixelRect(x: 0, y: 0, size: drawn.size))
        try painter.draw(mesh, into: drawn)
        painter.pool.giveBack(target)
        let picture = painter.textures.picture(of: drawn, isOpaque: mesh.isOpaque)
        (target, content) = (drawn, .drawn(picture))
    }

    func stayed() {}

    var bytes: Int {
        if case .bitmap(let bitmap, _) = content { return bitmap.byteCount }
        return target?.texture.byteCount ?? 0
    }
    var cachedBytes: Int { bytes }

    private func filtered(
        _ drawn: GLTarget, _ filter: Frame.Filter, _ painter: GLListPainter
    ) throws(GLError) -> GLTarget {
        let weights = GaussianBlur(deviation: filter.blur)?.shares ?? [1]
        guard weights.count > 1 || filter.alphaFactor != 1 else { return drawn }
        let (size, border) = (drawn.size, filter.border)
        let wide = try painter.pool.take(
            PixelSize(width: size.width + 2 * border, height: size.height))
        let whole = try painter.pool.take(
            PixelSize(width: wide.size.width, height: size.height + 2 * border), hasBytes: true)
        defer {
            painter.pool.giveBack(drawn)
            painter.pool.giveBack(wide)
        }
        try painter.blur(
            drawn, into: wide,
            .init(isAcross: false, weights: weights, border: border, alphaFactor: 1))
        try painter.blur(
            wide, into: whole,
            .init(
                isAcross: true, weights: weights, border: border,
                alphaFactor: Float(filter.alphaFactor)))
        return whole
    }
}
