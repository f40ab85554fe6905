internal import CGLES
internal import Geometry
internal import Picture

/// The shader that mixes pictures under a lens and shows the relief, as `rows_mix` does. On the
/// processor: `LensBands`.
///
/// Both are linear, so the pictures may come in several passes, whose results are added.
final class GLLensProgram: GLVariantProgram {
    struct Variant: Hashable {
        /// How many pictures a pass mixes.
        let pictures: Int
        let isVertical, hasRelief: Bool
    }

    /// OpenGL ES 2.0 guarantees at least eight textures per pass; one holds the table.
    static let mostPictures = 7

    private let program: GLProgram
    private let size, pictureSize, tableSize, line, banks, lensWidth, weights, relief: GLint

    static func begun(_ variant: Variant) -> GLProgram {
        GLProgram(vertex: GLProgram.wholeViewport, fragment: fragmentShader(variant))
    }

    init(_ variant: Variant, _ program: GLProgram) {
        self.program = program
        (size, pictureSize) = (program.location("size"), program.location("pictureSize"))
        (tableSize, line) = (program.location("tableSize"), program.location("line"))
        (banks, lensWidth) = (program.location("banks"), program.location("lensWidth"))
        (weights, relief) = (program.location("weights"), program.location("relief"))
        program.use()
        for unit in 0..<variant.pictures {
            glUniform1i(program.location("picture\(unit)"), GLint(unit))
        }
        glUniform1i(program.location("table"), GLint(variant.pictures))
    }

    /// Draws some of the pictures, which are bound to the first units, over the viewport; the table is
    /// bound to the next unit.
    func draw(_ lens: Frame.LensBitmaps, _ pictures: Range<Int>, tableSize table: PixelSize) {
        let raster = lens.table.raster
        program.use()
        glUniform2f(size, Float(raster.size.width), Float(raster.size.height))
        glUniform2f(pictureSize, Float(lens.bitmaps[0].width), Float(lens.bitmaps[0].height))
        glUniform2f(tableSize, Float(table.width), Float(table.height))
        glUniform3f(line, Float(raster.start), Float(raster.perLine), Float(raster.lastStart))
        glUniform1f(banks, Float(raster.banks))
        glUniform1f(lensWidth, Float(raster.lensWidth))
        glUniform1f(weights, Float(1 + pictures.lowerBound))
        glUniform1f(relief, Float(1 + lens.bitmaps.count))
        program.draw()
    }

    private static func fragmentShader(_ variant: Variant) -> String {
        let pictures = 0..<variant.pictures
        let samplers = pictures.map { "uniform sampler2D picture\($0);" }
        let summands = pictures.map {
            "sum += texture2D(picture\($0), at) * number(weights + \($0).0);"
        }
        let (line, shifted) =
            variant.isVertical ? ("pixel.yx", "vec2(shift, 0.0)") : ("pixel", "vec2(0.0, shift)")
        return """
            \(GLProgram.highPrecision(for: "a lens"))
            uniform vec2 size;
            uniform vec2 pictureSize;
            uniform vec2 tableSize;
            uniform vec3 line;
            uniform float banks;
            uniform float lensWidth;
            uniform float weights;
            uniform float relief;
            uniform highp sampler2D table;
            \(samplers.joined(separator: "\n"))
            vec2 entry;
            float number(float kind) {
                vec2 place = vec2(entry.x, kind * banks + entry.y) + 0.5;
                vec2 bytes = texture2D(table, place / tableSize).ra;
                return dot(bytes, vec2(255.0, 65280.0)) / 65535.0;
            }
            void main() {
                vec2 pixel = floor(vec2(gl_FragCoord.x, size.y - gl_FragCoord.y));
                vec2 along = \(line);
                float first = clamp(floor(line.x + along.x * line.y), 0.0, line.z);
                entry = vec2(floor(first / banks) + along.y, mod(first, banks));
                float shift = lensWidth * (0.5 - number(0.0) * (65535.0 / 65536.0));
                vec2 place = (pixel + 0.5 + \(shifted)) * (pictureSize / size) + 1.0 / 512.0;
                vec2 at = (clamp(floor(place), vec2(0.0), pictureSize - 1.0) + 0.5) / pictureSize;
                vec4 sum = vec4(0.0);
                \(summands.joined(separator: "\n"))
                \(variant.hasRelief ? ribs : "")
                gl_FragColor = sum.bgra;
            }
            """
    }

    private static let ribs = """
        sum.rgb = mix(sum.rgb * number(relief), vec3(sum.a), number(relief + 1.0));
        """
}
