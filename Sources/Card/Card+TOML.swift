import Motion
import TOML

/// The keys of card.toml.
extension Card {
    static let keys = ["format", "name", "author", "size", "tilt", "layer"]
    static let tiltKeys = [
        "axis", "flat_degrees", "base_degrees", "beyond", "hysteresis_degrees",
    ]
    static let layerKeys = ["picture", "fit"]

    /// Reads the values of a card.toml; its pictures are in `folder`.
    mutating func read(_ table: TOMLTable, folder: String) throws {
        // First, because the other keys of a newer format are unknown.
        try Self.checkFormat(table["format"])
        try table.refuseUnknown(Self.keys)
        name = try table["name"]?.plainString() ?? name
        author = try table["author"]?.plainString()
        size = try table["size"].map { try Size($0) }
        tilt = try table["tilt"].map { try Tilt($0.table()) } ?? Tilt()
        layers = try table["layer"]?.array().map { try Layer($0.table(), folder: folder) } ?? []
    }

    private static func checkFormat(_ value: TOMLValue?) throws(TOMLError) {
        guard let value else { return }
        let found = try value.integer(in: .min ... .max)
        guard found > 0 else { throw value.error("is \(found), but must be at least 1") }
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
        let path = try value.plainString()
        place = value.place
        picture = path.hasPrefix("/") ? path : "\(folder)/\(path)"
        do {
            try PictureKind.check(picture)
        } catch {
            throw CardError(error.kind, "\(value.place): \(error)")
        }
        fit = try table["fit"]?.choice() ?? .stretch
    }
}

extension TOMLTable {
    /// An unknown key is an error in a card: the card would not look as intended.
    fileprivate func refuseUnknown(_ known: [String]) throws(TOMLError) {
        if let error = unknownKeys(known: known).first { throw error }
    }
}
