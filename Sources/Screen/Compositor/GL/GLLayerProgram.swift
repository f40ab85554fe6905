internal import CGLES
internal import Geometry
internal import Paint

/// The shader that draws an operation, or an operation with its mask, and combines it with what lies
/// below. On the processor: `RowOperation`.
final class GLLayerProgram: GLVariantProgram {
    struct Variant: Hashable {
        let source: GLSource.Variant
        var mask: Mask?
        let blending: GLBlending
    }

    /// An operation by which the other one is multiplied.
    struct Mask: Hashable {
        let source: GLSource.Variant
        let kind: MaskKind
    }

    /// An operation with its outlines.
    typealias Placed = (operation: DrawOperation, outlines: ArraySlice<Outline>)

    /// The number of the texture unit from which shaders read what a mask shows.
    static let maskUnit = Int32(2)

    private let program: GLProgram
    private let source: GLSource
    private let mask: GLSource?
    private let screenSize: GLint

    static func begun(_ variant: Variant) -> GLProgram {
        GLProgram(vertex: vertexShader(variant), fragment: fragmentShader(variant))
    }

    init(_ variant: Variant, _ program: GLProgram) {
        self.program = program
        program.use()
        source = GLSource(variant.source, 0, program, unit: 0)
        mask = variant.mask.map { GLSource($0.source, 1, program, unit: Self.maskUnit) }
        screenSize = program.location("screenSize")
        glUniform1i(program.location("framebufferCopy"), GLScreenTexture.copyUnit)
    }

    /// Draws the area of an operation. What it shows is read from the texture that is bound to the first
    /// unit, and what its mask shows from that at `maskUnit`.
    func draw(_ source: Placed, mask: Placed?, on screen: PixelSize) {
        program.use()
        glUniform2f(screenSize, Float(screen.width), Float(screen.height))
        self.source.set(source.operation, source.outlines)
        if let mask { self.mask?.set(mask.operation, mask.outlines) }
        let area = source.operation.area
        program.draw(
            left: Float(area.x), top: Float(area.y), right: Float(area.endX),
            bottom: Float(area.endY))
    }

    /// `vertex` and `place` are pixels of the screen from the top left.
    private static func vertexShader(_ variant: Variant) -> String {
        """
        attribute vec2 vertex;
        uniform vec2 screenSize;
        varying vec2 place;
        \(GLSource.vertexText(0))
        \(variant.mask == nil ? "" : GLSource.vertexText(1))
        void main() {
            place = vertex;
            setSource0(vec3(vertex, 1.0));
            \(variant.mask == nil ? "" : "setSource1(vec3(vertex, 1.0));")
            vec2 share = vertex / screenSize;
            gl_Position = vec4(share.x * 2.0 - 1.0, 1.0 - share.y * 2.0, 0.0, 1.0);
        }
        """
    }

    private static func fragmentShader(_ variant: Variant) -> String {
        let sources = [variant.source] + (variant.mask.map { [$0.source] } ?? [])
        let texts = sources.enumerated().map { GLSource.fragmentText($1, $0) }
        let factor = variant.mask.map { " * \(GLBlending.factor(of: $0.kind, "drawn1()"))" } ?? ""
        return """
            \(GLProgram.highPrecision(for: "layers that are turned or scaled"))
            varying vec2 place;
            uniform vec2 screenSize;
            \(GLSource.sharedText(sources))
            \(texts.joined(separator: "\n"))
            \(variant.blending.combiningFunction)
            void main() { gl_FragColor = combined(drawn0()\(factor)); }
            """
    }
}

extension GLLayerProgram.Variant {
    /// Those that the same operations may need at other tilts, and itself.
    var others: [Self] {
        guard let mask else {
            return source.others.map { Self(source: $0, mask: nil, blending: blending) }
        }
        let pairs =
            source.others.flatMap { own in mask.source.turned.map { (own, $0) } }
            + source.turned.flatMap { own in mask.source.others.map { (own, $0) } }
        return pairs.map { own, other in
            Self(
                source: own, mask: GLLayerProgram.Mask(source: other, kind: mask.kind),
                blending: blending)
        }
    }
}
