internal import CGLES
internal import Geometry
internal import Paint

/// How OpenGL combines what a shader draws with what was drawn before. On the processor:
/// `RowCompositing`.
enum GLBlending: Hashable {
    /// OpenGL multiplies what the shader draws and what was drawn before by a factor each, and adds
    /// the products; `setFunction` sets the factors.
    case fixed
    /// The shader reads what was drawn before, and replaces it.
    case shader(BlendMode)
    /// The shader gives an alpha by which what was drawn before is multiplied.
    case mask(MaskKind)

    init(_ compositing: Frame.CompositingOperator) {
        self =
            switch compositing {
            case .blend(.normal), .blend(.screen), .blend(.exclusion): .fixed
            case .blend(let mode): .shader(mode)
            case .mask(let mask): .mask(mask)
            }
    }

    var readsBelow: Bool {
        if case .shader = self { true } else { false }
    }

    /// Sets OpenGL's factors of what a shader draws and of what was drawn before.
    static func setFunction(_ compositing: Frame.CompositingOperator) {
        let (source, below): (Int32, Int32) =
            switch compositing {
            case .blend(.normal): (GL_ONE, GL_ONE_MINUS_SRC_ALPHA)
            case .blend(.screen): (GL_ONE, GL_ONE_MINUS_SRC_COLOR)
            case .blend(.exclusion): (GL_ONE_MINUS_DST_COLOR, GL_ONE_MINUS_SRC_COLOR)
            case .blend: (GL_ONE, GL_ZERO)
            case .mask: (GL_ZERO, GL_SRC_ALPHA)
            }
        if compositing == .blend(.exclusion) {
            glBlendFuncSeparate(
                GLenum(source), GLenum(below), GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
        } else {
            glBlendFunc(GLenum(source), GLenum(below))
        }
    }
}

// The shaders.
extension GLBlending {
    /// The text of a shader's function `combined`, which does what `rows_blend` and
    /// `rows_luminance_to_alpha` do; where OpenGL combines the pixels itself, it returns the pixel
    /// as it is.
    var combiningFunction: String {
        switch self {
        case .fixed, .mask(.alpha): "vec4 combined(vec4 pixel) { return pixel; }"
        case .mask(.luminance):
            "vec4 combined(vec4 pixel) { return vec4(\(Self.factor(of: .luminance, "pixel"))); }"
        case .shader(.plusLighter):
            """
            \(Self.below)
            vec4 combined(vec4 s) { return min(below() + s, 1.0); }
            """
        case .shader(.linear):
            """
            \(Self.below)
            \(Self.divisor)
            \(Self.light)
            vec4 combined(vec4 s) {
                vec4 b = below();
                if (s.a >= 1.0 || b.a <= 0.0) return s;
                if (s.a <= 0.0) return b;
                float alpha = b.a + s.a - b.a * s.a;
                vec3 light = light(s.rgb / divisor(s.a)) * s.a
                    + light(b.rgb / divisor(b.a)) * b.a * (1.0 - s.a);
                return vec4(encoded(light / alpha) * alpha, alpha);
            }
            """
        case .shader(let mode):
            """
            \(Self.below)
            \(Self.divisor)
            \(Self.blended(mode))
            vec4 combined(vec4 s) {
                vec4 b = below();
                float alpha = b.a + s.a - b.a * s.a;
                vec3 sum = blended(b, s) + b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a);
                return vec4(clamp(sum, 0.0, alpha), alpha);
            }
            """
        }
    }

    /// The text of what a mask multiplies by where it shows `pixel`.
    static func factor(of mask: MaskKind, _ pixel: String) -> String {
        switch mask {
        case .alpha: "\(pixel).a"
        case .luminance: "dot(\(pixel).rgb, vec3(0.2126, 0.7152, 0.0722))"
        }
    }

    private static let below = """
        uniform highp sampler2D framebufferCopy;
        vec4 below() {
            vec2 share = place / screenSize;
            return texture2D(framebufferCopy, vec2(share.x, 1.0 - share.y));
        }
        """

    /// IEC 61966-2-1, sRGB.
    static let light = """
        vec3 light(vec3 c) {
            c = clamp(c, 0.0, 1.0);
            return mix(
                c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(vec3(0.04045), c));
        }
        vec3 encoded(vec3 light) {
            light = clamp(light, 0.0, 1.0);
            vec3 curve = 1.055 * pow(max(light, 0.0031308), vec3(1.0 / 2.4)) - 0.055;
            return mix(light * 12.92, curve, step(vec3(0.0031308), light));
        }
        """

    private static let divisor = """
        float divisor(float a) { return a > 0.0 ? a : 1.0; }
        """

    /// The shader's function that gives the blended colour where source and lower pixel overlap,
    /// multiplied by both alphas.
    private static func blended(_ mode: BlendMode) -> String {
        switch mode {
        case .hue: inseparable("withLuminosity(withSaturation(s, b), luminosity(b))")
        case .saturation: inseparable("withLuminosity(withSaturation(b, s), luminosity(b))")
        case .color: inseparable("withLuminosity(s, luminosity(b))")
        case .luminosity: inseparable("withLuminosity(b, luminosity(s))")
        default: separable(mode)
        }
    }

    private static func separable(_ mode: BlendMode) -> String {
        """
        float component(float b, float s, float ba, float sa) {
            \(component(mode))
        }
        vec3 blended(vec4 b, vec4 s) {
            return vec3(
                component(b.r, s.r, b.a, s.a), component(b.g, s.g, b.a, s.a),
                component(b.b, s.b, b.a, s.a));
        }
        """
    }

    private static func component(_ mode: BlendMode) -> String {
        switch mode {
        case .multiply: "return b * s;"
        case .darken: "return min(b * sa, s * ba);"
        case .lighten: "return max(b * sa, s * ba);"
        case .difference: "return abs(b * sa - s * ba);"
        case .hardLight:
            "return 2.0 * s <= sa ? 2.0 * b * s : ba * sa - 2.0 * (ba - b) * (sa - s);"
        case .overlay:
            "return 2.0 * b <= ba ? 2.0 * b * s : ba * sa - 2.0 * (ba - b) * (sa - s);"
        case .colorDodge:
            """
            if (b <= 0.0) return 0.0;
            return s >= sa ? ba * sa : min(ba * sa, b * sa * sa / divisor(sa - s));
            """
        case .colorBurn:
            """
            if (b >= ba) return ba * sa;
            return s <= 0.0 ? 0.0 : ba * sa - min(ba * sa, (ba - b) * sa * sa / divisor(s));
            """
        case .softLight:
            """
            float unmultiplied = b / divisor(ba);
            float dark = ((16.0 * unmultiplied - 12.0) * unmultiplied + 4.0) * unmultiplied;
            float light = unmultiplied <= 0.25 ? dark : sqrt(unmultiplied);
            float change = 2.0 * s <= sa ? b * (1.0 - unmultiplied) : ba * (light - unmultiplied);
            return b * sa + (2.0 * s - sa) * change;
            """
        default: preconditionFailure("\(mode) needs no shader")
        }
    }

    private static func inseparable(_ colour: String) -> String {
        """
        float luminosity(vec3 c) { return dot(c, vec3(0.3, 0.59, 0.11)); }
        float least(vec3 c) { return min(c.r, min(c.g, c.b)); }
        float most(vec3 c) { return max(c.r, max(c.g, c.b)); }
        vec3 withLuminosity(vec3 c, float l) {
            c += l - luminosity(c);
            float n = least(c);
            float x = most(c);
            if (n < 0.0) c = l + (c - l) * l / divisor(l - n);
            if (x > 1.0) c = l + (c - l) * (1.0 - l) / divisor(x - l);
            return c;
        }
        vec3 withSaturation(vec3 c, vec3 other) {
            return (c - least(c)) * (most(other) - least(other)) / divisor(most(c) - least(c));
        }
        vec3 blended(vec4 below, vec4 above) {
            vec3 b = below.rgb / divisor(below.a);
            vec3 s = above.rgb / divisor(above.a);
            return \(colour) * below.a * above.a;
        }
        """
    }
}
