internal import CGLES
import Geometry
public import Picture
internal import Platform

/// Composites with OpenGL ES 2.0, into the framebuffer of the current context. On the processor:
/// `CPUCompositor`.
///
/// Of a plain frame, up to eight layers are drawn in one pass by one fragment shader, compiled for
/// their number; more layers take further passes. `GLLayers` draws the other frames. Used on the
/// context's thread. The context must outlive the compositor.
public final class GLCompositor: Compositor {
    public static let name = "gl"

    /// The driver of the current context, as "OpenGL ES 3.2 Mesa 22.3.6, llvmpipe".
    public static var driver: String {
        [GL_VERSION, GL_RENDERER].map(driverText).joined(separator: ", ")
    }

    private let textures: GLTextures
    private var programs = GLPrograms<GLStackProgram>()
    let painter: GLListPainter
    private let layers: GLLayers
    private var offscreen: Offscreen<GLOffscreenPainter>
    private var plainCounts = DrawCounts()
    /// OpenGL ES 2.0 guarantees at least eight textures per pass.
    private static let layersPerPass = 8

    /// Asked while a frame is drawn that takes long: whether nobody wants it any more. Then it is
    /// left incomplete, and no other frame may follow.
    public var isUnwanted: () -> Bool {
        get { offscreen.isUnwanted }
        set { offscreen.isUnwanted = newValue }
    }

    public var counts: DrawCounts {
        var counts = plainCounts + layers.counts + painter.counts + offscreen.counts
        counts.uploadedBytes = textures.uploadedBytes
        return counts
    }

    public var cachedBytes: Int {
        offscreen.cachedBytes + layers.cachedBytes + painter.cachedBytes + textures.byteCount
    }

    /// The longest side of a picture that OpenGL takes, pixels: on a small board fewer than on others.
    public var longestPictureSide: Int { textures.largestSide }

    /// What the driver has said of cards' shaders since the last call, one line; nil if nothing.
    public func takeMessage() -> String? {
        let messages = painter.takeMessages()
        return messages.isEmpty ? nil : messages.joined(separator: "; ")
    }

    /// How many programs it keeps for later frames.
    public var shaderPrograms: Int { programs.count + painter.keptPrograms }

    /// How many programs were compiled so far.
    var compiledPrograms: Int { programs.compiled + painter.compiledPrograms }
    var uploadedPictureBytes: Int { textures.uploadedPictureBytes }

    /// The context must be current.
    public init() {
        textures = GLTextures()
        painter = GLListPainter(textures)
        layers = GLLayers(painter)
        offscreen = Offscreen(painter)
        glDisable(GLenum(GL_DITHER))
        glDisable(GLenum(GL_DEPTH_TEST))
        glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
        glClearColor(0, 0, 0, 1)
    }

    /// Draws `frame`; the caller presents it.
    public func draw(_ frame: Frame) throws(GLError) {
        painter.beginFrame()
        defer { painter.endFrame() }
        let screen = boundFramebuffer
        defer { bindFramebuffer(screen) }
        let frame = try offscreen.flattened(frame)
        bindFramebuffer(screen)
        glViewport(0, 0, GLsizei(frame.size.width), GLsizei(frame.size.height))
        glDisable(GLenum(GL_BLEND))
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        if frame.isPlain {
            layers.forgetCached()
            for _ in frame.visibleLayers { plainCounts.add(drawn: frame.card) }
            try drawPlain(frame)
        } else {
            try layers.draw(frame)
        }
        glEnable(GLenum(GL_BLEND))
        for overlay in frame.overlays { try draw(overlay, height: frame.size.height) }
        try checkError()
        programs.finishOne()
        painter.finishOne()
    }

    /// Begins to compile the programs of a frame, and gives OpenGL its bitmaps: then drawing it takes no
    /// longer than drawing others. Draws nothing.
    public func prepare(_ frame: Frame) throws(GLError) {
        painter.beginFrame()
        painter.isPreparing = true
        defer {
            painter.isPreparing = false
            painter.endFrame()
        }
        var offscreen = Offscreen<GLOffscreenPainter>(painter)
        let flat = try offscreen.flattened(frame)
        if flat.isPlain {
            beginPlain(flat)
            for layer in flat.visibleLayers { _ = try textures.texture(for: layer.bitmap) }
        } else {
            painter.beginCommonPrograms()
            try GLLayers(painter).draw(flat)
        }
        try checkError()
    }

    /// Others of the layers become visible while the card is tilted.
    private func beginPlain(_ frame: Frame) {
        for count in 1...max(1, min(frame.layers.count, Self.layersPerPass)) {
            programs.begin(count)
        }
    }

    /// Draws layers that are bitmaps of the card's size.
    private func drawPlain(_ frame: Frame) throws(GLError) {
        var layers = frame.visibleLayers
        beginPlain(frame)
        while !layers.isEmpty {
            try draw(layers.prefix(Self.layersPerPass), in: frame.card, height: frame.size.height)
            layers = layers.dropFirst(Self.layersPerPass)
            glEnable(GLenum(GL_BLEND))
        }
    }

    public func bitmap(_ frame: Frame) throws(GLError) -> Bitmap {
        try draw(frame)
        let (width, height) = (frame.size.width, frame.size.height)
        let pixels = OwnedBuffer<UInt32>(count: width * height) {
            glReadPixels(
                0, 0, GLsizei(width), GLsizei(height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE),
                $0)
        }
        return Bitmap(frame.size) { bitmap in
            for index in 0..<width * height {
                // OpenGL counts rows from the bottom.
                let (x, y) = (index % width, height - 1 - index / width)
                bitmap[index] = Self.argb(abgr: pixels[y * width + x])
            }
        }
    }

    /// GL_CONTEXT_LOST of the extension KHR_robustness.
    private static let contextLost = GLenum(0x0507)

    /// Throws the first error that OpenGL has noted since this was last called, such as a lack of
    /// memory.
    private func checkError() throws(GLError) {
        let error = glGetError()
        guard error != GLenum(GL_NO_ERROR) else { return }
        guard error != Self.contextLost else {
            throw GLError(
                description: "the graphics driver has lost what was drawn", isContextLost: true)
        }
        throw GLError(description: "OpenGL failed with error 0x\(String(error, radix: 16))")
    }

    private static func argb(abgr pixel: UInt32) -> UInt32 {
        0xFF00_0000 | (pixel & 0xFF) << 16 | pixel & 0xFF00 | (pixel >> 16) & 0xFF
    }

    private func draw(_ overlay: Frame.Overlay, height: Int) throws(GLError) {
        try draw([PlainLayer(overlay.bitmap, weight: .max)], in: overlay.area, height: height)
    }

    private func draw(_ layers: ArraySlice<PlainLayer>, in rect: PixelRect, height: Int)
        throws(GLError)
    {
        let program = try programs.program(layers.count)
        for (unit, layer) in layers.enumerated() {
            glActiveTexture(GLenum(GL_TEXTURE0 + Int32(unit)))
            try textures.texture(for: layer.bitmap).bind(GL_NEAREST)
        }
        // OpenGL counts rows from the bottom.
        glViewport(
            GLint(rect.x), GLint(height - rect.endY), GLsizei(rect.width),
            GLsizei(rect.height))
        program.draw(opacities: layers.map { Float($0.weight) / 65535 })
    }
}
