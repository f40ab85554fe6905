import Motion
import TOML

/// What card.toml may say.
extension Card {
    static let keys = ["format", "name", "author", "size", "tilt", "layer"]
    static let tiltKeys = [
        "axis", "flat_degrees", "base_degrees", "beyond", "hysteresis_degrees",
    ]
    static let layerKeys = ["picture", "fit"]

    /// Takes over what a card.toml says; its pictures lie in `folder`.
    mutating func read(_ table: TOMLTable, folder: String) throws {
        // First of all: what else a newer format says cannot be judged.
        try Self.checkFormat(table["format"])
        try table.refuseUnknown(Self.keys)
        name = try table["name"]?.string() ?? name
        author = try table["author"]?.string()
        size = try table["size"].map { try Size($0) }
        tilt = try table["tilt"].map { try Tilt($0.table()) } ?? Tilt()
        layers = try table["layer"]?.array().map { try Layer($0.table(), folder: folder) } ?? []
    }

    private static func checkFormat(_ value: TOMLValue?) throws(TOMLError) {
        guard let value else { return }
        let found = try value.integer(in: 1...Int.max)
        if found > format {
            throw TOMLError(
                value.place,
                "format \(found) is a newer format than this program reads (\(format)); "
                    + "install a newer lenticule")
        }
    }
}

extension Card.Size {
    /// `[width, height]`
    fileprivate init(_ value: TOMLValue) throws(TOMLError) {
        let sides = try value.array()
        guard sides.count == 2 else { throw value.error("must be two numbers, [width, height]") }
        width = try sides[0].number(in: 1...16384)
        height = try sides[1].number(in: 1...16384)
    }
}

extension Card.Tilt {
    fileprivate init(_ table: TOMLTable) throws(TOMLError) {
        try table.refuseUnknown(Card.tiltKeys)
        axis = try table["axis"]?.choice()
        flatDegrees = try table["flat_degrees"]?.number(in: TiltStateSettings.flatRange)
        baseDegrees = try table["base_degrees"]?.number(in: TiltStateSettings.baseRange)
        beyond = try table["beyond"]?.choice()
        hysteresisDegrees = try table["hysteresis_degrees"]?
            .number(in: TiltStateSettings.hysteresisRange)
    }
}

extension Card.Layer {
    fileprivate init(_ table: TOMLTable, folder: String) throws {
        try table.refuseUnknown(Card.layerKeys)
        guard let value = table["picture"] else {
            throw TOMLError(table.place, "\(table.name) has no picture")
        }
        let path = try value.string()
        picture = path.hasPrefix("/") ? path : "\(folder)/\(path)"
        do {
            try PictureKind.check(picture)
        } catch {
            throw CardError(error.reason, "\(value.place): \(error)")
        }
        fit = try table["fit"]?.choice() ?? .stretch
    }
}

extension TiltStateSettings {
    /// What `flat_degrees` may be.
    public static let flatRange = 0.0...90
    /// What `base_degrees` may be.
    public static let baseRange = 1.0...180
    /// What `hysteresis_degrees` may be.
    public static let hysteresisRange = 0.0...90
}

extension TOMLTable {
    /// In a card an unknown key is an error: the card would not look as its author meant.
    fileprivate func refuseUnknown(_ known: [String]) throws(TOMLError) {
        if let error = unknownKeys(known: known).first { throw error }
    }
}
