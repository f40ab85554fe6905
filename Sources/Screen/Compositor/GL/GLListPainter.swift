internal import CGLES
internal import CRowKernels
internal import Geometry
internal import Paint
internal import Picture
internal import Platform

/// Draws lists of operations into framebuffers, each operation in a pass of its own, groups through
/// a texture. On the processor: `RowPainter`. Keeps shaders, textures and targets from frame to frame.
final class GLListPainter {
    let textures: GLTextures
    private var programs = GLPrograms<GLLayerProgram>()
    private var blurs = GLPrograms<GLBlurProgram>()
    private var meshes = GLPrograms<GLMeshProgram>()
    private var meshEdges = GLPrograms<GLMeshEdgeProgram>()
    private var sprites = GLPrograms<GLSpriteProgram>()
    private var lenses = GLPrograms<GLLensProgram>()
    private var foils = GLPrograms<GLFoilProgram>()
    private var ripples = GLPrograms<GLRippleProgram>()
    private var cardShaders = GLCardShaders()
    private var halving = GLPrograms<GLHalvingProgram>()
    /// Smaller copies of drawn pictures, by these pictures' numbers: from mip 1 on.
    private var mips: [Int: [GLTarget]] = [:]
    var pool = GLTargetPool()
    /// For each size of framebuffers what drawing into them needs.
    private var helpers: [PixelSize: Helpers] = [:]
    private var frameNumber = 0
    /// Whether drawing only begins to compile programs, and gives OpenGL bitmaps.
    var isPreparing = false
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
        let copies = mips.values.joined().reduce(pool.byteCount) { $0 + $1.byteCount }
        return helpers.values.reduce(copies) { sum, helpers in
            helpers.groups.reduce(sum) { $0 + $1.texture.byteCount }
                + (helpers.framebufferCopy?.byteCount ?? 0)
        }
    }

    var programCount: Int { programs.count }

    /// How many programs of all kinds are kept.
    var keptPrograms: Int {
        programs.count + blurs.count + meshes.count + meshEdges.count + sprites.count
            + lenses.count + foils.count + ripples.count + cardShaders.count + halving.count
    }

    /// How many programs were compiled so far.
    var compiledPrograms: Int {
        programs.compiled + blurs.compiled + meshes.compiled + meshEdges.compiled
            + sprites.compiled + lenses.compiled + foils.compiled + ripples.compiled
            + cardShaders.compiled + halving.compiled
    }

    func beginFrame() {
        frameNumber += 1
        textures.beginFrame()
        programs.beginFrame()
        blurs.beginFrame()
        meshes.beginFrame()
        sprites.beginFrame()
        lenses.beginFrame()
        foils.beginFrame()
        ripples.beginFrame()
        cardShaders.beginFrame()
    }

    /// Begins to compile those programs that nearly every card needs.
    func beginCommonPrograms() {
        for content in [.picture(samples: 1, isDrawn: false), .colour, .group]
            as [GLSource.Content]
        {
            let source = GLSource.Variant(
                content: content, hasMatrix: false, outlines: GLSource.OutlineForms([]))
            let variant = GLLayerProgram.Variant(source: source, blending: .fixed)
            for other in variant.others { programs.begin(other) }
        }
    }

    /// Ends one of each kind of the programs that were begun for later frames.
    func finishOne() {
        programs.finishOne()
        blurs.finishOne()
        meshes.finishOne()
        meshEdges.finishOne()
        sprites.finishOne()
        lenses.finishOne()
        foils.finishOne()
        ripples.finishOne()
        cardShaders.finishOne()
        halving.finishOne()
    }

    /// Forgets what the frame did not need.
    func endFrame() {
        textures.endFrame()
        for number in Array(mips.keys) where textures.target(ofPicture: number) == nil {
            for copy in mips.removeValue(forKey: number) ?? [] { pool.giveBack(copy) }
        }
        pool.endFrame()
        helpers = helpers.filter { $0.value.lastUse == frameNumber }
    }

    /// Prepares drawing operations of a list into framebuffers of a size, with `isolated` as many groups
    /// around them.
    func begin(_ list: DrawList, _ size: PixelSize, isolated: Int) throws(GLError) {
        let nesting = list.nestingWithoutMaskedLayers(list.operations.indices) + isolated
        guard nesting == 0 || fitsTexture(size) else {
            throw GLError(description: "OpenGL takes no groups of \(size.width) x \(size.height)")
        }
        for operation in list.operations { try makeMips(operation) }
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

    /// Draws the smaller copies of a drawn picture up to the one that an operation shows.
    private func makeMips(_ operation: DrawOperation) throws(GLError) {
        guard case .picture(let sampling) = operation.content,
            case .drawn(let picture) = sampling.pixels,
            var source = textures.target(ofPicture: picture.number)
        else { return }
        for number in 0..<picture.mip {
            if mips[picture.number]?.at(number) == nil {
                let copy = try pool.take(source.size.halved, hasBytes: true)
                try halve(source, into: copy)
                mips[picture.number, default: []].append(copy)
            }
            source = mips[picture.number]?.at(number) ?? source
        }
    }

    private func halve(_ source: GLTarget, into copy: GLTarget) throws(GLError) {
        guard !isPreparing else { return halving.begin(.init()) }
        replace(copy)
        source.texture.bind(GL_NEAREST)
        try halving.program(.init()).draw(from: source.size, to: copy.size)
    }

    private func target(of picture: DrawnPicture) -> GLTarget? {
        picture.mip == 0
            ? textures.target(ofPicture: picture.number)
            : mips[picture.number]?.at(picture.mip - 1)
    }

    /// Whether a texture can be as large.
    func fitsTexture(_ size: PixelSize) -> Bool {
        max(size.width, size.height) <= textures.largestSide
    }

    /// Why the processor draws a mesh, or a lens; nil if it does not.
    func whyNot(_ mesh: MeshNodes, _ edges: [MeshEdge]) -> String? {
        if !fitsTexture(mesh.rect.size) { return "meshes: they are larger than a texture" }
        if !hasLongIndices { return "meshes: the driver has no indices of 32 bits" }
        return edges.isEmpty || drawsHalfFloats
            ? nil : "edges of meshes: the driver does not draw half floats"
    }

    func whyNot(_ sprites: PlacedSprites) -> String? {
        fitsTexture(sprites.rect.size) ? nil : "particles: they are larger than a texture"
    }

    func whyNot(_ lens: Frame.LensBitmaps) -> String? {
        let sizes = [lens.table.size, GLLensTable.size(lens.table), lens.bitmaps[0].size]
        return sizes.allSatisfy(fitsTexture)
            ? nil : "lenses: they, or their tables, are larger than a texture"
    }

    func whyNot(_ foil: Frame.LitFoil) -> String? {
        let sizes = foil.map.planes.map { GLFoilMap.size($0, of: foil.map) }
        return sizes.allSatisfy(fitsTexture) ? nil : "foils: they are larger than a texture"
    }

    /// Makes an area of a target clear, and its depths 0, and leaves the framebuffer bound.
    func clear(_ target: GLTarget, _ area: PixelRect) {
        if !isPreparing { target.clear(area) }
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
            if list.isMaskedLayer(index) {
                var layer = list.operations[index + 1]
                layer.compositing = operation.compositing
                try draw(layer, mask: list.operations[index + 2], list, nesting: nesting, size)
            } else {
                if !inner.isEmpty, let group = group(nesting, size) {
                    clear(group, operation.area)
                    try draw(list, inner, into: group.framebuffer, nesting: nesting + 1, size)
                    bindFramebuffer(target)
                }
                try draw(operation, mask: nil, list, nesting: nesting, size)
            }
            index = inner.upperBound
        }
    }

    /// Draws one operation, multiplied by its mask if there is one.
    private func draw(
        _ operation: DrawOperation, mask: DrawOperation?, _ list: DrawList, nesting: Int,
        _ size: PixelSize
    ) throws(GLError) {
        let before = textures.uploadSeconds
        defer {
            let seconds = textures.uploadSeconds - before
            if seconds > 0 { counts.add(seconds, .upload, layer: operation.sceneLayer) }
        }
        let outlines = list.outlines[operation.outlines]
        var variant = GLLayerProgram.Variant(
            source: GLSource.Variant(
                try bind(
                    operation, nesting, size, isShared: mask?.hasPicture(of: operation) == true),
                of: operation, outlines),
            blending: GLBlending(operation.compositing))
        var placedMask: GLLayerProgram.Placed?
        if let mask, case .mask(let kind) = mask.compositing {
            let outlines = list.outlines[mask.outlines]
            glActiveTexture(GLenum(GL_TEXTURE0 + GLLayerProgram.maskUnit))
            defer { glActiveTexture(GLenum(GL_TEXTURE0)) }
            variant.mask = GLLayerProgram.Mask(
                source: GLSource.Variant(
                    try bind(mask, nesting, size, isShared: mask.hasPicture(of: operation)),
                    of: mask, outlines),
                kind: kind)
            placedMask = (mask, outlines)
        }
        try draw((operation, outlines), mask: placedMask, variant, on: size)
    }

    /// Binds the texture that an operation shows. `isShared`: another source of the program reads the
    /// same texture, perhaps between its pixels.
    private func bind(
        _ operation: DrawOperation, _ nesting: Int, _ size: PixelSize, isShared: Bool
    ) throws(GLError) -> GLSource.Content {
        switch operation.content {
        case .picture(let sampling):
            let isPixelForPixel = !isShared && sampling.copyOffset(in: operation.area) != nil
            return try bind(sampling, isPixelForPixel ? GL_NEAREST : GL_LINEAR)
        case .colour: return .colour
        case .gradient(let shading):
            try textures.texture(for: shading.ramp.bitmap, isRamp: true).bind(GL_NEAREST)
            return .gradient(shading.kind, pieces: shading.pieces.count)
        case .group:
            group(nesting, size)?.texture.bind()
            return .group
        }
    }

    private func bind(_ sampling: Sampling, _ filter: Int32) throws(GLError) -> GLSource.Content {
        let samples = sampling.samples.count
        switch sampling.pixels {
        case .bitmap(let bitmap):
            try textures.texture(for: bitmap).bind(filter)
            return .picture(samples: samples, isDrawn: false)
        case .drawn(let picture):
            target(of: picture)?.texture.bind(filter)
            return .picture(samples: samples, isDrawn: true)
        }
    }

    /// Lays the texture that is bound over what is below it, without any change, in an area.
    func drawBoundTexture(in area: PixelRect, on size: PixelSize) throws(GLError) {
        let operation = DrawOperation(content: .group(count: 0), area: area)
        let source = GLSource.Variant(.group, of: operation, [])
        try draw(
            (operation, []), mask: nil, .init(source: source, blending: .fixed), on: size)
    }

    private func draw(
        _ source: GLLayerProgram.Placed, mask: GLLayerProgram.Placed?,
        _ variant: GLLayerProgram.Variant, on size: PixelSize
    ) throws(GLError) {
        let operation = source.operation
        GLBlending.setFunction(operation.compositing)
        if isPreparing {
            for other in variant.others { programs.begin(other) }
            return
        }
        if variant.blending.readsBelow { helpers[size]?.framebufferCopy?.take(operation.area) }
        try programs.program(variant).draw(source, mask: mask, on: size)
    }

    /// Begins to write all pixels of a target.
    private func replace(_ target: GLTarget) {
        bindFramebuffer(target.framebuffer)
        glViewport(0, 0, GLsizei(target.size.width), GLsizei(target.size.height))
        glDisable(GLenum(GL_BLEND))
        glActiveTexture(GLenum(GL_TEXTURE0))
    }

    /// Draws a pass of a blur over all of `target`.
    func blur(
        _ source: GLTarget, into target: GLTarget, _ pass: GLBlurProgram.Pass
    ) throws(GLError) {
        if isPreparing {
            for other in GLBlurProgram.variants { blurs.begin(other) }
            return
        }
        replace(target)
        source.texture.bind(GL_NEAREST)
        let variant = GLBlurProgram.variant(radius: pass.weights.count - 1)
        try blurs.program(variant).draw(pass, from: source.size, to: target.size)
    }

    /// Draws a picture that waves move over all of `target`.
    func draw(
        _ ripple: PlacedRipple, of source: GLTarget, into target: GLTarget
    ) throws(GLError) {
        guard !isPreparing else { return ripples.begin(.init()) }
        replace(target)
        source.texture.bind(GL_LINEAR)
        try ripples.program(.init()).draw(ripple, on: target.size)
    }

    /// Draws a picture that a card's shader changes over all of `target`; false if there is no such program.
    func draw(
        _ shader: PlacedShader, of source: GLTarget, into target: GLTarget
    ) throws(GLError) -> Bool {
        guard !isPreparing else {
            cardShaders.begin(shader.shader.program)
            return true
        }
        guard let program = cardShaders.program(shader.shader.program) else { return false }
        replace(target)
        for (unit, name) in program.pictureNames.enumerated() {
            guard let picture = shader.picture(name) else { continue }
            glActiveTexture(GLenum(GL_TEXTURE1 + Int32(unit)))
            try textures.texture(for: picture).bind(GL_LINEAR)
        }
        glActiveTexture(GLenum(GL_TEXTURE0))
        source.texture.bind(GL_LINEAR)
        program.draw(shader, on: target.size)
        return true
    }

    /// What the driver has said of cards' shaders since the last call.
    func takeMessages() -> [String] { cardShaders.takeMessages() }

    /// Draws a mesh over all of `target`, and then the pixels that its edges cut.
    func draw(
        _ mesh: MeshNodes, _ edges: [MeshEdge], _ buffers: GLMeshBuffers, into target: GLTarget
    ) throws(GLError) {
        guard !isPreparing else { return begin(mesh, hasEdges: !edges.isEmpty) }
        replace(target)
        textures.count(uploaded: buffers.take(mesh))
        try meshes.program(.init(mesh, isSampling: false)).draw(buffers, on: target.size)
        guard !edges.isEmpty else { return }
        let triangles = MeshEdgeTriangles(mesh, edges)
        let program = try meshEdges.program(.init())
        let means = try pool.take(target.size, hasDepths: true)
        defer { pool.giveBack(means) }
        try draw(mesh, triangles, program, into: means)
        replace(target)
        means.texture.bind(GL_NEAREST)
        program.draw(triangles.areas, on: target.size)
        textures.count(
            uploaded: triangles.nodes.count * MemoryLayout<rows_mesh_node>.stride
                + 2 * triangles.areas.count * MemoryLayout<SIMD2<Float>>.stride)
    }

    private func begin(_ mesh: MeshNodes, hasEdges: Bool) {
        meshes.begin(.init(mesh, isSampling: false))
        guard hasEdges else { return }
        meshes.begin(.init(mesh, isSampling: true))
        meshEdges.begin(.init())
    }

    /// Draws the mean of the samples of each pixel that an edge cuts.
    private func draw(
        _ mesh: MeshNodes, _ triangles: MeshEdgeTriangles, _ edges: GLMeshEdgeProgram,
        into means: GLTarget
    ) throws(GLError) {
        clear(means, PixelRect(x: 0, y: 0, size: means.size))
        replace(means)
        glBindTexture(GLenum(GL_TEXTURE_2D), 0)
        glEnable(GLenum(GL_DEPTH_TEST))
        defer { glDisable(GLenum(GL_DEPTH_TEST)) }
        glDepthFunc(GLenum(GL_ALWAYS))
        glColorMask(0, 0, 0, 0)
        edges.draw(triangles.areas, on: means.size)
        glColorMask(1, 1, 1, 1)
        glDepthFunc(GLenum(GL_LESS))
        glEnable(GLenum(GL_BLEND))
        glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE))
        try meshes.program(.init(mesh, isSampling: true))
            .drawSamples(triangles.nodes, on: means.size)
        GLBlending.setFunction(.normal)
    }

    /// Draws sprites into `target`.
    func draw(
        _ placed: PlacedSprites, _ vertices: GLSpriteVertices, into target: GLTarget
    ) throws(GLError) {
        let variant = GLSpriteProgram.Variant(placed.look)
        guard !isPreparing else { return sprites.begin(variant) }
        replace(target)
        var picture: SpritePicture?
        if case .picture(let shown) = placed.look {
            try textures.texture(for: shown.bitmap).bind(GL_LINEAR)
            picture = shown
        }
        textures.count(uploaded: vertices.take(placed))
        glEnable(GLenum(GL_BLEND))
        GLSpriteProgram.setFunction(placed.blend)
        try sprites.program(variant).draw(vertices, showing: picture, on: target.size)
        GLBlending.setFunction(.normal)
    }

    /// Draws what is seen through a lens over all of `target`.
    func draw(
        _ lens: Frame.LensBitmaps, _ table: GLLensTable, into target: GLTarget
    ) throws(GLError) {
        let count = lens.bitmaps.count
        if !isPreparing { replace(target) }
        for start in stride(from: 0, to: count, by: GLLensProgram.mostPictures) {
            let pictures = start..<min(start + GLLensProgram.mostPictures, count)
            for (unit, index) in pictures.enumerated() {
                glActiveTexture(GLenum(GL_TEXTURE0 + Int32(unit)))
                try textures.texture(for: lens.bitmaps[index]).bind(GL_NEAREST)
            }
            glActiveTexture(GLenum(GL_TEXTURE0 + Int32(pictures.count)))
            table.bind()
            let variant = GLLensProgram.Variant(
                pictures: pictures.count, isVertical: lens.table.raster.isVertical,
                hasRelief: lens.table.relief != nil)
            guard !isPreparing else {
                lenses.begin(variant)
                continue
            }
            try lenses.program(variant).draw(lens, pictures, tableSize: table.size)
            glEnable(GLenum(GL_BLEND))
            glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE))
        }
        GLBlending.setFunction(.normal)
        glActiveTexture(GLenum(GL_TEXTURE0))
    }

    /// Draws what is seen of a foil over all of `target`.
    func draw(_ foil: Frame.LitFoil, _ map: GLFoilMap, into target: GLTarget) throws(GLError) {
        let count = foil.map.planes.count
        guard !isPreparing else { return foils.begin(count) }
        replace(target)
        map.bind()
        try foils.program(count).draw(foil)
    }
}

extension DrawOperation {
    /// Whether both show the same picture.
    fileprivate func hasPicture(of other: DrawOperation) -> Bool {
        guard case .picture(let own) = content, case .picture(let others) = other.content else {
            return false
        }
        return own.pixels == others.pixels
    }
}
