internal import CGLES

/// Why OpenGL cannot draw: what its driver refused, with the driver's message if there is one, or
/// what is too large for it.
public struct GLError: Error, CustomStringConvertible {
    public let description: String
    /// Whether the context is lost, as after a reset of the graphics processor: a new one can draw.
    public var isContextLost = false
    /// The lines of the driver's message.
    var lines: [String] = []
}

extension GLError {
    /// The driver refused a shader or a program; `log` writes its message.
    fileprivate init(refused what: String, _ log: (GLsizei, UnsafeMutablePointer<GLchar>) -> Void) {
        var text = [CChar](repeating: 0, count: 1024)
        log(GLsizei(text.count), &text)
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let lines = String(decoding: bytes, as: UTF8.self).split { $0.isNewline }
        self.init(
            description: "OpenGL refuses the \(what): \(lines.joined(separator: " "))",
            lines: lines.map(String.init))
    }
}

/// A linked pair of shaders that draws rectangles.
final class GLProgram {
    /// The text of a vertex shader for a rectangle that fills the viewport.
    static let wholeViewport = """
        attribute vec2 vertex;
        void main() { gl_Position = vec4(vertex * 2.0 - 1.0, 0.0, 1.0); }
        """

    /// The text with which a fragment shader demands numbers of 32 bits, and the driver's message is
    /// told what they are needed for.
    static func highPrecision(for what: String) -> String {
        """
        #ifndef GL_FRAGMENT_PRECISION_HIGH
        #error the fragments are not precise enough for \(what)
        #endif
        precision highp float;
        """
    }

    private let name: GLuint
    /// The names of the shaders; none once the program is linked.
    private var shaders: [GLuint] = []
    private var vertexAttribute = GLuint(0)

    /// Begins to compile the shaders and to link them; many drivers do this on threads of their own. The
    /// vertex shader has an attribute `vertex`.
    init(vertex: String, fragment: String) {
        name = glCreateProgram()
        for (kind, source) in [(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)] {
            let shader = Self.shader(kind, source)
            glAttachShader(name, shader)
            shaders.append(shader)
        }
        glLinkProgram(name)
    }

    /// Waits until the program is linked. Before this, nothing else is done with it.
    func finish() throws(GLError) {
        defer { deleteShaders() }
        for shader in shaders {
            var isCompiled = GLint(0)
            glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &isCompiled)
            guard isCompiled != 0 else {
                throw GLError(refused: "shader") { glGetShaderInfoLog(shader, $0, nil, $1) }
            }
        }
        var isLinked = GLint(0)
        glGetProgramiv(name, GLenum(GL_LINK_STATUS), &isLinked)
        guard isLinked != 0 else {
            throw GLError(refused: "program") { glGetProgramInfoLog(name, $0, nil, $1) }
        }
        vertexAttribute = GLuint(bitPattern: glGetAttribLocation(name, "vertex"))
    }

    deinit {
        deleteShaders()
        glDeleteProgram(name)
    }

    private func deleteShaders() {
        for shader in shaders { glDeleteShader(shader) }
        shaders = []
    }

    /// -1 if the shaders do not use it; setting it then does nothing.
    func location(_ uniform: String) -> GLint { glGetUniformLocation(name, uniform) }

    /// The number of an attribute that the vertex shader uses.
    func attribute(_ attribute: String) -> GLuint {
        GLuint(bitPattern: glGetAttribLocation(name, attribute))
    }

    func use() { glUseProgram(name) }

    /// Draws the rectangle whose sides lie at these values of the attribute `vertex`.
    func draw(left: Float = 0, top: Float = 0, right: Float = 1, bottom: Float = 1) {
        glEnableVertexAttribArray(vertexAttribute)
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), 0)
        let corners: [Float] = [left, top, right, top, left, bottom, right, bottom]
        corners.withUnsafeBytes { bytes in
            glVertexAttribPointer(vertexAttribute, 2, GLenum(GL_FLOAT), 0, 0, bytes.baseAddress)
            glDrawArrays(GLenum(GL_TRIANGLE_STRIP), 0, 4)
        }
    }

    private static func shader(_ kind: Int32, _ source: String) -> GLuint {
        let shader = glCreateShader(GLenum(kind))
        // Without the version, NVIDIA's driver takes the text for another language.
        "#version 100\n\(source)".withCString { text in
            var text: UnsafePointer<GLchar>? = text
            glShaderSource(shader, 1, &text, nil)
        }
        glCompileShader(shader)
        return shader
    }
}
