internal import CGLES
internal import Geometry

/// Where OpenGL draws.
struct GLFramebuffer {
    private let name: GLuint

    fileprivate init(_ name: GLuint) { self.name = name }

    /// The framebuffer that is bound, such as the window's.
    static var current: GLFramebuffer {
        var name = GLint(0)
        glGetIntegerv(GLenum(GL_FRAMEBUFFER_BINDING), &name)
        return GLFramebuffer(GLuint(bitPattern: name))
    }

    func bind() { glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name) }
}

/// The type of the numbers of a texture that groups are drawn into, or that their pixels are copied
/// to: half floats where the driver has them, because each pass rounds; otherwise bytes.
private var targetComponent: GLenum {
    let halfFloat = GLenum(0x8D61)  // GL_HALF_FLOAT_OES
    let needed = ["GL_OES_texture_half_float", "GL_EXT_color_buffer_half_float"]
    guard let text = glGetString(GLenum(GL_EXTENSIONS)) else { return GLenum(GL_UNSIGNED_BYTE) }
    let extensions = String(cString: text).split(separator: " ")
    return needed.allSatisfy { extensions.contains($0[...]) }
        ? halfFloat : GLenum(GL_UNSIGNED_BYTE)
}

/// Binds a texture, and gives it room for an image of `size`. If `hasNoAlpha`, the image is one of
/// a window: its components have 8 bits, and there is no alpha.
func allocateTexture(_ texture: GLuint, _ size: PixelSize, hasNoAlpha: Bool = false) {
    let format = hasNoAlpha ? GL_RGB : GL_RGBA
    let component = hasNoAlpha ? GLenum(GL_UNSIGNED_BYTE) : targetComponent
    glBindTexture(GLenum(GL_TEXTURE_2D), texture)
    setTextureEdges()
    setTextureInterpolation(GL_NEAREST)
    glTexImage2D(
        GLenum(GL_TEXTURE_2D), 0, format, GLsizei(size.width), GLsizei(size.height), 0,
        GLenum(format), component, nil)
}

/// A texture of the screen's size that a group is drawn into.
final class GLGroupTarget {
    let size: PixelSize
    private var texture = GLuint(0)
    private var name = GLuint(0)

    /// Leaves the framebuffer and the texture bound.
    init(_ size: PixelSize) throws(GLError) {
        self.size = size
        glGenTextures(1, &texture)
        allocateTexture(texture, size)
        glGenFramebuffers(1, &name)
        framebuffer.bind()
        glFramebufferTexture2D(
            GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture, 0)
        let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
        guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
            throw GLError(
                description: "OpenGL cannot draw groups of \(size.width) x \(size.height): "
                    + "0x\(String(status, radix: 16))")
        }
    }

    deinit {
        glDeleteFramebuffers(1, &name)
        glDeleteTextures(1, &texture)
    }

    var framebuffer: GLFramebuffer { GLFramebuffer(name) }

    /// The bytes of the texture, with half floats.
    var byteCount: Int { 8 * size.area }

    func bindTexture() { glBindTexture(GLenum(GL_TEXTURE_2D), texture) }

    /// Makes an area clear, and leaves the framebuffer bound.
    func clear(_ area: PixelRect) {
        framebuffer.bind()
        glEnable(GLenum(GL_SCISSOR_TEST))
        // OpenGL counts rows from the bottom.
        glScissor(
            GLint(area.x), GLint(size.height - area.endY), GLsizei(area.width),
            GLsizei(area.height))
        glClearColor(0, 0, 0, 0)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        glClearColor(0, 0, 0, 1)
        glDisable(GLenum(GL_SCISSOR_TEST))
    }
}
