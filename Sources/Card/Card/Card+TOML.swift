import Geometry
import Motion
import Scene
import TOML

// card.toml of format 1, and what both formats have.
extension Card {
    static let keys = ["format", "name", "author", "size", "surround", "tilt", "layer"]
    static let tiltKeys = [
        "axis", "flat_degrees", "base_degrees", "beyond", "hysteresis_degrees",
    ]
    static let layerKeys = ["picture", "fit", "focus"]

    /// Reads the values of the card.toml in `folder`, where relative paths of pictures begin. Only
    /// format 1 allows absolute paths.
    mutating func read(_ table: TOMLTable, folder: String) throws {
        // The format is read first, because the other keys of a newer format are unknown.
        if try Self.format(table["format"]) == 2 { return try readFormat2(table, folder: folder) }
        try table.refuseUnknown(Self.keys)
        name = try table["name"]?.plainString() ?? name
        author = try table["author"]?.plainString()
        size = try table["size"].map { try Size($0) }
        surround = try table["surround"].map { try Scene.Surround($0) } ?? .black
        tilt = try table["tilt"].map { try TiltOverrides($0.table()) } ?? TiltOverrides()
        setLayers(try table["layer"]?.array().map { try $0.table().layer(in: folder) } ?? [])
    }

    /// The number of the format that a file has.
    private static func format(_ value: TOMLValue?) throws(TOMLError) -> Int {
        guard let value else { return 1 }
        let found = try value.integer(in: .min ... .max)
        guard found > 0 else { throw value.error("is \(found), but must be at least 1") }
        if found > newestFormat {
            throw TOMLError(
                value.location,
                "format \(found) is a newer format than this program reads (\(newestFormat)); "
                    + "install a newer lenticule")
        }
        return found
    }
}

extension Scene.Surround {
    /// `"card"` or an opaque colour.
    init(_ value: TOMLValue) throws(TOMLError) {
        value.expect(.choice(["card"]))
        self = value.content == .string("card") ? .card : .colour(try value.opaqueColour())
    }
}

extension Size {
    /// `[width, height]`
    init(_ value: TOMLValue) throws(TOMLError) {
        let sides = try value.array()
        guard sides.count == 2 else { throw value.error("must be two numbers, [width, height]") }
        self.init(
            width: try sides[0].number(in: 1...16384), height: try sides[1].number(in: 1...16384))
    }
}

extension TOMLValue {
    /// `[x, y]`, a place in a picture in shares of its sides.
    func focus() throws(TOMLError) -> Point {
        let shares = try array()
        guard shares.count == 2 else {
            throw error("must be two numbers, [x, y], shares of the picture's width and height")
        }
        return Point(x: try shares[0].number(in: 0...1), y: try shares[1].number(in: 0...1))
    }

    /// The error for a focus of a picture that is not cut.
    var focusWithoutCover: TOMLError {
        error("goes with fit = \"cover\": with another fit all of the picture is in view")
    }
}

extension Card.TiltOverrides {
    init(_ table: TOMLTable) throws(TOMLError) {
        try table.refuseUnknown(Card.tiltKeys)
        axis = try table["axis"]?.choice()
        flatDegrees = try table["flat_degrees"]?.number(in: TiltStateSettings.flatRange)
        baseDegrees = try table["base_degrees"]?.number(in: TiltStateSettings.baseRange)
        beyond = try table["beyond"]?.choice()
        hysteresisDegrees = try table["hysteresis_degrees"]?
            .number(in: TiltStateSettings.hysteresisRange)
    }
}

extension TOMLTable {
    /// A `[[layer]]` of format 1; a relative path of its picture begins in `folder`.
    fileprivate func layer(in folder: String) throws -> (picture: Card.Picture, fit: Fit) {
        try refuseUnknown(Card.layerKeys)
        guard let value = self["picture"] else {
            throw TOMLError(location, "\(name) has no picture")
        }
        let written = try value.plainString()
        let path = written.hasPrefix("/") ? written : "\(folder)/\(written)"
        return (try Card.Picture(checking: path, of: value), try fit())
    }

    private func fit() throws(TOMLError) -> Fit {
        let mode = try self["fit"]?.choice() ?? Fit.Mode.stretch
        guard let focus = self["focus"] else { return Fit(mode) }
        guard mode == .cover else { throw focus.focusWithoutCover }
        return Fit(mode, focus: try focus.focus())
    }
}
