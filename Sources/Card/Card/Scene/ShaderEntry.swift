import Geometry
import Paint
import Platform
import Scene
import TOML

/// What the table `shader` of a layer or a style says.
struct ShaderEntry {
    static let keys = ["file", "reach", "uniforms"]
    /// Points.
    static let reachRange = 0.0...1000

    private let own: LayerShader
    /// In the order of `LayerShader.parameters`.
    let parameters: [ParameterEntry]
    private let pictures: [Card.Picture]

    /// Nil if the file or a picture cannot be used, which is noted.
    init?(_ value: TOMLValue, in folder: PictureFolder, _ mistakes: Mistakes) throws(TOMLError) {
        let table = try value.table()
        try table.refuseUnknown(Self.keys)
        guard let file = table["file"] else {
            throw table.error("needs file: a text in GLSL, such as \"waves.frag\"")
        }
        let reach = try table["reach"]?.number(in: Self.reachRange) ?? 0
        guard let uniforms = try Self.uniforms(table["uniforms"], in: folder, mistakes) else {
            return nil
        }
        parameters = uniforms.flatMap(\.parameters)
        pictures = uniforms.compactMap(\.picture)
        let written = try folder.checkedPath(file)
        try folder.checkLinks(written, of: file)
        do throws(CardError) {
            let program = try ShaderProgram(
                file: "\(folder.path)/\(written)", at: file, uniforms: uniforms.map(\.uniform))
            own = LayerShader(
                program, reach: reach, parameters: parameters.map(\.constant))
        } catch {
            mistakes.note(error, at: file.location)
            return nil
        }
    }

    /// The shader, whose pictures are added to the card.
    func shader(in card: inout Card) -> LayerShader {
        var shader = own
        shader.pictures = pictures.map { card.addPicture($0) }
        return shader
    }

    /// A uniform with what gives its numbers, or with its picture.
    private struct Given {
        let uniform: ShaderProgram.Uniform
        var parameters: [ParameterEntry] = []
        var picture: Card.Picture?
    }

    /// Nil if a picture cannot be used, which is noted.
    private static func uniforms(
        _ value: TOMLValue?, in folder: PictureFolder, _ mistakes: Mistakes
    ) throws(TOMLError) -> [Given]? {
        guard let value else { return [] }
        var given: [Given] = []
        var isUsable = true
        for entry in try value.table().entries {
            var own = try uniform(entry, after: given.map(\.uniform.kind))
            if let name = entry.value.pictureOfUniform {
                switch try folder.picture(name) {
                case .success(let picture): own.picture = picture
                case .failure(let error):
                    mistakes.note(error, at: name.location)
                    isUsable = false
                }
            }
            given.append(own)
        }
        return isUsable ? given : nil
    }

    /// One of them, after those of these kinds; without its picture.
    private static func uniform(
        _ entry: TOMLTable.Entry, after before: [ShaderProgram.Uniform.Kind]
    ) throws(TOMLError) -> Given {
        let value = entry.value
        if let reason = ShaderProgram.Uniform.refusal(ofName: entry.key) {
            throw value.error(reason)
        }
        let kind = value.uniformKind
        let most = ShaderProgram.Uniform.most(kind)
        guard before.count(where: { $0 == kind }) < most else {
            throw value.error("is one too many: \(most) \(kind)s are the most")
        }
        let uniform = ShaderProgram.Uniform(entry.key, kind)
        switch kind {
        case .number:
            try value.checkDrives()
            let index = before.reduce(0) { $0 + $1.count }
            return Given(
                uniform: uniform,
                parameters: [try ParameterEntry(value, of: .shader(index, .uniform))])
        case .colour:
            let colour = try value.colour()
            return Given(
                uniform: uniform,
                parameters: [colour.red, colour.green, colour.blue, colour.alpha].map {
                    ParameterEntry(value, constant: $0)
                })
        case .picture:
            try value.table().refuseUnknown(["picture"])
            return Given(uniform: uniform)
        }
    }
}

extension TOMLValue {
    fileprivate var uniformKind: ShaderProgram.Uniform.Kind {
        if case .string = content { return .colour }
        return pictureOfUniform == nil ? .number : .picture
    }

    /// Refuses a table that is neither a driver nor a picture.
    fileprivate func checkDrives() throws(TOMLError) {
        guard case .table(let table) = content else { return }
        guard table.given(of: DriverForm.allCases.map { $0.keyNames[0] }).isEmpty else { return }
        throw error("needs picture, or for a driver follow, on or transition")
    }

    /// The name of the picture in `{ picture = "noise.png" }`; nil for another value.
    fileprivate var pictureOfUniform: TOMLValue? {
        if case .table(let table) = content { table["picture"] } else { nil }
    }
}

extension ShaderProgram {
    /// The text of a file, which `value` names.
    fileprivate init(
        file path: String, at value: TOMLValue, uniforms: [Uniform]
    ) throws(CardError) {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try readFile(path)
        } catch {
            throw CardError(CardError(error), at: value, path)
        }
        do throws(ShaderMistake) {
            try self.init(bytes, file: path, uniforms: uniforms)
        } catch {
            let place = TOMLLocation(file: path, line: error.line, column: error.column)
            throw CardError(.malformed, "\(place): \(error)", pictures: [path])
        }
    }
}

extension LayerEntry {
    /// Reads the layer's shader, its own or that of its style, and notes what does not go with it.
    mutating func readShader(in folder: PictureFolder, _ mistakes: Mistakes) {
        guard let value = givenShader else { return }
        if rippleTrigger != nil {
            mistakes.note(
                value.error("does not go with ripple: put one of them on a group around the layer"))
        }
        shader =
            mistakes.read(value) { value throws(TOMLError) in
                try ShaderEntry(value, in: folder, mistakes)
            } ?? nil
    }
}

extension Card {
    /// The files of its shaders, each once.
    public var shaderFiles: [String] {
        var found: [String] = []
        for file in layers.compactMap(\.shader?.program.file) where !found.contains(file) {
            found.append(file)
        }
        return found
    }
}
