internal import CGLES
internal import CRowKernels
internal import Geometry
internal import Picture
internal import Platform

/// Draws lists of operations into framebuffers, each operation in a pass of its own, groups through
/// a texture. Keeps shaders, textures and targets from frame to frame.
final class GLListPainter {
    let textures: GLTextures
    private var programs = GLLayerPrograms()
    private var blurs = GLBlurPrograms()
    private var meshes: [UInt32: GLMeshProgram] = [:]
    var pool = GLTargetPool()
    /// For each size of framebuffers what drawing into them needs.
    private var helpers: [PixelSize: Helpers] = [:]
    private var frameNumber = 0
    var counts = DrawCounts()

    private struct Helpers {
        /// One for each nesting of groups.
        var groups: [GLTarget] = []
        /// What shaders read that need what was drawn before; nil if none does.
        var framebufferCopy: GLScreenTexture?
        /// The number of the frame that used them last.
        var lastUse = 0
    }

    init(_ textures: GLTextures) { self.textures = textures }

    /// The bytes of the textures that groups are drawn into, and of those that shaders read.
    var cachedBytes: Int {
        helpers.values.reduce(pool.byteCount) { sum, helpers in
            helpers.groups.reduce(sum) { $0 + $1.texture.byteCount }
                + (helpers.framebufferCopy?.byteCount ?? 0)
        }
    }

    var programCount: Int { programs.count }

    func beginFrame() {
        frameNumber += 1
        textures.beginFrame()
        programs.beginFrame()
    }

    /// Forgets what the frame did not need.
    func endFrame() {
        textures.endFrame()
        pool.endFrame()
        helpers = helpers.filter { $0.value.lastUse == frameNumber }
    }

    /// Prepares drawing operations of a list into framebuffers of a size, with `isolated` as many groups
    /// around them.
    func begin(_ list: DrawList, _ size: PixelSize, isolated: Int) throws(GLError) {
        let nesting = list.nesting + isolated
        guard nesting == 0 || fitsTexture(size) else {
            throw GLError(description: "OpenGL takes no groups of \(size.width) x \(size.height)")
        }
        glViewport(0, 0, GLsizei(size.width), GLsizei(size.height))
        glEnable(GLenum(GL_BLEND))
        glActiveTexture(GLenum(GL_TEXTURE0))
        var helpers = helpers[size] ?? Helpers()
        helpers.lastUse = frameNumber
        while helpers.groups.count < nesting { helpers.groups.append(try GLTarget(size)) }
        if helpers.framebufferCopy == nil,
            list.operations.contains(where: { GLBlending($0.compositing).readsBelow })
        {
            helpers.framebufferCopy = GLScreenTexture(size)
        }
        self.helpers[size] = helpers
    }

    /// Whether a texture can be as large.
    func fitsTexture(_ size: PixelSize) -> Bool {
        max(size.width, size.height) <= textures.largestSide
    }

    /// The target for what lies in so many groups.
    func group(_ nesting: Int, _ size: PixelSize) -> GLTarget? { helpers[size]?.groups.at(nesting) }

    /// Draws operations of a list, which lie in `nesting` groups, into a framebuffer of a size.
    func draw(
        _ list: DrawList, _ range: Range<Int>, into target: GLuint, nesting: Int, _ size: PixelSize
    ) throws(GLError) {
        bindFramebuffer(target)
        var index = range.lowerBound
        while index < range.upperBound {
            let operation = list.operations[index]
            let inner = index + 1..<index + 1 + operation.innerCount
            if !inner.isEmpty, let group = group(nesting, size) {
                group.clear(operation.area)
                try draw(list, inner, into: group.framebuffer, nesting: nesting + 1, size)
                bindFramebuffer(target)
            }
            try draw(operation, list, nesting: nesting, size)
            index = inner.upperBound
        }
    }

    private func draw(
        _ operation: DrawOperation, _ list: DrawList, nesting: Int, _ size: PixelSize
    ) throws(GLError) {
        let kind: GLLayerProgram.Content
        let before = textures.uploadSeconds
        defer {
            let seconds = textures.uploadSeconds - before
            if seconds > 0 { counts.add(seconds, .upload, layer: operation.sceneLayer) }
        }
        switch operation.content {
        case .picture(let sampling):
            let isPixelForPixel = sampling.copyOffset(in: operation.area) != nil
            kind = try bind(sampling, isPixelForPixel ? GL_NEAREST : GL_LINEAR)
        case .colour: kind = .colour
        case .gradient(let shading):
            try textures.texture(for: shading.ramp.bitmap).bind(GL_NEAREST)
            kind = .gradient(shading.kind, pieces: shading.pieces.count)
        case .group:
            group(nesting, size)?.texture.bind()
            kind = .group
        }
        try draw(operation, list.outlines[operation.outlines], kind, on: size)
    }

    private func bind(
        _ sampling: Sampling, _ filter: Int32
    ) throws(GLError) -> GLLayerProgram.Content {
        let samples = sampling.samples.count
        switch sampling.pixels {
        case .bitmap(let bitmap):
            try textures.texture(for: bitmap).bind(filter)
            return .picture(samples: samples, isDrawn: false)
        case .drawn(let picture):
            textures.target(of: picture)?.texture.bind(filter)
            return .picture(samples: samples, isDrawn: true)
        }
    }

    /// Lays the texture that is bound over what is below it, without any change, in an area.
    func drawBoundTexture(in area: PixelRect, on size: PixelSize) throws(GLError) {
        try draw(DrawOperation(content: .group(count: 0), area: area), [], .group, on: size)
    }

    private func draw(
        _ operation: DrawOperation, _ outlines: ArraySlice<Outline>, _ kind: GLLayerProgram.Content,
        on size: PixelSize
    ) throws(GLError) {
        let variant = GLLayerProgram.Variant(
            content: kind, hasMatrix: operation.colours != nil,
            blending: GLBlending(operation.compositing),
            outlines: outlines.map { GLLayerProgram.OutlineForm($0) })
        GLBlending.setFunction(operation.compositing)
        if variant.blending.readsBelow { helpers[size]?.framebufferCopy?.take(operation.area) }
        try programs.program(variant).draw(operation, outlines, on: size)
    }

    /// Draws a pass of a blur over all of `target`.
    func blur(
        _ source: GLTarget, into target: GLTarget, _ pass: GLBlurProgram.Pass
    ) throws(GLError) {
        bindFramebuffer(target.framebuffer)
        glViewport(0, 0, GLsizei(target.size.width), GLsizei(target.size.height))
        glDisable(GLenum(GL_BLEND))
        glActiveTexture(GLenum(GL_TEXTURE0))
        source.texture.bind(GL_NEAREST)
        try blurs.program(radius: pass.weights.count - 1).draw(
            pass, from: source.size, to: target.size)
    }

    /// Draws a mesh over all of `target`.
    func draw(_ mesh: MeshNodes, into target: GLTarget) throws(GLError) {
        bindFramebuffer(target.framebuffer)
        glViewport(0, 0, GLsizei(target.size.width), GLsizei(target.size.height))
        glDisable(GLenum(GL_BLEND))
        let kind = mesh.colourSpace.rawValue
        if meshes[kind] == nil { meshes[kind] = try GLMeshProgram(mesh.colourSpace) }
        meshes[kind]?.draw(mesh)
    }
}
