internal import CGLES
internal import Geometry
internal import Paint
internal import Picture

/// The shader that draws an operation. On the processor: `PictureRow` and `CopiedRow` show pictures,
/// `PlacedShading` gradients; `RowSource` has the colours and their dithering, `RowCoverage` the outlines.
final class GLLayerProgram: GLVariantProgram {
    struct Variant: Hashable {
        let content: Content
        let hasMatrix: Bool
        let blending: GLBlending
        let outlines: OutlineForms
    }

    /// What the shader's text depends on in outlines. Numbers of lines are rounded up to multiples of
    /// four, so that few shaders are needed: lines that are added change nothing.
    struct OutlineForms: Hashable {
        /// How many lines the outlines without rounded corners have together.
        let lines: Int
        /// How many lines each outline with rounded corners has.
        let rounded: [Int]

        init(_ outlines: ArraySlice<Outline>) {
            func filled(_ count: Int) -> Int { (count + 3) / 4 * 4 }
            lines = filled(
                outlines.reduce(0) { $0 + ($1.corner == nil ? $1.lines.count : 0) })
            rounded = outlines.filter { $0.corner != nil }.map { filled($0.lines.count) }
        }

        fileprivate init(lines: Int) { (self.lines, rounded) = (lines, []) }

        /// A box that is turned, or moved to the border of the screen, needs its lines or no longer
        /// needs them.
        fileprivate var withOtherLines: OutlineForms {
            rounded.isEmpty && lines <= 4 ? OutlineForms(lines: 4 - lines) : self
        }
    }

    enum Content: Hashable {
        case picture(samples: Int, isDrawn: Bool)
        case colour, group
        case gradient(Gradient.Kind, pieces: Int)
    }

    private let program: GLProgram
    private let forms: OutlineForms
    private let screenSize, fromScreenX, fromScreenY, fromScreenW, mipSize, shown, colour: GLint
    private let sampleStep: GLint
    private let matrix, opacity, mostCoverage, lines, corners, framebufferCopy: GLint
    private let pieces, steps, toT: GLint

    static func begun(_ variant: Variant) -> GLProgram {
        GLProgram(vertex: vertexShader, fragment: fragmentShader(variant))
    }

    init(_ variant: Variant, _ program: GLProgram) {
        self.program = program
        forms = variant.outlines
        screenSize = program.location("screenSize")
        (fromScreenX, fromScreenY) = (
            program.location("fromScreenX"), program.location("fromScreenY")
        )
        fromScreenW = program.location("fromScreenW")
        (mipSize, shown) = (program.location("mipSize"), program.location("shown"))
        sampleStep = program.location("sampleStep")
        (colour, matrix) = (program.location("colour"), program.location("matrix"))
        (opacity, mostCoverage) = (program.location("opacity"), program.location("mostCoverage"))
        (lines, corners) = (program.location("lines"), program.location("corners"))
        framebufferCopy = program.location("framebufferCopy")
        (pieces, steps) = (program.location("pieces"), program.location("steps"))
        toT = program.location("toT")
    }

    /// Draws the area of an operation. A picture, a group or the colours of a gradient are read
    /// from the texture that is bound to the first unit.
    func draw(_ operation: DrawOperation, _ outlines: ArraySlice<Outline>, on screen: PixelSize) {
        program.use()
        glUniform2f(screenSize, Float(screen.width), Float(screen.height))
        glUniform1f(opacity, Float(operation.weight) / 65535)
        glUniform1f(mostCoverage, Float(operation.mostCoverage))
        glUniform1i(framebufferCopy, GLScreenTexture.copyUnit)
        set(operation.content)
        if let colours = operation.colours { set(colours) }
        set(outlines, forms)
        let area = operation.area
        program.draw(
            left: Float(area.x), top: Float(area.y), right: Float(area.endX),
            bottom: Float(area.endY))
    }

    private func set(_ content: DrawOperation.Content) {
        switch content {
        case .picture(let sampling): set(sampling)
        case .colour(let value):
            let components = SIMD4<Float>(value.premultiplied)
            glUniform4f(colour, components.x, components.y, components.z, components.w)
        case .gradient(let shading): set(shading)
        case .group: break
        }
    }

    private func set(_ colours: ColourMatrix) {
        let rows = [colours.red, colours.green, colours.blue].flatMap { row in
            (0..<4).map { Self.limited(row[$0]) }
        }
        glUniform4fv(matrix, 3, rows)
    }

    private func set(_ sampling: Sampling) {
        set(fromScreen: sampling.fromScreen)
        let size = sampling.pixels.size
        glUniform2f(mipSize, Float(size.width), Float(size.height))
        // The centres of the outermost pixels.
        glUniform4f(
            shown, Float(sampling.columns.lowerBound) + 0.5,
            Float(sampling.rows.lowerBound) + 0.5, Float(sampling.columns.upperBound) + 0.5,
            Float(sampling.rows.upperBound) + 0.5)
        let (map, step) = (sampling.fromScreen, sampling.samples.step)
        glUniform3f(
            sampleStep, Float(map.a * step.x + map.c * step.y),
            Float(map.b * step.x + map.d * step.y), Float(map.g * step.x + map.h * step.y))
    }

    private func set(_ shading: Shading) {
        set(fromScreen: shading.fromScreen)
        glUniform3f(toT, Float(shading.offset), Float(shading.factor), Float(shading.wrap))
        glUniform1f(steps, Float(shading.ramp.stepsPerPiece))
        let numbers = shading.pieces.flatMap { [$0.x, $0.y] }
        glUniform2fv(pieces, GLsizei(shading.pieces.count), numbers)
    }

    private func set(fromScreen map: Homography) {
        glUniform3f(fromScreenX, Float(map.a), Float(map.c), Float(map.tx))
        glUniform3f(fromScreenY, Float(map.b), Float(map.d), Float(map.ty))
        glUniform3f(fromScreenW, Float(map.g), Float(map.h), Float(map.i))
    }

    private func set(_ outlines: ArraySlice<Outline>, _ forms: OutlineForms) {
        guard !outlines.isEmpty else { return }
        var lines = outlines.filter { $0.corner == nil }.flatMap(\.lines.numbers)
        Self.fill(&lines, to: forms.lines)
        for (outline, count) in zip(outlines.filter { $0.corner != nil }, forms.rounded) {
            let start = lines.count / 3
            lines += outline.lines.numbers
            Self.fill(&lines, to: start + count)
        }
        glUniform3fv(self.lines, GLsizei(lines.count / 3), lines.map(Self.limited))
        let corners = outlines.flatMap { $0.corner?.numbers.map(Self.limited) ?? [] }
        if !corners.isEmpty { glUniform4fv(self.corners, GLsizei(corners.count / 4), corners) }
    }

    /// Adds lines far beyond all places.
    private static func fill(_ numbers: inout [Double], to count: Int) {
        while numbers.count < 3 * count { numbers += [0, 0, 1e9] }
    }

    /// The nearest number that the shader can square.
    private static func limited(_ value: Double) -> Float { Float(min(max(value, -1e9), 1e9)) }
}

extension GLLayerProgram.Variant {
    /// Variants that the same operation may need at other tilts.
    var others: [Self] {
        var contents = [content]
        if case .picture(let samples, let isDrawn) = content, samples > 1 {
            contents = (2...4).map { .picture(samples: $0, isDrawn: isDrawn) }
        }
        return contents.flatMap { content in
            [outlines, outlines.withOtherLines].map {
                Self(content: content, hasMatrix: hasMatrix, blending: blending, outlines: $0)
            }
        }
    }
}

extension GLLayerProgram.Content {
    /// Whether the colours have steps finer than a level.
    fileprivate var isDithered: Bool {
        if case .gradient = self { true } else { false }
    }
}

extension ConvexArea {
    /// Three numbers for each line: its normal's x and y, and its offset.
    fileprivate var numbers: [Double] {
        (0..<count).flatMap { [normalsX[$0], normalsY[$0], offsets[$0]] }
    }
}

extension Outline.Corner {
    /// The rows of the map to the box, and the box's size beside them.
    fileprivate var numbers: [Double] {
        [toBox.a, toBox.c, toBox.tx, size.width]
            + [toBox.b, toBox.d, toBox.ty, size.height] + [toBox.g, toBox.h, toBox.i, 0]
    }
}

// The shaders.
extension GLLayerProgram {
    /// `vertex` and `place` are pixels of the screen from the top left. `sourcePlace` is the place
    /// in the mip's pixels, or in a gradient's plane; the fragments divide x and y by the third
    /// component.
    private static let vertexShader = """
        attribute vec2 vertex;
        uniform vec2 screenSize;
        uniform vec3 fromScreenX;
        uniform vec3 fromScreenY;
        uniform vec3 fromScreenW;
        varying vec2 place;
        varying vec3 sourcePlace;
        void main() {
            place = vertex;
            vec3 from = vec3(vertex, 1.0);
            sourcePlace = vec3(
                dot(fromScreenX, from), dot(fromScreenY, from), dot(fromScreenW, from));
            vec2 share = vertex / screenSize;
            gl_Position = vec4(share.x * 2.0 - 1.0, 1.0 - share.y * 2.0, 0.0, 1.0);
        }
        """

    private static func fragmentShader(_ variant: Variant) -> String {
        """
        #ifndef GL_FRAGMENT_PRECISION_HIGH
        #error the fragments are not precise enough for layers that are turned or scaled
        #endif
        precision highp float;
        varying vec2 place;
        varying vec3 sourcePlace;
        uniform vec2 screenSize;
        uniform float opacity;
        uniform float mostCoverage;
        \(source(variant.content))
        \(variant.hasMatrix ? matrix : "vec4 coloured(vec4 pixel) { return pixel; }")
        \(coverage(variant.outlines))
        \(variant.blending.combiningFunction)
        \(variant.content.isDithered ? dithering : "vec4 finished(vec4 pixel) { return pixel; }")
        void main() {
            gl_FragColor = combined(finished(coloured(source()) * (opacity * coverage())));
        }
        """
    }

    /// What `rows_recolour` does.
    private static let matrix = """
        uniform vec4 matrix[3];
        vec4 coloured(vec4 pixel) {
            vec3 to = vec3(dot(matrix[0], pixel), dot(matrix[1], pixel), dot(matrix[2], pixel));
            return vec4(clamp(to, 0.0, pixel.a), pixel.a);
        }
        """

    private static func source(_ content: Content) -> String {
        switch content {
        case .colour:
            """
            uniform vec4 colour;
            vec4 source() { return colour; }
            """
        case .group:
            """
            uniform highp sampler2D picture;
            vec4 source() {
                vec2 share = place / screenSize;
                return texture2D(picture, vec2(share.x, 1.0 - share.y));
            }
            """
        case .picture(let samples, let isDrawn): picture(samples, isDrawn)
        case .gradient(let kind, let pieces): gradient(kind, pieces)
        }
    }

    /// The mean of samples that lie in a line about the fragment's centre. What was drawn has its lowest
    /// row first, and red and blue in their places.
    private static func picture(_ samples: Int, _ isDrawn: Bool) -> String {
        let places = (0..<samples).map { number in
            let steps = Double(number) - Double(samples - 1) / 2
            return steps == 0 ? "sourcePlace" : "sourcePlace + sampleStep * \(steps)"
        }
        let sum = places.map { "pictureAt(\($0))" }.joined(separator: " + ")
        return """
            uniform sampler2D picture;
            uniform vec2 mipSize;
            uniform vec4 shown;
            uniform vec3 sampleStep;
            vec4 pictureAt(vec3 at) {
                vec2 share = clamp(at.xy / at.z, shown.xy, shown.zw) / mipSize;
                return texture2D(picture, \(isDrawn ? "vec2(share.x, 1.0 - share.y)" : "share"));
            }
            vec4 source() { return (\(sum))\(isDrawn ? "" : ".bgra") * \(1 / Double(samples)); }
            """
    }

    /// What `shade.c` does. Without `highp` the sampler would have low precision.
    private static func gradient(_ kind: Gradient.Kind, _ pieces: Int) -> String {
        let own =
            switch kind {
            case .linear: "at.x"
            case .radial: "(length(at) - toT.x) * toT.y"
            case .angular: "(revolutions(at) - toT.x) * toT.y"
            }
        return """
            uniform highp sampler2D picture;
            uniform vec3 toT;
            uniform vec2 pieces[\(pieces)];
            uniform float steps;
            float revolutions(vec2 at) {
                float angle = at.x == 0.0 && at.y == 0.0 ? 0.0 : atan(at.y, at.x) * 0.15915494;
                if (angle < 0.0) angle += 1.0;
                return angle > toT.z ? angle - 1.0 : angle;
            }
            vec4 colour(float index, float row) {
                vec2 at = vec2(index + 0.5, 2.0 * row + 0.5) / vec2(steps + 1.0, \(2 * pieces).0);
                vec4 low = texture2D(picture, at + vec2(0.0, \(0.5 / Double(pieces))));
                return (texture2D(picture, at) + low / 256.0).bgra;
            }
            vec4 source() {
                vec2 at = sourcePlace.xy / sourcePlace.z;
                float t = \(own);
                float sum = 0.0;
                for (int i = 0; i < \(pieces); i++)
                    sum += clamp((t - pieces[i].x) * pieces[i].y, 0.0, 1.0);
                float row = min(floor(sum), \(pieces - 1).0);
                float inside = (sum - row) * steps;
                float before = min(floor(inside), steps - 1.0);
                return mix(colour(before, row), colour(before + 1.0, row), inside - before);
            }
            """
    }

    /// What `rows_dither` does.
    static let dithering = """
        vec4 finished(vec4 pixel) {
            vec3 x = mod(floor(mod(place.x, 8.0) / vec3(1.0, 2.0, 4.0)), 2.0);
            vec3 y = mod(floor(mod(place.y, 8.0) / vec3(1.0, 2.0, 4.0)), 2.0);
            float order = dot(abs(x - y), vec3(32.0, 8.0, 2.0)) + dot(y, vec3(16.0, 4.0, 1.0));
            float threshold = (4.0 + 4.0 * order - floor(order / 16.0)) / 256.0;
            return floor(pixel * 255.0 + threshold) / 255.0;
        }
        """

    /// What `Outline.distance` and `RowCoverage` do.
    private static func coverage(_ forms: OutlineForms) -> String {
        guard forms.lines > 0 || !forms.rounded.isEmpty else {
            return "float coverage() { return 1.0; }"
        }
        var (statements, line, corner) = ([String](), 0, 0)
        func add(_ count: Int, to value: String) {
            for index in line..<line + count {
                statements.append("\(value) = max(\(value), beyond(lines[\(index)]));")
            }
            line += count
        }
        add(forms.lines, to: "furthest")
        for count in forms.rounded {
            statements.append("sides = -1e9;")
            add(count, to: "sides")
            let rows = (corner..<corner + 3).map { "corners[\($0)]" }.joined(separator: ", ")
            statements.append("furthest = max(furthest, rounded(\(rows), sides));")
            corner += 3
        }
        return """
            uniform vec3 lines[\(max(1, line))];
            float beyond(vec3 line) { return dot(line.xy, place) - line.z; }
            \(corner > 0 ? rounding(rows: corner) : "")
            float coverage() {
                float sides;
                float furthest = -1e9;
                \(statements.joined(separator: "\n    "))
                return clamp(0.5 - furthest, 0.0, mostCoverage);
            }
            """
    }

    private static func rounding(rows: Int) -> String {
        """
        uniform vec4 corners[\(rows)];
        float rounded(vec4 x, vec4 y, vec4 w, float sides) {
            vec3 from = vec3(place, 1.0);
            float depth = dot(w.xyz, from);
            vec2 inside = vec2(dot(x.xyz, from), dot(y.xyz, from)) / depth;
            vec2 size = vec2(x.w, y.w);
            vec2 isFar = step(size * 0.5, inside);
            vec2 u = mix(1.0 - inside, inside - size + 1.0, isFar);
            if (u.x <= 0.0 || u.y <= 0.0) return sides;
            vec2 s = mix(-u, u, isFar);
            vec2 slopeX = (x.xy - inside.x * w.xy) / depth;
            vec2 slopeY = (y.xy - inside.y * w.xy) / depth;
            float steepness = length(s.x * slopeX + s.y * slopeY);
            float radius = length(u);
            return steepness > 0.0 ? max(sides, (radius - 1.0) * radius / steepness) : sides;
        }
        """
    }
}
