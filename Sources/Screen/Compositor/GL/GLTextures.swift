internal import CGLES
internal import Geometry
internal import Picture
internal import Platform

/// Bitmaps as textures, each made once while frames show it, and textures that were drawn.
final class GLTextures {
    /// The largest texture, in pixels along a side.
    let largestSide: Int
    /// The processor time that new textures took so far.
    private(set) var uploadSeconds = 0.0
    /// The bytes of pictures, and those of pictures, colours of gradients, tables and vertices, that were
    /// given to OpenGL so far.
    private(set) var uploadedPictureBytes = 0
    private(set) var uploadedBytes = 0
    private var textures: [ObjectIdentifier: GLTexture] = [:]
    /// Drawn textures by their pictures' numbers; their owners keep them.
    private var drawn: [Int: Weak] = [:]
    private var nextNumber = 0

    private struct Weak {
        weak var target: GLTarget?
    }

    init() {
        var size = GLint(0)
        glGetIntegerv(GLenum(GL_MAX_TEXTURE_SIZE), &size)
        largestSide = Int(size)
    }

    /// `isRamp` says that the bitmap has the colours of a gradient.
    func texture(for bitmap: Bitmap, isRamp: Bool = false) throws(GLError) -> GLTexture {
        if let texture = textures[ObjectIdentifier(bitmap)] {
            texture.lastUse = frameNumber
            return texture
        }
        guard max(bitmap.width, bitmap.height) <= largestSide else {
            throw GLError(
                description: "OpenGL takes pictures of at most \(largestSide) pixels a side, not "
                    + "\(bitmap.width) x \(bitmap.height)")
        }
        let began = processorSeconds()
        let texture = GLTexture(bitmap)
        texture.lastUse = frameNumber
        uploadSeconds += processorSeconds() - began
        if !isRamp { uploadedPictureBytes += bitmap.byteCount }
        count(uploaded: bitmap.byteCount)
        textures[ObjectIdentifier(bitmap)] = texture
        return texture
    }

    func count(uploaded bytes: Int) { uploadedBytes += bytes }

    /// A picture that shows what a target has now; it is shown as long as somebody keeps the target.
    func picture(of target: GLTarget, isOpaque: Bool = false) -> DrawnPicture {
        nextNumber += 1
        drawn[nextNumber] = Weak(target: target)
        return DrawnPicture(number: nextNumber, size: target.size, isOpaque: isOpaque)
    }

    /// Nil for a picture whose target is gone.
    func target(ofPicture number: Int) -> GLTarget? { drawn[number]?.target }

    var byteCount: Int { textures.values.reduce(0) { $0 + $1.byteCount } }

    private var frameNumber = 0
    /// So many bytes textures may have that the newest frame does not show.
    private static let budget = 256_000_000

    func beginFrame() {
        frameNumber += 1
        drawn = drawn.filter { $0.value.target != nil }
    }

    /// Deletes the textures of bitmaps that nobody else has, and beyond the budget those whose last use is
    /// the longest ago.
    func endFrame() {
        textures = textures.filter { !$0.value.hasBitmapAlone }
        let unused = textures.filter { $0.value.lastUse < frameNumber }
        var excess = unused.reduce(-Self.budget) { $0 + $1.value.byteCount }
        for (key, texture) in unused.sorted(by: { $0.value.lastUse < $1.value.lastUse })
        where excess > 0 {
            excess -= texture.byteCount
            textures[key] = nil
        }
    }
}

/// A bitmap as a texture. Keeps the bitmap alive, so that its identity stays unique.
final class GLTexture {
    private var bitmap: Bitmap
    /// The number of the frame that showed it last.
    var lastUse = 0
    /// Whether nobody else has the bitmap.
    var hasBitmapAlone: Bool { isKnownUniquelyReferenced(&bitmap) }
    var byteCount: Int { bitmap.byteCount }
    private var name = GLuint(0)
    private var filter = GL_NEAREST

    init(_ bitmap: Bitmap) {
        self.bitmap = bitmap
        glGenTextures(1, &name)
        glBindTexture(GLenum(GL_TEXTURE_2D), name)
        setTextureEdges()
        setTextureInterpolation(GL_NEAREST)
        // ES 2.0 has no BGRA: blue and red are exchanged here, and again in the shader.
        glTexImage2D(
            GLenum(GL_TEXTURE_2D), 0, GL_RGBA, GLsizei(bitmap.width), GLsizei(bitmap.height), 0,
            GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), bitmap.start)
    }

    deinit { glDeleteTextures(1, &name) }

    /// Binds the texture to the active unit. `filter` says what is shown between the pixels'
    /// centres: GL_NEAREST or GL_LINEAR.
    func bind(_ filter: Int32) {
        glBindTexture(GLenum(GL_TEXTURE_2D), name)
        guard filter != self.filter else { return }
        setTextureInterpolation(filter)
        self.filter = filter
    }
}

func setTextureInterpolation(_ filter: Int32) {
    for use in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
        glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(use), filter)
    }
}

/// Lets the bound texture go on beyond its edges with its outermost pixels. OpenGL ES 2.0 demands
/// this of textures whose sides are no powers of two.
func setTextureEdges() {
    for side in [GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T] {
        glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(side), GL_CLAMP_TO_EDGE)
    }
}
