internal import CGLES
internal import Geometry

/// The framebuffer that is bound, such as the window's.
var boundFramebuffer: GLuint {
    var name = GLint(0)
    glGetIntegerv(GLenum(GL_FRAMEBUFFER_BINDING), &name)
    return GLuint(bitPattern: name)
}

func bindFramebuffer(_ name: GLuint) { glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name) }

/// What the driver of the first context has beyond OpenGL ES 2.0.
private let extensions = Set(driverText(GL_EXTENSIONS).split(separator: " ").map(String.init))

/// What the driver of the current context says of itself; empty without one.
func driverText(_ name: Int32) -> String {
    glGetString(GLenum(name)).map { String(cString: $0) } ?? ""
}

/// Whether a copy from a framebuffer may come before what was drawn into it: so it is with Mesa 22.3's
/// llvmpipe, for example when one group follows another in the same framebuffer.
private let copiesEarly = driverText(GL_RENDERER).contains("llvmpipe")

/// Whether the driver draws into textures of half floats.
let drawsHalfFloats = extensions.isSuperset(
    of: ["GL_OES_texture_half_float", "GL_EXT_color_buffer_half_float"])

/// Whether the indices of nodes may have 32 bits.
let hasLongIndices = extensions.contains("GL_OES_element_index_uint")

/// The type of the numbers of a texture that groups are drawn into, or that their pixels are copied
/// to: half floats where the driver has them, because each pass rounds; otherwise bytes.
private let targetComponent =
    drawsHalfFloats ? GLenum(0x8D61) : GLenum(GL_UNSIGNED_BYTE)  // GL_HALF_FLOAT_OES

/// A texture for an image of the screen's size: a group, or a copy of a framebuffer's pixels.
/// Shaders read from such a copy what was drawn before, or it is drawn again in a later frame.
final class GLScreenTexture {
    let size: PixelSize
    /// Whether the image is one of a window: its components have 8 bits, and there is no alpha.
    let hasNoAlpha: Bool
    private(set) var name = GLuint(0)

    /// Whether its numbers are bytes.
    let hasBytes: Bool
    private var filter = GL_NEAREST

    /// Leaves the texture bound.
    init(_ size: PixelSize, hasNoAlpha: Bool = false, hasBytes: Bool = false) {
        (self.size, self.hasNoAlpha, self.hasBytes) = (size, hasNoAlpha, hasNoAlpha || hasBytes)
        let format = hasNoAlpha ? GL_RGB : GL_RGBA
        let component = self.hasBytes ? GLenum(GL_UNSIGNED_BYTE) : targetComponent
        glGenTextures(1, &name)
        bind()
        setTextureEdges()
        setTextureInterpolation(GL_NEAREST)
        glTexImage2D(
            GLenum(GL_TEXTURE_2D), 0, format, GLsizei(size.width), GLsizei(size.height), 0,
            GLenum(format), component, nil)
    }

    deinit { glDeleteTextures(1, &name) }

    var byteCount: Int { (hasBytes ? 4 : 8) * size.area }

    func bind() { glBindTexture(GLenum(GL_TEXTURE_2D), name) }

    /// The same, and sets what is shown between the pixels' centres: GL_NEAREST or, of a texture of bytes,
    /// GL_LINEAR.
    func bind(_ filter: Int32) {
        bind()
        guard filter != self.filter else { return }
        setTextureInterpolation(filter)
        self.filter = filter
    }

    /// The number of the texture unit from which shaders read a copy.
    static let copyUnit = GLint(1)

    /// Copies an area of the bound framebuffer to the same place in the texture, which it binds to
    /// `copyUnit`.
    func take(_ area: PixelRect) {
        glActiveTexture(GLenum(GL_TEXTURE0 + Self.copyUnit))
        defer { glActiveTexture(GLenum(GL_TEXTURE0)) }
        bind()
        if copiesEarly { glFinish() }
        // OpenGL counts rows from the bottom.
        let (x, y) = (GLint(area.x), GLint(size.height - area.endY))
        glCopyTexSubImage2D(
            GLenum(GL_TEXTURE_2D), 0, x, y, x, y, GLsizei(area.width), GLsizei(area.height))
    }
}

/// What groups and off-screen pictures are drawn into.
final class GLTarget {
    let texture: GLScreenTexture
    var size: PixelSize { texture.size }
    private(set) var framebuffer = GLuint(0)
    /// The name of its depths; 0 if it has none.
    private var depths = GLuint(0)
    var hasDepths: Bool { depths != 0 }

    /// Leaves the framebuffer and the texture bound. `hasBytes`: its numbers are bytes, as those of a
    /// bitmap; otherwise half floats where the driver has them.
    init(_ size: PixelSize, hasBytes: Bool = false, hasDepths: Bool = false) throws(GLError) {
        texture = GLScreenTexture(size, hasBytes: hasBytes)
        glGenFramebuffers(1, &framebuffer)
        bindFramebuffer(framebuffer)
        glFramebufferTexture2D(
            GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D),
            texture.name, 0)
        if hasDepths { addDepths() }
        let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
        guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
            throw GLError(
                description: "OpenGL cannot draw groups of \(size.width) x \(size.height): "
                    + "0x\(String(status, radix: 16))")
        }
    }

    deinit {
        glDeleteFramebuffers(1, &framebuffer)
        if hasDepths { glDeleteRenderbuffers(1, &depths) }
    }

    var byteCount: Int { texture.byteCount + (hasDepths ? 2 * size.area : 0) }

    private func addDepths() {
        glGenRenderbuffers(1, &depths)
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), depths)
        glRenderbufferStorage(
            GLenum(GL_RENDERBUFFER), GLenum(GL_DEPTH_COMPONENT16), GLsizei(size.width),
            GLsizei(size.height))
        glFramebufferRenderbuffer(
            GLenum(GL_FRAMEBUFFER), GLenum(GL_DEPTH_ATTACHMENT), GLenum(GL_RENDERBUFFER), depths)
    }

    /// Makes an area clear, and its depths 0, and leaves the framebuffer bound.
    func clear(_ area: PixelRect) {
        bindFramebuffer(framebuffer)
        glEnable(GLenum(GL_SCISSOR_TEST))
        // OpenGL counts rows from the bottom.
        glScissor(
            GLint(area.x), GLint(texture.size.height - area.endY), GLsizei(area.width),
            GLsizei(area.height))
        glClearColor(0, 0, 0, 0)
        glClearDepthf(0)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT | (hasDepths ? GL_DEPTH_BUFFER_BIT : 0)))
        glClearColor(0, 0, 0, 1)
        glDisable(GLenum(GL_SCISSOR_TEST))
    }
}
