internal import CGLES
internal import Geometry
internal import Picture

/// The shader that draws one operation of a list.
final class GLLayerProgram {
    /// What the shader is made for.
    struct Variant: Hashable {
        let content: Content
        /// How many outlines change the coverage.
        let outlines: Int
    }

    enum Content: Hashable {
        case picture, colour, group
    }

    private let program: GLProgram
    private let screenSize, fromScreenX, fromScreenY, levelSize, shown, colour: GLint
    private let opacity, limit, normals, sides, corners: GLint

    init(_ variant: Variant) throws(GLError) {
        program = try GLProgram(
            vertex: Self.vertexShader, fragment: Self.fragmentShader(variant))
        screenSize = program.location("screenSize")
        (fromScreenX, fromScreenY) = (
            program.location("fromScreenX"), program.location("fromScreenY")
        )
        (levelSize, shown) = (program.location("levelSize"), program.location("shown"))
        (colour, opacity) = (program.location("colour"), program.location("opacity"))
        (limit, normals) = (program.location("limit"), program.location("normals"))
        (sides, corners) = (program.location("sides"), program.location("corners"))
    }

    /// Draws the area of an operation, from the texture bound to the first unit.
    func draw(_ operation: DrawOperation, _ outlines: ArraySlice<Outline>, on screen: PixelSize) {
        program.use()
        glUniform2f(screenSize, Float(screen.width), Float(screen.height))
        glUniform1f(opacity, Float(operation.weight) / 65535)
        glUniform1f(limit, Float(operation.limit))
        set(operation.content)
        set(outlines)
        let area = operation.area
        program.draw(
            left: Float(area.x), top: Float(area.y), right: Float(area.endX),
            bottom: Float(area.endY))
    }

    private func set(_ content: DrawOperation.Content) {
        switch content {
        case .picture(let sampling): set(sampling)
        case .colour(let value):
            let parts = SIMD4<Float>(value.premultiplied)
            glUniform4f(colour, parts.x, parts.y, parts.z, parts.w)
        case .group: break
        }
    }

    private func set(_ sampling: Sampling) {
        let map = sampling.fromScreen
        glUniform3f(fromScreenX, Float(map.a), Float(map.c), Float(map.tx))
        glUniform3f(fromScreenY, Float(map.b), Float(map.d), Float(map.ty))
        glUniform2f(levelSize, Float(sampling.level.width), Float(sampling.level.height))
        // The centres of the outermost pixels.
        glUniform4f(
            shown, Float(sampling.columns.lowerBound) + 0.5,
            Float(sampling.rows.lowerBound) + 0.5, Float(sampling.columns.upperBound) + 0.5,
            Float(sampling.rows.upperBound) + 0.5)
    }

    private func set(_ outlines: ArraySlice<Outline>) {
        guard !outlines.isEmpty else { return }
        let normals = outlines.flatMap {
            [$0.normalX.x, $0.normalX.y, $0.normalY.x, $0.normalY.y].map { Float($0) }
        }
        let sides = outlines.flatMap {
            [$0.left, $0.top, $0.right, $0.bottom].map(Self.limited)
        }
        let corners = outlines.flatMap { outline in
            outline.corner.map { [$0.perPixelX, $0.perPixelY, $0.skew].map(Self.limited) }
                ?? [0, 0, 0]
        }
        let count = GLsizei(outlines.count)
        glUniform4fv(self.normals, count, normals)
        glUniform4fv(self.sides, count, sides)
        glUniform3fv(self.corners, count, corners)
    }

    /// A number that the shader can square.
    private static func limited(_ value: Double) -> Float { Float(min(max(value, -1e9), 1e9)) }
}

// The shaders.
extension GLLayerProgram {
    /// `corner` and `place` are pixels of the screen from the top left, `pixel` those of the level.
    private static let vertexShader = """
        attribute vec2 corner;
        uniform vec2 screenSize;
        uniform vec3 fromScreenX;
        uniform vec3 fromScreenY;
        varying vec2 place;
        varying vec2 pixel;
        void main() {
            place = corner;
            pixel = vec2(dot(fromScreenX, vec3(corner, 1.0)), dot(fromScreenY, vec3(corner, 1.0)));
            vec2 part = corner / screenSize;
            gl_Position = vec4(part.x * 2.0 - 1.0, 1.0 - part.y * 2.0, 0.0, 1.0);
        }
        """

    private static func fragmentShader(_ variant: Variant) -> String {
        """
        #ifndef GL_FRAGMENT_PRECISION_HIGH
        #error the fragments are not precise enough for layers that are turned or scaled
        #endif
        precision highp float;
        varying vec2 place;
        varying vec2 pixel;
        uniform vec2 screenSize;
        uniform float opacity;
        uniform float limit;
        \(source(variant.content))
        \(variant.outlines > 0 ? coverage(variant.outlines) : "float coverage() { return 1.0; }")
        void main() { gl_FragColor = source() * (opacity * coverage()); }
        """
    }

    private static func source(_ content: Content) -> String {
        switch content {
        case .colour:
            """
            uniform vec4 colour;
            vec4 source() { return colour; }
            """
        case .group:
            """
            uniform sampler2D picture;
            vec4 source() {
                vec2 part = place / screenSize;
                return texture2D(picture, vec2(part.x, 1.0 - part.y));
            }
            """
        case .picture:
            """
            uniform sampler2D picture;
            uniform vec2 levelSize;
            uniform vec4 shown;
            vec4 source() {
                return texture2D(picture, clamp(pixel, shown.xy, shown.zw) / levelSize).bgra;
            }
            """
        }
    }

    /// What `Outline.distance` and `DrawOperation.coverage` do.
    private static func coverage(_ count: Int) -> String {
        """
        uniform vec4 normals[\(count)];
        uniform vec4 sides[\(count)];
        uniform vec3 corners[\(count)];
        float outside(vec4 normal, vec4 side, vec3 corner) {
            vec2 along = vec2(dot(normal.xy, place), dot(normal.zw, place));
            vec2 before = side.xy - along;
            vec2 after = along - side.zw;
            vec2 beyond = max(before, after);
            vec2 u = beyond * corner.xy + 1.0;
            if (corner.x == 0.0 || u.x <= 0.0 || u.y <= 0.0) return max(beyond.x, beyond.y);
            float skew = (after.x > before.x) == (after.y > before.y) ? corner.z : -corner.z;
            vec2 du = u * corner.xy;
            float slope = dot(du, du) + 2.0 * u.x * u.y * skew;
            float radius = length(u);
            return slope > 0.0 ? (radius - 1.0) * radius / sqrt(slope) : max(beyond.x, beyond.y);
        }
        float coverage() {
            float furthest = outside(normals[0], sides[0], corners[0]);
            \((1..<max(1, count)).map {
                "furthest = max(furthest, outside(normals[\($0)], sides[\($0)], corners[\($0)]));"
            }.joined(separator: "\n    "))
            return clamp(0.5 - furthest, 0.0, limit);
        }
        """
    }
}
