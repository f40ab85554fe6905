internal import CGLES

/// An OpenGL error with the driver's message.
public struct GLError: Error, CustomStringConvertible {
    public let description: String
}

extension GLError {
    /// The driver refused a shader or a program; `log` writes its message.
    fileprivate init(refused what: String, _ log: (GLsizei, UnsafeMutablePointer<GLchar>) -> Void) {
        var text = [CChar](repeating: 0, count: 1024)
        log(GLsizei(text.count), &text)
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let lines = String(decoding: bytes, as: UTF8.self).split { $0.isNewline }
        self.init(description: "OpenGL refuses the \(what): \(lines.joined(separator: " "))")
    }
}

/// The shader that composites a given number of layers, and the square that it draws.
final class GLProgram {
    private let name: GLuint
    private let opacity: GLint
    private let corner: GLuint

    init(layers count: Int) throws(GLError) {
        name = glCreateProgram()
        try Self.attach(GL_VERTEX_SHADER, Self.vertexShader, to: name)
        try Self.attach(GL_FRAGMENT_SHADER, Self.fragmentShader(layers: count), to: name)
        try Self.link(name)
        opacity = glGetUniformLocation(name, "opacity")
        corner = GLuint(bitPattern: glGetAttribLocation(name, "corner"))
        glUseProgram(name)
        for unit in 0..<count {
            glUniform1i(glGetUniformLocation(name, "layer\(unit)"), GLint(unit))
        }
    }

    deinit { glDeleteProgram(name) }

    /// Draws the layers bound to the first texture units over the viewport.
    func draw(opacities: [Float]) {
        glUseProgram(name)
        glUniform1fv(opacity, GLsizei(opacities.count), opacities)
        glEnableVertexAttribArray(corner)
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), 0)
        let corners: [Float] = [0, 0, 1, 0, 0, 1, 1, 1]
        corners.withUnsafeBytes { bytes in
            glVertexAttribPointer(corner, 2, GLenum(GL_FLOAT), 0, 0, bytes.baseAddress)
            glDrawArrays(GLenum(GL_TRIANGLE_STRIP), 0, 4)
        }
    }

    private static func attach(_ kind: Int32, _ source: String, to program: GLuint) throws(GLError)
    {
        let shader = glCreateShader(GLenum(kind))
        defer { glDeleteShader(shader) }
        source.withCString { text in
            var text: UnsafePointer<GLchar>? = text
            glShaderSource(shader, 1, &text, nil)
        }
        glCompileShader(shader)
        var isCompiled = GLint(0)
        glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &isCompiled)
        guard isCompiled != 0 else {
            throw GLError(refused: "shader") { glGetShaderInfoLog(shader, $0, nil, $1) }
        }
        glAttachShader(program, shader)
    }

    private static func link(_ program: GLuint) throws(GLError) {
        glLinkProgram(program)
        var isLinked = GLint(0)
        glGetProgramiv(program, GLenum(GL_LINK_STATUS), &isLinked)
        guard isLinked != 0 else {
            throw GLError(refused: "program") { glGetProgramInfoLog(program, $0, nil, $1) }
        }
    }

    /// Bitmaps start with the top row, the viewport with the bottom row.
    private static let vertexShader = """
        attribute vec2 corner;
        varying vec2 place;
        void main() {
            place = vec2(corner.x, 1.0 - corner.y);
            gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
        }
        """

    /// Premultiplied source-over, from the lowest layer up.
    private static func fragmentShader(layers count: Int) -> String {
        let samplers = (0..<count).map { "uniform sampler2D layer\($0);\n" }.joined()
        let steps = (0..<count).map {
            """
                top = texture2D(layer\($0), place) * opacity[\($0)];
                sum = min(top + sum * (1.0 - top.a), 1.0);

            """
        }.joined()
        return """
            #ifdef GL_FRAGMENT_PRECISION_HIGH
            precision highp float;
            #else
            precision mediump float;
            #endif
            varying vec2 place;
            uniform float opacity[\(count)];
            \(samplers)
            void main() {
                vec4 top;
                vec4 sum = vec4(0.0);
            \(steps)
                gl_FragColor = sum.bgra;
            }
            """
    }
}
