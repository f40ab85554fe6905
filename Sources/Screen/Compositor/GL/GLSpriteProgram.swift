internal import CGLES
internal import CRowKernels
internal import Geometry
internal import Paint
internal import Picture

/// The shader that draws sprites of one look, as `rows_draw_sprites` does. On the processor:
/// `PlacedSprites`.
final class GLSpriteProgram: GLVariantProgram {
    struct Variant: Hashable {
        /// Nil for a picture.
        let shape: SpriteShape?

        init(_ look: Sprites.Look) {
            if case .shape(let shape) = look { self.shape = shape } else { shape = nil }
        }
    }

    private let program: GLProgram
    private let targetSize, pictureSize, squares: GLint
    /// A picture of 512 pixels has seven copies.
    private static let mostSquares = 8
    private let attributes: [(name: GLuint, count: GLint, offset: Int)]

    static func begun(_ variant: Variant) -> GLProgram {
        guard let shape = variant.shape else {
            return GLProgram(vertex: pictureVertexShader, fragment: pictureFragmentShader)
        }
        return GLProgram(vertex: vertexShader, fragment: fragmentShader(shape))
    }

    init(_ variant: Variant, _ program: GLProgram) {
        self.program = program
        targetSize = program.location("targetSize")
        (pictureSize, squares) = (program.location("pictureSize"), program.location("squares"))
        var offset = 0
        let all = [("vertex", 2), ("corner", 2), ("sides", 2), ("colour", 4)]
        attributes = all.compactMap { name, count in
            defer { offset += count * MemoryLayout<Float>.stride }
            let number = program.attribute(name)
            // Not each shape uses all of them.
            return number == GLuint.max ? nil : (number, GLint(count), offset)
        }
    }

    /// Sets how the sprites are composited with each other.
    static func setFunction(_ blend: Sprites.Blend) {
        switch blend {
        case .normal: glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
        case .screen: glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_COLOR))
        case .plusLighter: glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE))
        }
    }

    /// Draws sprites, whose vertices are bound, over the viewport; those of a picture with its bitmap as the
    /// bound texture.
    func draw(_ vertices: GLSpriteVertices, showing picture: SpritePicture?, on size: PixelSize) {
        program.use()
        if let picture {
            let bitmap = picture.bitmap
            glUniform2f(pictureSize, Float(bitmap.width), Float(bitmap.height))
            let own = picture.squares.prefix(Self.mostSquares)
            glUniform3fv(squares, GLsizei(own.count), own.flatMap { [$0.x, $0.y, $0.side] })
        }
        glUniform2f(targetSize, Float(size.width), Float(size.height))
        for (number, count, offset) in attributes {
            glEnableVertexAttribArray(number)
            glVertexAttribPointer(
                number, count, GLenum(GL_FLOAT), 0, GLsizei(GLSpriteVertices.stride),
                UnsafeRawPointer(bitPattern: offset))
        }
        glDrawElements(
            GLenum(GL_TRIANGLES), GLsizei(vertices.indexCount), GLenum(GL_UNSIGNED_SHORT), nil)
        for (number, _, _) in attributes { glDisableVertexAttribArray(number) }
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), 0)
        glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), 0)
    }

    private static let vertexShader = """
        attribute vec2 vertex;
        attribute vec2 corner;
        attribute vec2 sides;
        attribute vec4 colour;
        uniform vec2 targetSize;
        varying vec2 place;
        varying vec2 size;
        varying vec4 shade;
        void main() {
            place = corner;
            size = sides;
            shade = colour;
            vec2 share = vertex / targetSize;
            gl_Position = vec4(share.x * 2.0 - 1.0, 1.0 - share.y * 2.0, 0.0, 1.0);
        }
        """

    /// `sides` has the number of the square.
    private static let pictureVertexShader = """
        attribute vec2 vertex;
        attribute vec2 corner;
        attribute vec2 sides;
        attribute vec4 colour;
        uniform vec2 targetSize;
        uniform vec3 squares[\(mostSquares)];
        varying vec2 place;
        varying vec3 square;
        varying vec4 shade;
        void main() {
            place = corner;
            square = squares[int(sides.x + 0.5)];
            shade = colour;
            vec2 share = vertex / targetSize;
            gl_Position = vec4(share.x * 2.0 - 1.0, 1.0 - share.y * 2.0, 0.0, 1.0);
        }
        """

    /// Samples as `composite_picture` does.
    private static let pictureFragmentShader = """
        \(GLProgram.highPrecision(for: "particles"))
        varying vec2 place;
        varying vec3 square;
        varying vec4 shade;
        uniform sampler2D picture;
        uniform vec2 pictureSize;
        void main() {
            vec2 inside = clamp(place, -1.0 - 1.0 / square.z, 1.0 + 1.0 / square.z);
            vec2 pixel = square.xy + (inside * 0.5 + 0.5) * square.z;
            gl_FragColor = texture2D(picture, pixel / pictureSize).bgra * shade;
        }
        """

    private static func fragmentShader(_ shape: SpriteShape) -> String {
        """
        \(GLProgram.highPrecision(for: "particles"))
        varying vec2 place;
        varying vec2 size;
        varying vec4 shade;
        float coverage(vec2 p) { \(coverage(shape)) }
        void main() { gl_FragColor = shade * coverage(place); }
        """
    }

    /// How much of a pixel lies in the ellipse, as `inside_ellipse` has it.
    private static let inside = """
        float radius = sqrt(dot(p, p) + 1e-12);
        vec2 part = p / size;
        float slope = sqrt(dot(part, part) + 1e-12 / (size.x * size.y));
        float inside = clamp((1.0 - radius) * radius / slope + 0.5, 0.0, 1.0);
        """

    /// What `shape_at` does.
    private static func coverage(_ shape: SpriteShape) -> String {
        switch shape {
        case .disc: "\(inside) return inside;"
        case .bubble:
            """
            \(inside)
            float square = dot(p, p);
            float light = max(1.0 - dot(p + 0.38, p + 0.38) * 12.0, 0.0);
            float skin = inside * (square * square * square * 0.88 + 0.12);
            return clamp(skin + light * light, 0.0, 1.0);
            """
        case .glow: "float near = max(1.0 - dot(p, p), 0.0); return near * near;"
        case .square:
            """
            vec2 inside = clamp((1.0 - abs(p)) * size + 0.5, 0.0, 1.0);
            return inside.x * inside.y;
            """
        case .star:
            """
            float ray = max(1.0 - sqrt(abs(p.x)) - sqrt(abs(p.y)), 0.0);
            float core = max(1.0 - dot(p, p) * 6.0, 0.0);
            return max(ray * ray * (3.0 - ray * 2.0), core * core);
            """
        case .streak:
            """
            float thin = max(1.0 - p.y * p.y, 0.0);
            return thin * thin * max((p.x + 1.0) * 0.5, 0.0) * clamp((1.0 - p.x) * 4.0, 0.0, 1.0);
            """
        }
    }
}

/// The corners of sprites, and the indices of their triangles, in OpenGL's memory.
final class GLSpriteVertices {
    /// Bytes of a corner: its place, u and v, half of the sprite's sides in pixels or the number of its square,
    /// and the colour.
    static let stride = 10 * MemoryLayout<Float>.stride
    /// Indices have 16 bits.
    private static let most = 16_384

    private var corners = GLuint(0)
    private var indices = GLuint(0)
    /// For how many sprites there are indices.
    private var indexed = 0
    private(set) var indexCount = 0
    private var cornerBytes = 0

    var byteCount: Int { cornerBytes + 6 * indexed * MemoryLayout<UInt16>.stride }

    init() {
        glGenBuffers(1, &corners)
        glGenBuffers(1, &indices)
    }

    deinit {
        glDeleteBuffers(1, &corners)
        glDeleteBuffers(1, &indices)
    }

    /// Takes the sprites, and leaves the buffers bound. Gives the bytes that are new.
    func take(_ placed: PlacedSprites) -> Int {
        let sprites = placed.sprites.suffix(Self.most)
        let isPictured = GLSpriteProgram.Variant(placed.look).shape == nil
        let numbers = [Float](unsafeUninitializedCapacity: 40 * sprites.count) { memory, count in
            count = memory.count
            for (index, sprite) in sprites.enumerated() {
                Self.write(sprite, isPictured: isPictured, to: memory.baseAddress! + 40 * index)
            }
        }
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), corners)
        cornerBytes = fillBuffer(GL_ARRAY_BUFFER, numbers)
        glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), indices)
        indexCount = 6 * sprites.count
        guard sprites.count > indexed else { return cornerBytes }
        indexed = min(Self.most, 2 * sprites.count)
        return cornerBytes
            + fillBuffer(
                GL_ELEMENT_ARRAY_BUFFER,
                (0..<indexed).flatMap { sprite in
                    [0, 1, 2, 1, 2, 3].map { UInt16(4 * sprite + $0) }
                })
    }

    /// Writes the four corners of a sprite.
    private static func write(
        _ sprite: rows_sprite, isPictured: Bool, to numbers: UnsafeMutablePointer<Float>
    ) {
        let (u, v) = (SIMD2(sprite.u_x, sprite.u_y), SIMD2(sprite.v_x, sprite.v_y))
        let half = SIMD2((u * u).sum().squareRoot(), (v * v).sum().squareRoot())
        // A pixel more on each side, for the edges.
        let far = SIMD2<Float>(repeating: 1) + 1 / half
        for corner in 0..<4 {
            let place = SIMD2(corner & 1 == 0 ? -far.x : far.x, corner < 2 ? -far.y : far.y)
            let vertex = SIMD2(sprite.x, sprite.y) + u * place.x + v * place.y
            let own = numbers + 10 * corner
            (own[0], own[1], own[2], own[3]) = (vertex.x, vertex.y, place.x, place.y)
            (own[4], own[5]) = isPictured ? (Float(sprite.square), 0) : (half.x, half.y)
            (own[6], own[7], own[8], own[9]) = sprite.colour
        }
    }
}
