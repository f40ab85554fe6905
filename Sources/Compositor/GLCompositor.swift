internal import CGLES
import Geometry
public import Picture

/// Composites with OpenGL ES 2.0, into the framebuffer of the current context.
///
/// Up to eight layers are drawn in one pass by one fragment shader, compiled for their number; more
/// take further passes.
/// Used on the thread of the context, which must outlive it.
public final class GLCompositor: Compositor {
    public static let name = "gl"
    /// The largest texture, in pixels along a side.
    private let largestSide: Int
    private var programs: [Int: GLProgram] = [:]
    private var textures: [ObjectIdentifier: GLTexture] = [:]
    /// OpenGL ES 2.0 guarantees at least eight textures per pass.
    private static let layersPerPass = 8

    /// The context must be current.
    public init() {
        var size = GLint(0)
        glGetIntegerv(GLenum(GL_MAX_TEXTURE_SIZE), &size)
        largestSide = Int(size)
        glDisable(GLenum(GL_DITHER))
        glDisable(GLenum(GL_DEPTH_TEST))
        glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
        glClearColor(0, 0, 0, 1)
    }

    /// Draws `frame`; the caller presents it.
    public func draw(_ frame: Frame) throws(GLError) {
        forgetTextures(notIn: frame)
        glViewport(0, 0, GLsizei(frame.size.width), GLsizei(frame.size.height))
        glDisable(GLenum(GL_BLEND))
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        var layers = frame.visibleLayers
        while !layers.isEmpty {
            try draw(layers.prefix(Self.layersPerPass), in: frame.card, height: frame.size.height)
            layers = layers.dropFirst(Self.layersPerPass)
            glEnable(GLenum(GL_BLEND))
        }
        glEnable(GLenum(GL_BLEND))
        for overlay in frame.overlays { try draw(overlay, height: frame.size.height) }
        try checkError()
    }

    public func bitmap(_ frame: Frame) throws(GLError) -> Bitmap {
        try draw(frame)
        let (width, height) = (frame.size.width, frame.size.height)
        var pixels = [UInt32](repeating: 0, count: width * height)
        glReadPixels(
            0, 0, GLsizei(width), GLsizei(height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE),
            &pixels)
        let rows = (0..<height).reversed().lazy.flatMap { y in
            pixels[y * width..<(y + 1) * width].lazy.map(Self.argb)
        }
        return Bitmap(width: width, height: height, pixels: Array(rows))
    }

    /// The driver's first error since the last call, such as a lack of memory.
    private func checkError() throws(GLError) {
        let error = glGetError()
        guard error != GLenum(GL_NO_ERROR) else { return }
        throw GLError(description: "OpenGL failed with error 0x\(String(error, radix: 16))")
    }

    private static func argb(abgr pixel: UInt32) -> UInt32 {
        0xFF00_0000 | (pixel & 0xFF) << 16 | pixel & 0xFF00 | (pixel >> 16) & 0xFF
    }

    private func draw(_ overlay: Frame.Overlay, height: Int) throws(GLError) {
        let bitmap = overlay.bitmap
        let place = PixelRect(
            x: overlay.x, y: overlay.y, width: bitmap.width, height: bitmap.height)
        try draw([PlainLayer(bitmap, weight: .max)], in: place, height: height)
    }

    private func draw(_ layers: ArraySlice<PlainLayer>, in rect: PixelRect, height: Int)
        throws(GLError)
    {
        let program = try program(layers: layers.count)
        for (unit, layer) in layers.enumerated() {
            glActiveTexture(GLenum(GL_TEXTURE0 + Int32(unit)))
            try texture(for: layer.bitmap).bind()
        }
        // OpenGL counts rows from the bottom.
        glViewport(
            GLint(rect.x), GLint(height - rect.y - rect.height), GLsizei(rect.width),
            GLsizei(rect.height))
        program.draw(opacities: layers.map { Float($0.weight) / 65535 })
    }

    private func program(layers count: Int) throws(GLError) -> GLProgram {
        if let program = programs[count] { return program }
        let program = try GLProgram(layers: count)
        programs[count] = program
        return program
    }

    private func texture(for bitmap: Bitmap) throws(GLError) -> GLTexture {
        if let texture = textures[ObjectIdentifier(bitmap)] { return texture }
        guard max(bitmap.width, bitmap.height) <= largestSide else {
            throw GLError(
                description: "OpenGL takes pictures of at most \(largestSide) pixels a side, not "
                    + "\(bitmap.width) x \(bitmap.height)")
        }
        let texture = GLTexture(bitmap)
        textures[ObjectIdentifier(bitmap)] = texture
        return texture
    }

    private func forgetTextures(notIn frame: Frame) {
        let bitmaps = frame.layers.compactMap(\.bitmap) + frame.overlays.map(\.bitmap)
        let shown = Set(bitmaps.map { ObjectIdentifier($0) })
        textures = textures.filter { shown.contains($0.key) }
    }
}

/// A bitmap as a texture. Keeps the bitmap alive, so that its identity stays unique.
private final class GLTexture {
    private let bitmap: Bitmap
    private var name = GLuint(0)

    init(_ bitmap: Bitmap) {
        self.bitmap = bitmap
        glGenTextures(1, &name)
        glBindTexture(GLenum(GL_TEXTURE_2D), name)
        for side in [GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T] {
            glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(side), GL_CLAMP_TO_EDGE)
        }
        // A bitmap has the size at which it is shown.
        for filter in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
            glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(filter), GL_NEAREST)
        }
        // ES 2.0 has no BGRA: blue and red are exchanged here, and again in the shader.
        glTexImage2D(
            GLenum(GL_TEXTURE_2D), 0, GL_RGBA, GLsizei(bitmap.width), GLsizei(bitmap.height), 0,
            GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), bitmap.pixels)
    }

    deinit { glDeleteTextures(1, &name) }

    /// Binds the texture to the active unit.
    func bind() { glBindTexture(GLenum(GL_TEXTURE_2D), name) }
}
