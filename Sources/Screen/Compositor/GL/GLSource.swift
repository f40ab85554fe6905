internal import CGLES
internal import Geometry
internal import Paint
internal import Picture

/// What a shader draws of one operation before this is combined with what lies below: the content with
/// its colours, multiplied by the opacity and the coverage. On the processor: `PictureRow` and
/// `CopiedRow` show pictures, `PlacedShading` gradients; `RowSource` has the colours and their
/// dithering, `RowCoverage` the outlines.
///
/// A program may have several, with a number each, which the names of their uniforms end with.
struct GLSource {
    /// What the shader's text depends on.
    struct Variant: Hashable {
        let content: Content
        let hasMatrix: Bool
        let outlines: OutlineForms
    }

    enum Content: Hashable {
        case picture(samples: Int, isDrawn: Bool)
        case colour, group
        case gradient(Gradient.Kind, pieces: Int)
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

    private let forms: OutlineForms
    private let fromScreenX, fromScreenY, fromScreenW, mipSize, shown, colour, sampleStep: GLint
    private let matrix, opacity, mostCoverage, lines, corners, pieces, steps, toT: GLint

    /// The program is in use. It reads pictures from the texture that is bound to `unit`.
    init(_ variant: Variant, _ number: Int, _ program: GLProgram, unit: Int32) {
        func location(_ name: String) -> GLint { program.location("\(name)\(number)") }
        forms = variant.outlines
        (fromScreenX, fromScreenY) = (location("fromScreenX"), location("fromScreenY"))
        fromScreenW = location("fromScreenW")
        (mipSize, shown, sampleStep) = (
            location("mipSize"), location("shown"), location("sampleStep")
        )
        (colour, matrix) = (location("colour"), location("matrix"))
        (opacity, mostCoverage) = (location("opacity"), location("mostCoverage"))
        (lines, corners) = (location("lines"), location("corners"))
        (pieces, steps, toT) = (location("pieces"), location("steps"), location("toT"))
        glUniform1i(location("picture"), unit)
    }

    /// Sets the uniforms.
    func set(_ operation: DrawOperation, _ outlines: ArraySlice<Outline>) {
        glUniform1f(opacity, Float(operation.weight) / 65535)
        glUniform1f(mostCoverage, Float(operation.mostCoverage))
        set(operation.content)
        if let colours = operation.colours { set(colours) }
        set(outlines)
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

    private func set(_ outlines: ArraySlice<Outline>) {
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

extension GLSource.Variant {
    init(
        _ content: GLSource.Content, of operation: DrawOperation, _ outlines: ArraySlice<Outline>
    ) {
        self.init(
            content: content, hasMatrix: operation.colours != nil,
            outlines: GLSource.OutlineForms(outlines))
    }

    /// Those that the same operation may need at other tilts, and itself.
    var others: [Self] { contents.flatMap { Self($0, hasMatrix, outlines).turned } }

    /// Itself, and as it is where its box is turned, or no longer is.
    var turned: [Self] {
        [outlines, outlines.withOtherLines].map { Self(content, hasMatrix, $0) }
    }

    private init(_ content: GLSource.Content, _ hasMatrix: Bool, _ outlines: GLSource.OutlineForms)
    {
        self.init(content: content, hasMatrix: hasMatrix, outlines: outlines)
    }

    private var contents: [GLSource.Content] {
        guard case .picture(let samples, let isDrawn) = content, samples > 1 else {
            return [content]
        }
        return (2...4).map { .picture(samples: $0, isDrawn: isDrawn) }
    }

    /// Whether the colours have steps finer than a level.
    var isDithered: Bool {
        if case .gradient = content { true } else { false }
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

// The shaders' text.
extension GLSource {
    /// For a vertex shader: the function `setSource`, which gives the fragments the place in the mip's
    /// pixels, or in a gradient's plane; they divide x and y by the third component.
    static func vertexText(_ n: Int) -> String {
        """
        uniform vec3 fromScreenX\(n);
        uniform vec3 fromScreenY\(n);
        uniform vec3 fromScreenW\(n);
        varying vec3 sourcePlace\(n);
        void setSource\(n)(vec3 from) {
            sourcePlace\(n) = vec3(
                dot(fromScreenX\(n), from), dot(fromScreenY\(n), from), dot(fromScreenW\(n), from));
        }
        """
    }

    /// For a fragment shader: the function `drawn`, and what it needs. The shader has `place`, the
    /// fragment's place in pixels of the screen from the top left, `screenSize` and the functions
    /// of `sharedText`.
    static func fragmentText(_ variant: Variant, _ n: Int) -> String {
        let finished = variant.isDithered ? "dithered" : ""
        return """
            varying vec3 sourcePlace\(n);
            uniform float opacity\(n);
            uniform float mostCoverage\(n);
            \(source(variant.content, n))
            \(variant.hasMatrix ? matrix(n) : "")
            \(coverage(variant.outlines, n))
            vec4 drawn\(n)() {
                vec4 pixel = \(variant.hasMatrix ? "coloured\(n)" : "")(source\(n)());
                return \(finished)(pixel * (opacity\(n) * coverage\(n)()));
            }
            """
    }

    /// What the texts of several sources need once.
    static func sharedText(_ variants: [Variant]) -> String {
        (variants.contains(where: \.isDithered) ? dithering : "")
            + (variants.contains { !$0.outlines.rounded.isEmpty } ? rounding : "")
    }

    /// What `rows_recolour` does.
    private static func matrix(_ n: Int) -> String {
        """
        uniform vec4 matrix\(n)[3];
        vec4 coloured\(n)(vec4 pixel) {
            vec3 to = vec3(
                dot(matrix\(n)[0], pixel), dot(matrix\(n)[1], pixel), dot(matrix\(n)[2], pixel));
            return vec4(clamp(to, 0.0, pixel.a), pixel.a);
        }
        """
    }

    private static func source(_ content: Content, _ n: Int) -> String {
        switch content {
        case .colour:
            """
            uniform vec4 colour\(n);
            vec4 source\(n)() { return colour\(n); }
            """
        case .group:
            """
            uniform highp sampler2D picture\(n);
            vec4 source\(n)() {
                vec2 share = place / screenSize;
                return texture2D(picture\(n), vec2(share.x, 1.0 - share.y));
            }
            """
        case .picture(let samples, let isDrawn): picture(samples, isDrawn, n)
        case .gradient(let kind, let pieces): gradient(kind, pieces, n)
        }
    }

    /// The mean of samples that lie in a line about the fragment's centre. What was drawn has its lowest
    /// row first, and red and blue in their places.
    private static func picture(_ samples: Int, _ isDrawn: Bool, _ n: Int) -> String {
        let places = (0..<samples).map { number in
            let steps = Double(number) - Double(samples - 1) / 2
            return steps == 0 ? "sourcePlace\(n)" : "sourcePlace\(n) + sampleStep\(n) * \(steps)"
        }
        let sum = places.map { "pictureAt\(n)(\($0))" }.joined(separator: " + ")
        let (share, order) = isDrawn ? ("vec2(share.x, 1.0 - share.y)", "") : ("share", ".bgra")
        return """
            uniform sampler2D picture\(n);
            uniform vec2 mipSize\(n);
            uniform vec4 shown\(n);
            uniform vec3 sampleStep\(n);
            vec4 pictureAt\(n)(vec3 at) {
                vec2 share = clamp(at.xy / at.z, shown\(n).xy, shown\(n).zw) / mipSize\(n);
                return texture2D(picture\(n), \(share));
            }
            vec4 source\(n)() { return (\(sum))\(order) * \(1 / Double(samples)); }
            """
    }

    /// What `shade.c` does. Without `highp` the sampler would have low precision.
    private static func gradient(_ kind: Gradient.Kind, _ pieces: Int, _ n: Int) -> String {
        let own =
            switch kind {
            case .linear: "at.x"
            case .radial: "(length(at) - toT\(n).x) * toT\(n).y"
            case .angular: "(revolutions\(n)(at) - toT\(n).x) * toT\(n).y"
            }
        return """
            uniform highp sampler2D picture\(n);
            uniform vec3 toT\(n);
            uniform vec2 pieces\(n)[\(pieces)];
            uniform float steps\(n);
            float revolutions\(n)(vec2 at) {
                float angle = at.x == 0.0 && at.y == 0.0 ? 0.0 : atan(at.y, at.x) * 0.15915494;
                if (angle < 0.0) angle += 1.0;
                return angle > toT\(n).z ? angle - 1.0 : angle;
            }
            vec4 colour\(n)(float index, float row) {
                vec2 entry = vec2(index + 0.5, 2.0 * row + 0.5);
                vec2 at = entry / vec2(steps\(n) + 1.0, \(2 * pieces).0);
                vec4 low = texture2D(picture\(n), at + vec2(0.0, \(0.5 / Double(pieces))));
                return (texture2D(picture\(n), at) + low / 256.0).bgra;
            }
            vec4 source\(n)() {
                vec2 at = sourcePlace\(n).xy / sourcePlace\(n).z;
                float t = \(own);
                float sum = 0.0;
                for (int i = 0; i < \(pieces); i++)
                    sum += clamp((t - pieces\(n)[i].x) * pieces\(n)[i].y, 0.0, 1.0);
                float row = min(floor(sum), \(pieces - 1).0);
                float inside = (sum - row) * steps\(n);
                float before = min(floor(inside), steps\(n) - 1.0);
                return mix(colour\(n)(before, row), colour\(n)(before + 1.0, row), inside - before);
            }
            """
    }

    /// What `rows_dither` does.
    static let dithering = """
        vec4 dithered(vec4 pixel) {
            vec3 x = mod(floor(mod(place.x, 8.0) / vec3(1.0, 2.0, 4.0)), 2.0);
            vec3 y = mod(floor(mod(place.y, 8.0) / vec3(1.0, 2.0, 4.0)), 2.0);
            float order = dot(abs(x - y), vec3(32.0, 8.0, 2.0)) + dot(y, vec3(16.0, 4.0, 1.0));
            float threshold = (4.0 + 4.0 * order - floor(order / 16.0)) / 256.0;
            return floor(pixel * 255.0 + threshold) / 255.0;
        }

        """

    /// What `Outline.distance` and `RowCoverage` do.
    private static func coverage(_ forms: OutlineForms, _ n: Int) -> String {
        guard forms.lines > 0 || !forms.rounded.isEmpty else {
            return "float coverage\(n)() { return 1.0; }"
        }
        var (statements, line, corner) = ([String](), 0, 0)
        func add(_ count: Int, to value: String) {
            for index in line..<line + count {
                let beyond = "dot(lines\(n)[\(index)].xy, place) - lines\(n)[\(index)].z"
                statements.append("\(value) = max(\(value), \(beyond));")
            }
            line += count
        }
        add(forms.lines, to: "furthest")
        for count in forms.rounded {
            statements.append("sides = -1e9;")
            add(count, to: "sides")
            let rows = (corner..<corner + 3).map { "corners\(n)[\($0)]" }.joined(separator: ", ")
            statements.append("furthest = max(furthest, rounded(\(rows), sides));")
            corner += 3
        }
        return """
            uniform vec3 lines\(n)[\(max(1, line))];
            \(corner > 0 ? "uniform vec4 corners\(n)[\(corner)];" : "")
            float coverage\(n)() {
                float sides;
                float furthest = -1e9;
                \(statements.joined(separator: "\n    "))
                return clamp(0.5 - furthest, 0.0, mostCoverage\(n));
            }
            """
    }

    private static let rounding = """
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
