public import Geometry

/// A card's own program for the pixels of a layer or a group, with the numbers of one moment.
public struct Shader: Sendable, Equatable {
    public var program: ShaderProgram
    /// How far beyond a place it may read, in the units of the places.
    public var reach: Double
    /// Those of `program.uniforms` in their order: one for a number, four for a colour, none for a picture.
    public var numbers: [Double]
    /// The layer's box, and seconds of the scene.
    public var size: Size
    public var time: Double

    public init(
        _ program: ShaderProgram, reach: Double, numbers: [Double], size: Size, time: Double
    ) {
        (self.program, self.reach, self.numbers) = (program, reach, numbers)
        (self.size, self.time) = (size, time)
    }
}

/// The text of a card's shader, in GLSL ES 1.00, which `ShaderScanner` has read.
public struct ShaderProgram: Sendable, Hashable {
    /// The function that the text defines.
    public enum Entry: String, Sendable, CaseIterable {
        /// Gives the colour at a place, from what is shown there.
        case colour
        /// Gives the place whose colour is shown at a place.
        case distortion
        /// Gives the colour at a place.
        case layer

        /// How its definition begins; other names of the parameters are possible.
        public var signature: String {
            switch self {
            case .colour: "vec4 colour(vec2 place, vec4 under)"
            case .distortion: "vec2 distortion(vec2 place)"
            case .layer: "vec4 layer(vec2 place)"
            }
        }
    }

    /// What the card gives the program under a name.
    public struct Uniform: Sendable, Hashable {
        public enum Kind: Sendable, Hashable {
            case number, colour, picture

            /// Of how many numbers it consists.
            public var count: Int {
                switch self {
                case .number: 1
                case .colour: 4
                case .picture: 0
                }
            }
        }

        public let name: String
        public let kind: Kind

        public init(_ name: String, _ kind: Kind) { (self.name, self.kind) = (name, kind) }
    }

    /// The path of its file, for messages.
    public let file: String
    /// Without comments; its lines are those of the file.
    public let text: String
    public let entry: Entry
    /// Whether what it shows changes with the time.
    public let usesTime: Bool
    /// In the order in which the card gives them.
    public let uniforms: [Uniform]

    /// The names of the pictures that it is given.
    public var pictureNames: [String] { uniforms.filter { $0.kind == .picture }.map(\.name) }

    /// Reads a text. Throws what a driver is not to see.
    public init(_ bytes: [UInt8], file: String, uniforms: [Uniform]) throws(ShaderMistake) {
        let scanner = try ShaderScanner(bytes)
        entry = try scanner.entry()
        usesTime = scanner.words.contains { $0.text == "time" }
        text = scanner.text
        (self.file, self.uniforms) = (file, uniforms)
    }

    /// Of the text only the length counts: texts have 64 KB, and a hash is needed for each frame.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(file)
        hasher.combine(text.utf8.count)
    }
}

/// Why the text of a shader cannot be used, and where; lines and columns begin with 1.
public struct ShaderMistake: Error, Equatable, CustomStringConvertible {
    public let line, column: Int
    public let description: String
}
