import Geometry
import Paint
import Scene
import TOML

/// What a `[[layer]]` or a `[style.NAME]` says, before it is known to which group it belongs.
struct LayerEntry {
    let table: TOMLTable
    var name: String?
    /// What the layer shows; nil for a group, for what cannot be read, and until `readContent`.
    /// `namesContent` tells a group from the others.
    private(set) var content: (any ContentEntry)?
    private var contentKeys: ContentKeys
    var fit: Fit.Mode?
    var focus: Point?
    var order: Int?
    var clips: Bool?
    var bleeds: Bool?
    /// The values of `blend` and `shadow-colour`.
    var givenBlend: BlendMode?
    var givenShadow: Colour?
    var level: Level?
    var scheme: Material.Scheme?
    var hasOpaqueBlur: Bool?
    var isIsolated: Bool?
    /// The event that starts waves in the layer.
    var rippleTrigger: Trigger?
    /// The value of `shader`, and what it says; nil until `readShader`.
    var givenShader: TOMLValue?
    var shader: ShaderEntry?
    /// Whether the layer has its picture's own size (`size = "natural"`).
    var hasNaturalSize: Bool?
    private(set) var properties: [Property: ParameterEntry] = [:]
    /// In the order in which they are applied: as in the text, and those of the style first.
    private(set) var effects: [Effect] = []

    /// Whether the layer may leave its group's plane.
    var leavesPlane: Bool {
        [Property.rotationX, .rotationY, .offsetZ].contains { properties[$0] != nil }
    }
    /// Whether the table, or the style that was applied, has a key that says what the layer shows,
    /// also one whose value cannot be read.
    var namesContent: Bool

    /// The colour of the layer's shadow; nil if no key of a shadow is given. Without
    /// `shadow-colour` it is black with opacity 0.5.
    var shadowColour: Colour? {
        let keys: [Property] = [
            .shadowRadius, .shadowOffsetX, .shadowOffsetY, .shadowOpacity, .shadowSpread,
        ]
        let usual = Colour(red: 0, green: 0, blue: 0, alpha: 0.5)
        return givenShadow ?? (keys.contains { properties[$0] != nil } ? usual : nil)
    }

    /// How it is blended: as `blend` says. Without `blend`, a foil is blended as its kind is, and a layer
    /// with a level and a scheme as that level is over a material of that scheme.
    var blendMode: BlendMode {
        if let givenBlend { return givenBlend }
        if let foil = content as? FoilEntry { return foil.kind.blend }
        guard let level, let scheme else { return .normal }
        return level.blend(over: scheme)
    }

    /// The keys that a layer and a style have.
    static let sharedKeys =
        contentKeys + kindsOfOwnKey.keys.sorted() + [
            "fit", "focus", "order", "clip", "bleed", "blend", "isolated", "scheme", "level",
        ]
        + ["shadow-colour", "opaque-blur", "ripple", "shader"]
        + Property.lists.map(\.key) + ownProperties.map(\.name)
    /// Those that are keys of the layer itself.
    private static let ownProperties = Property.allCases.filter { $0.rippleKey == nil }
    static let keys = ["name", "in", "style", "mask", "luminance-mask"] + sharedKeys

    /// Reads a table with these keys.
    init(_ table: TOMLTable, keys: [String], _ mistakes: Mistakes) {
        self.table = table
        namesContent = !table.given(of: Self.contentKeys).isEmpty
        mistakes.noteUnknown(table, known: keys)
        name = mistakes.read(table["name"]) { value throws(TOMLError) in try value.layerName() }
        contentKeys = Self.contentKeys(of: table)
        fit = mistakes.read(table["fit"]) { value throws(TOMLError) in try value.choice() }
        focus = mistakes.read(table["focus"]) { value throws(TOMLError) in try value.focus() }
        order = mistakes.read(table["order"]) { value throws(TOMLError) in
            try value.integer(in: -1_000_000...1_000_000)
        }
        clips = mistakes.read(table["clip"]) { value throws(TOMLError) in try value.boolean() }
        bleeds = mistakes.read(table["bleed"]) { value throws(TOMLError) in try value.boolean() }
        givenBlend = mistakes.read(table["blend"]) { value throws(TOMLError) in try value.choice() }
        isIsolated = mistakes.read(table["isolated"]) { value throws(TOMLError) in
            try value.boolean()
        }
        givenShadow = mistakes.read(table["shadow-colour"]) { value throws(TOMLError) in
            try value.colour()
        }
        level = mistakes.read(table["level"]) { value throws(TOMLError) in try value.choice() }
        scheme = mistakes.read(table["scheme"]) { value throws(TOMLError) in try value.choice() }
        hasOpaqueBlur = mistakes.read(table["opaque-blur"]) { value throws(TOMLError) in
            try value.boolean()
        }
        for list in Property.lists { read(list, mistakes) }
        _ = mistakes.read(table["ripple"]) { value throws(TOMLError) in
            try readRipple(value.table())
        }
        givenShader = table["shader"]
        for property in Self.ownProperties {
            let entry = mistakes.read(table[property.name]) { value throws(TOMLError) in
                try ParameterEntry(value, of: .property(property))
            }
            if let entry { properties[property] = entry }
        }
        effects = Self.effects(table)
    }

    /// The keys of `[layer.ripple]`.
    static let rippleKeys = ["on"] + Property.allCases.compactMap(\.rippleKey)

    private mutating func readRipple(_ table: TOMLTable) throws(TOMLError) {
        try table.refuseUnknown(Self.rippleKeys)
        guard let event = table["on"] else { throw table.error("needs on: an event") }
        rippleTrigger = try event.choice()
        for property in Property.allCases {
            guard let key = property.rippleKey, let value = table[key] else { continue }
            properties[property] = try ParameterEntry(value, of: .property(property))
        }
    }

    /// The effects in the order of their keys in the file. `multiply`, `multiply-red`,
    /// `multiply-green` and `multiply-blue` are one effect, at the place of the first of these
    /// keys.
    private static func effects(_ table: TOMLTable) -> [Effect] {
        var effects: [Effect] = []
        for entry in table.entries {
            guard let effect = effectKeys[entry.key], !effects.contains(effect) else { continue }
            effects.append(effect)
        }
        return effects
    }

    private static let effectKeys: [String: Effect] = {
        var keys: [String: Effect] = [:]
        for property in Property.allCases { keys[property.name] = property.effect }
        for list in Property.lists { keys[list.key] = list.members[0].effect }
        return keys
    }()

    private static func contentKeys(of table: TOMLTable) -> ContentKeys {
        var keys = ContentKeys()
        for key in contentKeys + kindsOfOwnKey.keys { keys[key] = table[key] }
        return keys
    }

    private static func content(
        _ keys: ContentKeys, in folder: PictureFolder, _ mistakes: Mistakes
    ) -> (any ContentEntry)? {
        let named = contentKinds.filter { keys[$0.key] != nil }
        let taken = named.flatMap { $0.takenKeys }
        let given = named.filter { !taken.contains($0.key) }
        guard let kind = given.first else { return nil }
        for value in given.dropFirst().compactMap({ keys[$0.key] }) {
            mistakes.note(
                TOMLError(
                    value.location,
                    "\(value.name) does not go with \(kind.key): make two layers of it"))
        }
        return mistakes.read(keys[kind.key]) { value throws(TOMLError) in
            try kind.init(value, keys, in: folder, mistakes)
        } ?? nil
    }

    /// Reads what it shows.
    mutating func readContent(in folder: PictureFolder, _ mistakes: Mistakes) {
        content = namesContent ? Self.content(contentKeys, in: folder, mistakes) : nil
    }

    /// Takes what a style shows.
    mutating func takeContent(of style: LayerEntry) { content = style.content }

    /// Whether a table says something of what a layer shows, so that its style alone does not.
    static func saysContent(_ table: TOMLTable) -> Bool { !contentKeys(of: table).isEmpty }

    private mutating func read(
        _ list: (key: String, pattern: String, members: [Property]), _ mistakes: Mistakes
    ) {
        guard let value = table[list.key] else { return }
        if list.key == "size" {
            value.expect(.choice(["natural"]))
            hasNaturalSize = value.content == .string("natural")
            if hasNaturalSize == true { return }
        }
        let entries = mistakes.read(value) { value throws(TOMLError) in
            try value.entries(of: list.members, list.key, list.pattern)
        }
        for (property, entry) in zip(list.members, entries ?? []) { properties[property] = entry }
    }

    /// This layer with the values that `style` gives and the layer does not give.
    func styled(_ style: LayerEntry) -> LayerEntry {
        var layer = self
        layer.contentKeys = inheritedContent(from: style).merging(contentKeys) { _, own in own }
        layer.namesContent = namesContent || style.namesContent
        layer.fit = fit ?? style.fit
        layer.focus = focus ?? style.focus
        layer.order = order ?? style.order
        layer.clips = clips ?? style.clips
        layer.bleeds = bleeds ?? style.bleeds
        layer.givenBlend = givenBlend ?? style.givenBlend
        layer.givenShadow = givenShadow ?? style.givenShadow
        layer.level = level ?? style.level
        layer.scheme = scheme ?? style.scheme
        layer.hasOpaqueBlur = hasOpaqueBlur ?? style.hasOpaqueBlur
        layer.isIsolated = isIsolated ?? style.isIsolated
        layer.rippleTrigger = rippleTrigger ?? style.rippleTrigger
        layer.givenShader = givenShader ?? style.givenShader
        layer.hasNaturalSize = hasNaturalSize ?? style.hasNaturalSize
        layer.properties.merge(inherited(from: style)) { own, _ in own }
        layer.effects = style.effects.filter { !effects.contains($0) } + effects
        return layer
    }

    /// What a style says of the content: beside a content of the layer's own, only what goes with it.
    private func inheritedContent(from style: LayerEntry) -> ContentKeys {
        guard namesContent else { return style.contentKeys }
        let taken = Self.contentKinds.filter { contentKeys[$0.key] != nil }.flatMap { $0.takenKeys }
        let givesTaken = taken.contains { contentKeys[$0] != nil }
        return style.contentKeys.filter { key, _ in
            Self.kindsOfOwnKey[key] != nil || !givesTaken && taken.contains(key)
        }
    }

    /// The numbers of a style, without its size if this layer has the picture's own.
    private func inherited(from style: LayerEntry) -> [Property: ParameterEntry] {
        guard hasNaturalSize == true else { return style.properties }
        return style.properties.filter { $0.key != .width && $0.key != .height }
    }
}

extension TOMLValue {
    /// Reads a list of one value for each property of `members`. For the key `multiply` the value
    /// may also be a colour. Messages name the values by `pattern`.
    fileprivate func entries(
        of members: [Property], _ key: String, _ pattern: String
    ) throws(TOMLError) -> [ParameterEntry] {
        if key == "multiply", case .string = content {
            let colour = try opaqueColour()
            return [colour.red, colour.green, colour.blue].map {
                ParameterEntry(self, constant: $0)
            }
        }
        guard case .array(let values) = content else {
            let names = members.map(\.name)
            let others = ["size": ", or \"natural\"", "multiply": ", or a colour"]
            throw error(
                "must be a list, \(pattern)" + (others[key] ?? "") + "; "
                    + names.dropLast().joined(separator: ", ")
                    + " and \(names[names.count - 1]) are for a number or a driver alone")
        }
        guard values.count == members.count else {
            throw error("must be \(members.count) numbers, \(pattern), not \(values.count)")
        }
        var entries: [ParameterEntry] = []
        for (value, property) in zip(values, members) {
            entries.append(try ParameterEntry(value, of: .property(property)))
        }
        let isDriven = entries.contains { !$0.drivers.isEmpty }
        let ends = zip(entries, entries.dropFirst(2)).map { $0.constant + $1.constant }
        if key == "crop", !isDriven, ends.contains(where: { $0 > 1 }) {
            throw error(
                "leads out of the picture: x and width, y and height are at most 1 together")
        }
        return entries
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

    /// A colour without an opacity.
    func opaqueColour() throws(TOMLError) -> Colour {
        let colour = try colour()
        guard colour.alpha == 1 else {
            throw error("has an opacity, and must be as \"#rgb\" or \"#rrggbb\"")
        }
        return colour
    }

    /// `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`.
    func colour() throws(TOMLError) -> Colour {
        expect(.special(.colour))
        let text = try string()
        guard let colour = Colour(hex: text) else {
            throw error(
                "is \(text.quotedShort), but must be as \"#rgb\", \"#rgba\", \"#rrggbb\" or "
                    + "\"#rrggbbaa\"")
        }
        return colour
    }
}
