internal import CGLES
internal import Geometry
internal import Picture

/// The shader that draws a foil, as `rows_foil` does. On the processor: `LitFoil`.
final class GLFoilProgram: GLVariantProgram {
    /// How many planes it has.
    typealias Variant = Int

    private let program: GLProgram
    private let size, light, numbers, strength: GLint
    /// Of each plane: how many cells it has, and where its first one that is seen lies.
    private let planes: [(size: GLint, start: GLint)]

    static func begun(_ count: Int) -> GLProgram {
        GLProgram(vertex: GLProgram.wholeViewport, fragment: fragmentShader(count))
    }

    init(_ count: Int, _ program: GLProgram) {
        self.program = program
        (size, light) = (program.location("size"), program.location("light"))
        (numbers, strength) = (program.location("numbers"), program.location("strength"))
        planes = (0..<count).map { plane in
            (program.location("cellsSize\(plane)"), program.location("start\(plane)"))
        }
        program.use()
        for plane in 0..<count {
            glUniform1i(program.location("cells\(plane)"), GLint(2 * plane))
            glUniform1i(program.location("colours\(plane)"), GLint(2 * plane + 1))
        }
    }

    /// Draws a foil, of which `GLFoilMap.bind` has bound the map, over the viewport.
    func draw(_ foil: Frame.LitFoil) {
        let (map, own) = (foil.map, foil.kind.light)
        program.use()
        glUniform2f(size, Float(map.size.width), Float(map.size.height))
        glUniform2f(light, Float(foil.lightPlace.x), Float(foil.lightPlace.y))
        glUniform3f(
            numbers, Float(foil.unit), Float(foil.unit * own.reach),
            Float(foil.unit * Frame.LitFoil.glareReach))
        glUniform3f(
            strength, Float(foil.strength * own.floor), Float(foil.strength * (1 - own.floor)),
            Float(foil.glare))
        for (plane, places) in zip(map.planes, planes) {
            let (cells, shift) = (GLFoilMap.size(plane, of: map), foil.shift(of: plane))
            glUniform2f(places.size, Float(cells.width), Float(cells.height))
            glUniform2f(
                places.start, Float(plane.margin - shift.x), Float(plane.margin - shift.y))
        }
        program.draw()
    }

    private static func fragmentShader(_ count: Int) -> String {
        let planes = (0..<count).map { plane in
            """
            uniform highp sampler2D cells\(plane);
            uniform sampler2D colours\(plane);
            uniform vec2 cellsSize\(plane);
            uniform vec2 start\(plane);
            """
        }
        let sums = (0..<count).map { plane in
            """
            cell = floor(texture2D(cells\(plane), (place + start\(plane)) / cellsSize\(plane)) * 255.0 + 0.5);
            pixel += texture2D(colours\(plane), vec2(fract(phase(cell, way)), 0.5)) * cell.a;
            """
        }
        return """
            \(GLProgram.highPrecision(for: "a foil"))
            uniform vec2 size;
            uniform vec2 light;
            uniform vec3 numbers;
            uniform vec3 strength;
            \(planes.joined(separator: "\n"))
            float slope(float byte) { return (byte > 127.5 ? byte - 256.0 : byte) / 32.0; }
            float phase(vec4 cell, vec2 way) {
                return cell.r / 256.0 + slope(cell.g) * way.x + slope(cell.b) * way.y;
            }
            float near(vec2 way, float reach) { return exp(-0.5 * dot(way, way) / (reach * reach)); }
            void main() {
                vec2 place = vec2(gl_FragCoord.x, size.y - gl_FragCoord.y);
                vec2 way = (place - light) / numbers.x;
                vec4 cell;
                vec4 pixel = vec4(0.0);
                \(sums.joined(separator: "\n"))
                pixel *= (strength.x + strength.y * near(place - light, numbers.y)) / 255.0;
                float glare = strength.z * near(place - light, numbers.z);
                gl_FragColor = mix(min(pixel, 1.0), vec4(1.0), glare).bgra;
            }
            """
    }
}
