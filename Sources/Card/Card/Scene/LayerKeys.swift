import Scene

/// What is known of the keys of a layer of card.toml, for those who change one.
public enum LayerKeys {
    /// The unit of a value of a layer, for people; empty if it has none, or if none is known. `label` is the
    /// way to the value from its layer, as in `offset[1]` or `rotation.values[2]`.
    public static func unit(of label: String) -> String {
        let key = String(label.prefix { $0 != "." && $0 != "[" })
        let rest = label.dropFirst(key.count)
        if rest.hasPrefix(".") {
            let part = rest.dropFirst().prefix { $0 != "." && $0 != "[" }
            let last = label.split(separator: ".").last.map(String.init) ?? label
            if seconds.contains(last) || seconds.contains(String(part)) { return "s" }
            let isValue =
                ["values", "steps", "phases", "transition"].contains(part)
                || part == "keys" && rest.hasSuffix("[2]")
            guard isValue || Property(named: label) != nil else { return "" }
        }
        return Property.of(label, key).map(\.unit) ?? ""
    }

    private static let seconds: Set = ["smooth", "duration", "delay", "response", "settle"]

    /// What a property is where a layer does not give it; nil for what is no property.
    public static func usual(of label: String) -> Double? {
        Property.of(label, label)?.defaultValue
    }

    /// The keys that a layer with these `given` ones could have, in the manual's order, with the text that
    /// each begins with and the keys after which it comes. A key whose first value cannot be guessed, such as
    /// the name of a mask, is not among them.
    public static func additions(
        given: [String]
    ) -> [(key: String, text: String, before: [String])] {
        let content = LayerEntry.contentKeys.first(where: given.contains)
        let own = Set(
            LayerEntry.contentKinds.first { $0.key == content }?.ownKeys ?? [])
        return LayerEntry.keys.enumerated().compactMap { index, key in
            guard !given.contains(key), !isGiven(key, by: given) else { return nil }
            if key == "ripple", given.contains("shader") { return nil }
            if content == "material", ["blur", "ripple"].contains(key) { return nil }
            if LayerEntry.kindsOfOwnKey[key] != nil, !own.contains(key) { return nil }
            guard let text = firstText(of: key, content: content) else { return nil }
            return (key, text, ["name", "in", "style"] + LayerEntry.keys.prefix(index))
        }
    }

    /// Whether a list, or its members, says the same.
    private static func isGiven(_ key: String, by given: [String]) -> Bool {
        Property.lists.contains { list in
            let members = list.members.map(\.name)
            return list.key == key && !Set(members).isDisjoint(with: given)
                || members.contains(key) && given.contains(list.key)
        }
    }

    private static func firstText(of key: String, content: String?) -> String? {
        let isGroup = content == nil
        if let list = Property.lists.first(where: { $0.key == key }) {
            if list.members[0].isOfPictures, content != "picture" { return nil }
            return "[" + list.members.map { text($0.defaultValue) }.joined(separator: ", ") + "]"
        }
        if let property = Property(named: key), property.rippleKey == nil {
            return text(of: property, content: content)
        }
        switch key {
        case "fit": return content == "picture" ? "\"contain\"" : nil
        case "order": return "0"
        case "clip", "isolated": return isGroup ? "true" : nil
        case "bleed": return "true"
        case "blend": return "\"normal\""
        case "shadow-colour": return "\"#00000080\""
        case "opaque-blur": return "true"
        case "ripple": return "{ on = \"tap\" }"
        default: return ownTexts[content ?? ""]?[key]
        }
    }

    /// The first values of keys that only some contents have.
    private static let ownTexts = [
        "text": [
            "align": "\"centre\"", "italic": "false", "line-spacing": "1", "text-size": "40",
            "tracking": "0", "weight": "400",
        ],
        "path": ["fill": "\"#ffffff\"", "stroke": "\"#ffffff\"", "width": "4"],
        "foil": [
            "glare": "1", "pattern-angle": "0", "pattern-scale": "1", "seed": "0",
            "strength": "1",
        ],
        "particles": ["seed": "0"],
    ]

    private static func text(of property: Property, content: String?) -> String? {
        if property.isOfPictures, content != "picture" { return nil }
        switch property {
        // It would mean the distance of the card's own eye.
        case .perspective: return "1000"
        case .backdropBlur: return content == "material" ? text(property.defaultValue) : nil
        default: return text(property.defaultValue)
        }
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\(number)"
    }
}

extension Property {
    fileprivate init?(named name: String) {
        guard let property = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = property
    }

    /// The property that a value is of: of a member of a list, `offset[1]`, or of a whole key.
    static func of(_ label: String, _ key: String) -> Property? {
        if let property = Property(named: label) ?? Property(named: key) { return property }
        guard let list = lists.first(where: { $0.key == key || label.hasPrefix($0.key + "[") })
        else { return nil }
        let digits = label.dropFirst(list.key.count + 1).prefix { $0.isNumber }
        guard let number = Int(digits), list.members.indices.contains(number - 1) else {
            return nil
        }
        return list.members[number - 1]
    }

    /// For people; empty without a unit.
    var unit: String {
        switch self {
        case .offsetX, .offsetY, .offsetZ, .anchorZ, .perspective, .radius, .blur, .backdropBlur,
            .shadowRadius, .shadowOffsetX, .shadowOffsetY, .rippleAmplitude:
            "pt"
        case .rotation, .rotationX, .rotationY, .hue: "°"
        case .rippleSpeed: "pt/s"
        case .rippleDuration: "s"
        default: ""
        }
    }
}
