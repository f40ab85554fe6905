internal import CGLES
internal import Geometry
internal import Picture

/// Draws frames that are not plain with OpenGL, after `Offscreen` has flattened them: each
/// operation in a pass of its own, groups through a texture.
final class GLLayers {
    private let textures: GLTextures
    private var programs = GLLayerPrograms()
    /// One for each nesting of groups that the newest frame has. If one of its operations has a
    /// compositing operator other than `normal`, there is one more, the first, for the card.
    private var groups: [GLGroupTarget] = []
    /// Nil if no operation of the newest frame has a shader that reads what was drawn before.
    private var framebufferCopy: GLScreenTexture?
    private var list = DrawList()
    /// The list that was drawn before `list`.
    private var lastList = DrawList()
    private var derived = DerivedContents()
    private var still = StaticLayerCache<GLScreenTexture>()
    private(set) var counts = DrawCounts()

    init(_ textures: GLTextures) { self.textures = textures }

    /// Draws over the current framebuffer, which is black.
    func draw(_ frame: Frame) throws(GLError) {
        swap(&list, &lastList)
        list.prepare(frame, &derived)
        counts.add(derived.takeTimes())
        textures.forget(notIn: frame, nor: derived.bitmaps)
        programs.beginFrame()
        glEnable(GLenum(GL_BLEND))
        glActiveTexture(GLenum(GL_TEXTURE0))
        let screen = boundFramebuffer
        defer { bindFramebuffer(screen) }
        let isIsolated = list.operations.contains { $0.compositing != .normal }
        try makeGroups(frame.size, nesting: list.nesting + (isIsolated ? 1 : 0))
        makeFramebufferCopy(frame.size)
        defer { GLBlending.setFunction(.normal) }
        followStaticLayers(on: frame.size, hasNoAlpha: !isIsolated)
        guard isIsolated else { return try drawList(into: screen, nesting: 0, frame.size) }
        // The card's lowest layers are combined with clear pixels, not with the black of the
        // screen.
        groups[0].clear(list.area)
        try drawList(into: groups[0].framebuffer, nesting: 1, frame.size)
        bindFramebuffer(screen)
        groups[0].texture.bind()
        try draw(.boundTexture(in: list.area), .group, on: frame.size)
    }

    /// The bytes of smaller copies, and of the textures of the screen's size.
    var cachedBytes: Int {
        derived.mips.byteCount + groups.reduce(0) { $0 + $1.texture.byteCount }
            + (framebufferCopy?.byteCount ?? 0) + (still.pixels?.byteCount ?? 0)
    }

    var programCount: Int { programs.count }

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
            try draw(.boundTexture(in: list.area(first: first)), .group, on: size)
        }
        if fitsTexture(size), let count = still.countToKeep(of: list) {
            try draw(first..<count, into: target, nesting: nesting, size)
            let pixels = GLScreenTexture(size, hasNoAlpha: nesting == 0)
            pixels.take(list.area(first: count))
            still.keep(pixels, first: count)
            first = count
        }
        try draw(first..<list.operations.count, into: target, nesting: nesting, size)
    }

    /// Whether a texture can be as large as the screen.
    private func fitsTexture(_ size: PixelSize) -> Bool {
        max(size.width, size.height) <= textures.largestSide
    }

    /// Makes a texture for the pixels that shaders read, or forgets it if no shader reads them.
    private func makeFramebufferCopy(_ size: PixelSize) {
        guard list.operations.contains(where: { GLBlending($0.compositing).readsBelow }) else {
            framebufferCopy = nil
            return
        }
        if framebufferCopy?.size != size {
            framebufferCopy = GLScreenTexture(size)
        }
    }

    /// Makes a target for each nesting of groups. Forgets targets of another size, and those that
    /// are not needed.
    private func makeGroups(_ size: PixelSize, nesting: Int) throws(GLError) {
        guard nesting == 0 || fitsTexture(size) else {
            throw GLError(description: "OpenGL takes no groups of \(size.width) x \(size.height)")
        }
        groups.removeAll { $0.texture.size != size }
        groups.removeLast(max(0, groups.count - nesting))
        while groups.count < nesting { groups.append(try GLGroupTarget(size)) }
    }

    private func draw(
        _ range: Range<Int>, into target: GLuint, nesting: Int, _ size: PixelSize
    ) throws(GLError) {
        bindFramebuffer(target)
        var index = range.lowerBound
        while index < range.upperBound {
            let operation = list.operations[index]
            let inner = index + 1..<index + 1 + operation.innerCount
            if !inner.isEmpty {
                groups[nesting].clear(operation.area)
                try draw(inner, into: groups[nesting].framebuffer, nesting: nesting + 1, size)
                bindFramebuffer(target)
            }
            try draw(operation, nesting: nesting, size)
            index = inner.upperBound
        }
    }

    private func draw(_ operation: DrawOperation, nesting: Int, _ size: PixelSize) throws(GLError) {
        let kind: GLLayerProgram.Content
        let before = textures.uploadSeconds
        defer {
            let seconds = textures.uploadSeconds - before
            if seconds > 0 { counts.add(seconds, .upload, layer: operation.sceneLayer) }
        }
        switch operation.content {
        case .picture(let sampling):
            let isPixelForPixel = sampling.copyOffset(in: operation.area) != nil
            try textures.texture(for: sampling.mip).bind(isPixelForPixel ? GL_NEAREST : GL_LINEAR)
            kind = .picture(samples: sampling.samples.count)
        case .colour: kind = .colour
        case .gradient(let shading):
            try textures.texture(for: shading.ramp.bitmap).bind(GL_NEAREST)
            kind = .gradient(shading.kind, pieces: shading.pieces.count)
        case .group:
            groups[nesting].texture.bind()
            kind = .group
        }
        try draw(operation, kind, on: size)
    }

    private func draw(
        _ operation: DrawOperation, _ kind: GLLayerProgram.Content, on size: PixelSize
    ) throws(GLError) {
        let outlines = list.outlines[operation.outlines]
        let variant = GLLayerProgram.Variant(
            content: kind, hasMatrix: operation.colours != nil,
            blending: GLBlending(operation.compositing),
            outlines: outlines.map { GLLayerProgram.OutlineForm($0) })
        GLBlending.setFunction(operation.compositing)
        if variant.blending.readsBelow { framebufferCopy?.take(operation.area) }
        try programs.program(variant).draw(operation, outlines, on: size)
    }
}

extension DrawOperation {
    /// Lays the texture that is bound over what is below it, without any change, in an area.
    fileprivate static func boundTexture(in area: PixelRect) -> DrawOperation {
        DrawOperation(content: .group(count: 0), area: area)
    }
}
