internal import CGLES
internal import Geometry
internal import Picture

/// Draws frames that are not plain with OpenGL, after `Offscreen` has flattened them: each
/// operation in a pass of its own, groups through a texture.
final class GLLayers {
    private let textures: GLTextures
    private var programs = GLLayerPrograms()
    /// One for each nesting of groups that the newest frame has. If one of its operations has a
    /// combination other than `normal`, there is one more, the first, for the card.
    private var groups: [GLGroupTarget] = []
    /// Nil if no operation of the newest frame has a shader that reads what was drawn before.
    private var framebufferCopy: GLFramebufferCopy?
    private var list = DrawList()
    /// The list that was drawn before `list`.
    private var lastList = DrawList()
    private var derived = DerivedContents()
    private var still = StillOperations<GLFramebufferCopy>()
    private(set) var counts = DrawCounts()

    init(_ textures: GLTextures) { self.textures = textures }

    /// Draws over the current framebuffer, which is black.
    func draw(_ frame: Frame) throws(GLError) {
        swap(&list, &lastList)
        list.prepare(frame, &derived)
        textures.forget(notIn: frame, nor: derived.bitmaps)
        programs.beginFrame()
        glEnable(GLenum(GL_BLEND))
        glActiveTexture(GLenum(GL_TEXTURE0))
        let screen = GLFramebuffer.current
        defer { screen.bind() }
        let isIsolated = list.operations.contains { $0.combination != .normal }
        try makeGroups(frame.size, nesting: list.nesting + (isIsolated ? 1 : 0))
        makeFramebufferCopy(frame.size)
        defer { GLBlending.setFunction(.normal) }
        followStillOperations(on: frame.size, hasNoAlpha: !isIsolated)
        guard isIsolated else { return try drawList(into: screen, nesting: 0, frame.size) }
        // The card's lowest layers are combined with clear pixels, not with the black of the
        // screen.
        groups[0].clear(list.area)
        try drawList(into: groups[0].framebuffer, nesting: 1, frame.size)
        screen.bind()
        groups[0].bindTexture()
        try draw(.boundTexture(in: list.area), on: frame.size)
    }

    /// The bytes of smaller copies, and of the textures of the screen's size.
    var keptBytes: Int {
        derived.mips.byteCount + groups.reduce(0) { $0 + $1.byteCount }
            + (framebufferCopy?.byteCount ?? 0) + (still.pixels?.byteCount ?? 0)
    }

    /// How many shaders are kept.
    var programCount: Int { programs.count }

    /// Forgets what was kept of earlier frames.
    func forgetKept() {
        still = StillOperations()
        (list, lastList, derived) = (DrawList(), DrawList(), DerivedContents())
    }

    private func followStillOperations(on size: PixelSize, hasNoAlpha: Bool) {
        still.follow(list, since: lastList, on: size)
        if let pixels = still.pixels, pixels.hasNoAlpha != hasNoAlpha { still.forget() }
        counts.add(list, from: still.count, in: list.area)
    }

    /// Draws the operations. While the lowest ones stay the same, their pixels are kept and are not
    /// drawn again.
    private func drawList(
        into target: GLFramebuffer, nesting: Int, _ size: PixelSize
    ) throws(GLError) {
        target.bind()
        var first = still.count
        if let pixels = still.pixels {
            pixels.bindTexture()
            try draw(.boundTexture(in: list.area(first: first)), on: size)
        }
        if fitsTexture(size), let count = still.countToKeep(of: list) {
            try draw(first..<count, into: target, nesting: nesting, size)
            let pixels = GLFramebufferCopy(size, hasNoAlpha: nesting == 0)
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
        guard list.operations.contains(where: { GLBlending($0.combination).readsBelow }) else {
            framebufferCopy = nil
            return
        }
        if framebufferCopy?.size != size {
            framebufferCopy = GLFramebufferCopy(size, hasNoAlpha: false)
        }
    }

    /// Makes a target for each nesting of groups. Forgets targets of another size, and those that
    /// are not needed.
    private func makeGroups(_ size: PixelSize, nesting: Int) throws(GLError) {
        guard nesting == 0 || fitsTexture(size) else {
            throw GLError(description: "OpenGL takes no groups of \(size.width) x \(size.height)")
        }
        groups.removeAll { $0.size != size }
        groups.removeLast(max(0, groups.count - nesting))
        while groups.count < nesting { groups.append(try GLGroupTarget(size)) }
    }

    private func draw(
        _ range: Range<Int>, into target: GLFramebuffer, nesting: Int, _ size: PixelSize
    ) throws(GLError) {
        target.bind()
        var index = range.lowerBound
        while index < range.upperBound {
            let operation = list.operations[index]
            let inner = index + 1..<index + 1 + operation.innerCount
            if !inner.isEmpty {
                groups[nesting].clear(operation.area)
                try draw(inner, into: groups[nesting].framebuffer, nesting: nesting + 1, size)
                target.bind()
            }
            try draw(operation, nesting: nesting, size)
            index = inner.upperBound
        }
    }

    private func draw(_ operation: DrawOperation, nesting: Int, _ size: PixelSize) throws(GLError) {
        let kind: GLLayerProgram.Content
        switch operation.content {
        case .picture(let sampling):
            let isPixelForPixel = sampling.copyOffset(in: operation.area) != nil
            try textures.texture(for: sampling.mip).bind(isPixelForPixel ? .nearest : .linear)
            kind = .picture(samples: sampling.samples.count)
        case .colour: kind = .colour
        case .gradient(let shading):
            try textures.texture(for: shading.ramp.bitmap).bind(.nearest)
            kind = .gradient(shading.kind, pieces: shading.pieces.count)
        case .group:
            groups[nesting].bindTexture()
            kind = .group
        }
        try draw(operation, kind, on: size)
    }

    /// Draws a group from the texture that is bound.
    private func draw(_ group: DrawOperation, on size: PixelSize) throws(GLError) {
        try draw(group, .group, on: size)
    }

    private func draw(
        _ operation: DrawOperation, _ kind: GLLayerProgram.Content, on size: PixelSize
    ) throws(GLError) {
        let outlines = list.outlines[operation.outlines]
        let variant = GLLayerProgram.Variant(
            content: kind, hasMatrix: operation.colours != nil,
            blending: GLBlending(operation.combination),
            outlines: outlines.map { GLLayerProgram.OutlineForm($0) })
        GLBlending.setFunction(operation.combination)
        if variant.blending.readsBelow { framebufferCopy?.take(operation.area) }
        try programs.program(variant).draw(operation, outlines, on: size)
    }
}

extension DrawOperation {
    /// Lays the texture that is bound over what is below it, without any change, in an area.
    fileprivate static func boundTexture(in area: PixelRect) -> DrawOperation {
        DrawOperation(
            content: .group(count: 0), colours: nil, combination: .normal, weight: .max,
            mostCoverage: 1, outlines: 0..<0, area: area, hidesBelow: false)
    }
}
