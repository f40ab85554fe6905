internal import CGLES
internal import Geometry
internal import Picture

/// Draws and filters with OpenGL, to a texture of bytes. On the processor: `BitmapPainter`.
struct GLOffscreenPainter: OffscreenPainter {
    private var target: GLTarget?
    private var table: GLLensTable?
    private var buffers: GLMeshBuffers?
    private var vertices: GLSpriteVertices?
    private var foilMap: GLFoilMap?
    private(set) var content: Frame.Content?

    mutating func draw(
        _ list: DrawList, _ size: PixelSize, _ filter: Frame.Filter, for layer: Int?,
        _ painter: GLListPainter, _ counts: inout DrawCounts, _ isUnwanted: @escaping () -> Bool
    ) throws(GLError) {
        let whole = PixelRect(x: 0, y: 0, size: size)
        let drawn = try painter.pool.take(size, hasBytes: true)
        painter.clear(drawn, whole)
        // What was drawn is copied for shaders, from half floats to half floats.
        let isIsolated = list.hasOuter { GLBlending($0.compositing).readsBelow }
        try painter.begin(list, size, isolated: isIsolated ? 1 : 0)
        let group = isIsolated ? painter.group(0, size) : nil
        if let group { painter.clear(group, whole) }
        try painter.draw(
            list, list.operations.indices, into: (group ?? drawn).framebuffer,
            nesting: isIsolated ? 1 : 0, size)
        if let group {
            bindFramebuffer(drawn.framebuffer)
            group.texture.bind()
            try painter.drawBoundTexture(in: whole, on: size)
        }
        GLBlending.setFunction(.normal)
        show(try filtered(drawn, filter, painter), isOpaque: false, painter)
    }

    mutating func draw(_ mesh: MeshNodes, _ painter: GLListPainter) throws(GLError) {
        let edges = mesh.edges
        if let reason = painter.whyNot(mesh, edges) {
            painter.counts.drawnByProcessor.insert(reason)
            var none: Bitmap?
            return show(mesh.bitmap(insteadOf: &none), painter)
        }
        let drawn = try painter.pool.take(mesh.rect.size, hasBytes: true)
        painter.clear(drawn, PixelRect(x: 0, y: 0, size: drawn.size))
        let buffers = buffers ?? GLMeshBuffers()
        self.buffers = buffers
        try painter.draw(mesh, edges, buffers, into: drawn)
        show(drawn, isOpaque: mesh.isOpaque, painter)
    }

    mutating func draw(_ sprites: PlacedSprites, _ painter: GLListPainter) throws(GLError) {
        if let reason = painter.whyNot(sprites) {
            painter.counts.drawnByProcessor.insert(reason)
            var none: Bitmap?
            return show(sprites.bitmap(insteadOf: &none), painter)
        }
        let whole = PixelRect(x: 0, y: 0, size: sprites.rect.size)
        let drawn = try painter.pool.take(whole.size, hasBytes: true)
        // Bytes would round each sprite.
        let sum = try painter.pool.take(whole.size)
        defer { painter.pool.giveBack(sum) }
        painter.clear(drawn, whole)
        painter.clear(sum, whole)
        let vertices = vertices ?? GLSpriteVertices()
        self.vertices = vertices
        try painter.draw(sprites, vertices, into: sum)
        bindFramebuffer(drawn.framebuffer)
        sum.texture.bind(GL_NEAREST)
        try painter.drawBoundTexture(in: whole, on: whole.size)
        show(drawn, isOpaque: false, painter)
    }

    mutating func draw(_ lens: Frame.LensBitmaps, _ painter: GLListPainter) throws(GLError) {
        if let reason = painter.whyNot(lens) {
            painter.counts.drawnByProcessor.insert(reason)
            return show(lens.bitmap(), painter)
        }
        let drawn = try painter.pool.take(lens.table.size, hasBytes: true)
        let table = table ?? GLLensTable()
        self.table = table
        painter.textures.count(uploaded: table.take(lens.table))
        try painter.draw(lens, table, into: drawn)
        show(drawn, isOpaque: lens.bitmaps.allSatisfy(\.isOpaque), painter)
    }

    mutating func draw(_ foil: Frame.LitFoil, _ painter: GLListPainter) throws(GLError) {
        if let reason = painter.whyNot(foil) {
            painter.counts.drawnByProcessor.insert(reason)
            var none: Bitmap?
            return show(foil.bitmap(insteadOf: &none), painter)
        }
        let drawn = try painter.pool.take(foil.map.size, hasBytes: true)
        let foilMap = foilMap ?? GLFoilMap()
        self.foilMap = foilMap
        painter.textures.count(uploaded: foilMap.take(foil.map))
        try painter.draw(foil, foilMap, into: drawn)
        show(drawn, isOpaque: false, painter)
    }

    private mutating func show(_ drawn: GLTarget, isOpaque: Bool, _ painter: GLListPainter) {
        painter.pool.giveBack(target)
        target = drawn
        content = .drawn(painter.textures.picture(of: drawn, isOpaque: isOpaque))
    }

    private mutating func show(_ bitmap: Bitmap, _ painter: GLListPainter) {
        painter.pool.giveBack(target)
        target = nil
        content = .bitmap(bitmap)
    }

    func stayed() {}

    var bytes: Int {
        if case .bitmap(let bitmap, _) = content { return bitmap.byteCount }
        return (target?.texture.byteCount ?? 0) + (table?.byteCount ?? 0)
            + (buffers?.byteCount ?? 0) + (vertices?.byteCount ?? 0) + (foilMap?.byteCount ?? 0)
    }
    var cachedBytes: Int { bytes }

    private func filtered(
        _ drawn: GLTarget, _ filter: Frame.Filter, _ painter: GLListPainter
    ) throws(GLError) -> GLTarget {
        if let ripple = PlacedRipple(filter) {
            let moved = try painter.pool.take(drawn.size, hasBytes: true)
            try painter.draw(ripple, of: drawn, into: moved)
            painter.pool.giveBack(drawn)
            return moved
        }
        if let shader = PlacedShader(filter) {
            let changed = try painter.pool.take(drawn.size, hasBytes: true)
            let isChanged = try painter.draw(shader, of: drawn, into: changed)
            painter.pool.giveBack(isChanged ? drawn : changed)
            return isChanged ? changed : drawn
        }
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
