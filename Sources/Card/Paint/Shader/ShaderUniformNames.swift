extension ShaderProgram.Uniform {
    /// The most uniforms of a kind that a shader has.
    public static func most(_ kind: Kind) -> Int {
        switch kind {
        case .number: 16
        case .colour: 8
        // OpenGL ES 2.0 guarantees eight textures; one is what the layer shows.
        case .picture: 4
        }
    }

    /// Characters of a name.
    static let longestName = 64

    /// Why a uniform cannot have a name; nil if it can.
    public static func refusal(ofName name: String) -> String? {
        let letters = name.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || $0 == "_" || ("0"..."9").contains($0))
        }
        guard letters, let first = name.unicodeScalars.first, !("0"..."9").contains(first),
            name.utf8.count <= longestName
        else {
            return "must be a name of letters, digits and _, at most \(longestName) of them, that "
                + "begins with no digit"
        }
        if let start = reservedStart(of: name) { return "has the reserved \(start): rename it" }
        return words.contains(name) ? "is a word of GLSL, or of shaders: rename it" : nil
    }

    /// What of a name GLSL or the program keeps for itself.
    static func reservedStart(of name: String) -> String? {
        if let start = ["gl_", "lenticule"].first(where: name.hasPrefix) { return start }
        return name.contains("__") ? "__" : nil
    }

    /// The words of GLSL ES 1.00, those of its functions, and what a shader is given.
    private static let words = Set(
        """
        size time under place colour distortion layer main
        attribute const uniform varying break continue do for while if else in out inout float int void bool
        true false lowp mediump highp precision invariant discard return mat2 mat3 mat4 vec2 vec3 vec4 ivec2
        ivec3 ivec4 bvec2 bvec3 bvec4 sampler2D samplerCube struct
        asm class union enum typedef template this packed goto switch default inline noinline volatile public
        static extern external interface flat long short double half fixed unsigned superp input output hvec2
        hvec3 hvec4 dvec2 dvec3 dvec4 fvec2 fvec3 fvec4 sampler1D sampler3D sampler1DShadow sampler2DShadow
        sampler2DRect sampler3DRect sampler2DRectShadow sizeof cast namespace using
        radians degrees sin cos tan asin acos atan pow exp log exp2 log2 sqrt inversesqrt abs sign floor ceil
        fract mod min max clamp mix step smoothstep length distance dot cross normalize faceforward reflect
        refract matrixCompMult lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual any all not
        texture2D texture2DProj texture2DLod texture2DProjLod textureCube textureCubeLod
        """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
