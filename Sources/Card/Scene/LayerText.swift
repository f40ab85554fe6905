import Geometry
import Scene
import TOML

/// What a `[[layer]]` or a `[style.NAME]` says, before it is known to which group it belongs.
struct LayerText {
    enum Content {
        case picture(Card.Picture)
        case colour(Colour)
    }

    let table: TOMLTable
    var name: String?
    /// What the layer shows; nil for a group, and for what cannot be read.
    var content: Content?
    var fit: Fit?
    var order: Int?
    var clips: Bool?
    var bleeds: Bool?
    /// Whether the picture's own size is the layer's.
    var isNatural: Bool?
    private(set) var properties: [Property: PropertyText] = [:]
    /// Whether it says what it shows, if only with a mistake.
    private(set) var showsSomething: Bool

    /// The keys that a layer and a style have.
    static let sharedKeys =
        ["picture", "colour", "fit", "order", "clip", "bleed"]
        + Property.lists.map(\.key) + Property.allCases.map(\.name)
    static let keys = ["name", "in", "style"] + sharedKeys

    /// Reads a table with these keys.
    init(_ table: TOMLTable, keys: [String], in folder: PictureFolder, _ mistakes: Mistakes) {
        self.table = table
        showsSomething = table["picture"] != nil || table["colour"] != nil
        mistakes.noteUnknown(table, known: keys)
        name = mistakes.read(table["name"]) { value throws(TOMLError) in try value.layerName() }
        content = Self.content(table, in: folder, mistakes)
        fit = mistakes.read(table["fit"]) { value throws(TOMLError) in try value.choice() }
        order = mistakes.read(table["order"]) { value throws(TOMLError) in
            try value.integer(in: -1_000_000...1_000_000)
        }
        clips = mistakes.read(table["clip"]) { value throws(TOMLError) in try value.boolean() }
        bleeds = mistakes.read(table["bleed"]) { value throws(TOMLError) in try value.boolean() }
        for list in Property.lists { read(list, mistakes) }
        for property in Property.allCases {
            let text = mistakes.read(table[property.name]) { value throws(TOMLError) in
                try PropertyText(value, of: property)
            }
            if let text { properties[property] = text }
        }
    }

    private static func content(
        _ table: TOMLTable, in folder: PictureFolder, _ mistakes: Mistakes
    ) -> Content? {
        if let colour = table["colour"], table["picture"] != nil {
            mistakes.note(
                TOMLError(
                    colour.place, "\(colour.name) does not go with picture: make two layers of it"))
        }
        if let value = table["picture"] {
            let result = mistakes.read(value, folder.picture)
            switch result {
            case .success(let picture): return .picture(picture)
            case .failure(let error): mistakes.note(error, at: value.place)
            case nil: break
            }
            return nil
        }
        return mistakes.read(table["colour"]) { value throws(TOMLError) in
            .colour(try value.colour())
        }
    }

    private mutating func read(
        _ list: (key: String, words: String, members: [Property]), _ mistakes: Mistakes
    ) {
        guard let value = table[list.key] else { return }
        if list.key == "size" {
            isNatural = value.content == .string("natural")
            if isNatural == true { return }
        }
        let numbers = mistakes.read(value) { value throws(TOMLError) in
            try value.numbers(of: list.members, list.key, list.words)
        }
        guard let numbers, let values = try? value.array() else { return }
        for (index, property) in list.members.enumerated() {
            properties[property] = PropertyText(values[index], constant: numbers[index])
        }
    }

    /// This layer, with what `style` says and it does not say itself.
    func styled(_ style: LayerText) -> LayerText {
        var layer = self
        if !showsSomething { layer.content = style.content }
        layer.showsSomething = showsSomething || style.showsSomething
        layer.fit = fit ?? style.fit
        layer.order = order ?? style.order
        layer.clips = clips ?? style.clips
        layer.bleeds = bleeds ?? style.bleeds
        layer.isNatural = isNatural ?? style.isNatural
        layer.properties.merge(style.properties) { own, _ in own }
        return layer
    }
}

extension TOMLValue {
    /// Numbers for several properties, as `words` name them.
    fileprivate func numbers(
        of members: [Property], _ key: String, _ words: String
    ) throws(TOMLError) -> [Double] {
        guard case .array(let values) = content else {
            throw error(
                "must be a list, \(words)" + (key == "size" ? ", or \"natural\"" : "")
                    + "; \(members[0].name) is for a number or a driver alone")
        }
        for (value, property) in zip(values, members) {
            if case .table = value.content {
                throw value.error("must be a number; a driver goes to \(property.name)")
            }
        }
        let numbers = try numbers(words, of: members)
        if key == "crop", numbers[0] + numbers[2] > 1 || numbers[1] + numbers[3] > 1 {
            throw error(
                "leads out of the picture: x and width, y and height are at most 1 together")
        }
        return numbers
    }

    /// The name of a layer, which others and messages can use.
    fileprivate func layerName() throws(TOMLError) -> String {
        let name = try plainString()
        guard !name.isEmpty else { throw error("is empty") }
        guard name.unicodeScalars.count <= 64 else {
            throw error("is longer than 64 characters")
        }
        return name
    }

    /// `#rgb`, `#rrggbb` or `#rrggbbaa`.
    fileprivate func colour() throws(TOMLError) -> Colour {
        let text = try string()
        let digits = text.dropFirst().compactMap { $0.isASCII ? $0.hexDigitValue : nil }
        guard text.hasPrefix("#"), digits.count == text.count - 1,
            [3, 6, 8].contains(digits.count)
        else {
            throw error(
                "is \(text.shortened), but must be as \"#rgb\", \"#rrggbb\" or \"#rrggbbaa\"")
        }
        var parts =
            digits.count == 3
            ? digits.map { $0 * 17 }
            : stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
        if parts.count == 3 { parts.append(255) }
        let numbers = parts.map { Double($0) / 255 }
        return Colour(red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3])
    }
}
