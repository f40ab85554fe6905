import LensOptics
import Motion
import Platform
import Scene
import TOML

/// What a card's or a layer's `lens` says.
struct LensEntry: ContentEntry {
    static let key = "lens"
    let pictures: [Card.Picture]
    /// The folder of which it shows all pictures; nil if it names a list or an animation.
    let folder: String?
    let axis: Lens.Axis
    let order: Lens.Order
    let repeatsPictures: Bool
    /// Whether the table gives the width of the print.
    let hasWidth: Bool
    /// In the order of `LensContent.Parameter`.
    private(set) var parameters: [ParameterEntry] = []

    static let keys =
        ["pictures", "preset", "axis", "order", "flip-back"]
        + LensContent.Parameter.allCases.map(\.name)

    init(
        _ value: TOMLValue, _ keys: ContentKeys, in folder: PictureFolder, _ mistakes: Mistakes
    ) throws(TOMLError) {
        let table = try value.table()
        try table.refuseUnknown(Self.keys)
        let lensSheet = try table["preset"]?.lensSheet()
        for parameter in LensContent.Parameter.allCases {
            parameters.append(try Self.entry(of: parameter, table, lensSheet, in: value))
        }
        axis = try table["axis"]?.choice() ?? .vertical
        order = try table["order"]?.choice() ?? .normal
        repeatsPictures = try table["flip-back"]?.boolean() ?? true
        hasWidth = table[LensContent.Parameter.printedWidth.name] != nil
        guard let list = table["pictures"] else {
            throw table.error(
                "needs pictures: a list of \(LensContent.counts.lowerBound) to "
                    + "\(LensContent.counts.upperBound), a folder with them, or an animated GIF or WebP"
            )
        }
        pictures = try folder.pictures(list, mistakes)
        self.folder = try folder.namedFolder(list)
    }

    func content(in card: inout Card, of layer: LayerEntry) -> any LayerContent {
        card.pictureFolders += [folder].compactMap { $0 }
        if hasWidth { card.lensesWithWidth.insert(card.layers.count) }
        return LensContent(
            pictures: pictures.map { card.addPicture($0) }, axis: axis, order: order,
            repeatsPictures: repeatsPictures
        ).with(parameters.map(\.constant))
    }

    /// A parameter of the table, or else of the preset, or else its default. One that the table
    /// does not give also follows its signal, if it has one.
    private static func entry(
        of parameter: LensContent.Parameter, _ table: TOMLTable, _ lensSheet: LensSheet?,
        in value: TOMLValue
    ) throws(TOMLError) -> ParameterEntry {
        guard let given = table[parameter.name] else {
            var entry = ParameterEntry(
                table["preset"] ?? value, constant: lensSheet?[parameter] ?? parameter.defaultValue)
            if let kind = parameter.signalDriver(layer: 0)?.kind {
                entry.drivers = [(kind, entry.textRange)]
            }
            return entry
        }
        if parameter == .distance { given.expect(.choice(["infinite"])) }
        if parameter == .distance, given.content == .string("infinite") {
            return ParameterEntry(given, constant: .infinity)
        }
        return try ParameterEntry(given, of: .content(parameter.rawValue, parameter.kind))
    }
}

extension Card {
    /// The axis of the lowest lens. The card is tilted about it unless card.toml gives another
    /// axis.
    var lensAxis: TiltAxis? {
        let lens = layers.lazy.compactMap { $0.content as? LensContent }.first
        return lens.map { $0.axis == .vertical ? .vertical : .horizontal }
    }
}

extension LensSheet {
    /// The value of a lens's parameter that a lens sheet decides; nil for others.
    fileprivate subscript(parameter: LensContent.Parameter) -> Double? {
        switch parameter {
        case .lensesPerInch: lensesPerInch
        case .thickness: thickness
        case .refractiveIndex: refractiveIndex
        default: nil
        }
    }

    /// The name of a lens sheet that is sold, as in `preset = "60"`.
    var presetName: String { "\(Int(lensesPerInch))" }
}

extension TOMLValue {
    /// A lens sheet that is sold, by the number of its lenses per inch.
    fileprivate func lensSheet() throws(TOMLError) -> LensSheet {
        let name = try choice(of: LensSheet.sold.map(\.presetName))
        return LensSheet.sold.first { $0.presetName == name } ?? LensSheet.sold[0]
    }
}

extension PictureFolder {
    /// The pictures that a list names, those in a folder in natural order, or the pages of an
    /// animation. Pictures that cannot be used are left out, and noted as mistakes.
    fileprivate func pictures(
        _ value: TOMLValue, _ mistakes: Mistakes
    ) throws(TOMLError) -> [Card.Picture] {
        var pictures: [Card.Picture] = []
        for (result, location) in try results(value) {
            switch result {
            case .success(let new): pictures += new
            case .failure(let error): mistakes.note(error, at: location)
            }
        }
        return pictures
    }

    /// The path of the folder that `value` names; nil if it names a list or a file.
    fileprivate func namedFolder(_ value: TOMLValue) throws(TOMLError) -> String? {
        guard case .string = value.content else { return nil }
        let written = try checkedPath(value)
        return FileKind("\(path)/\(written)") == .folder ? "\(path)/\(written)" : nil
    }

    private typealias LocatedResult = (Result<[Card.Picture], CardError>, TOMLLocation)

    private func results(_ value: TOMLValue) throws(TOMLError) -> [LocatedResult] {
        if case .string = value.content {
            let written = try checkedPath(value)
            return try namedFolder(value) != nil
                ? try pictures(inFolder: written, value)
                : [(try pages(of: written, value), value.location)]
        }
        guard case .array(let values) = value.content else {
            throw value.error(
                "must be a list of pictures, or the name of a folder with them or of an animation")
        }
        try value.checkCount(values.count)
        var results: [LocatedResult] = []
        for value in values { results.append((try picture(value).map { [$0] }, value.location)) }
        return results
    }

    private func pictures(
        inFolder written: String, _ value: TOMLValue
    ) throws(TOMLError) -> [LocatedResult] {
        try checkLinks(written, of: value)
        let names: [String]
        do throws(FileError) {
            names = try pictureNames(inFolder: written)
        } catch {
            let located = CardError(CardError(error), at: value, "\(path)/\(written)/")
            return [(.failure(located), value.location)]
        }
        do throws(TOMLError) {
            try value.checkCount(names.count)
        } catch {
            return [(.failure(mistake(error, inFolder: written)), value.location)]
        }
        return try names.map { name throws(TOMLError) in
            (try picture("\(written)/\(name)", of: value).map { [$0] }, value.location)
        }
    }

    /// The names of the pictures in a folder, in their natural order. Without hidden files: beside each
    /// picture, macOS puts a hidden file with its ending.
    private func pictureNames(inFolder written: String) throws(FileError) -> [String] {
        try Platform.names(inFolder: "\(path)/\(written)").filter { name in
            !name.hasPrefix(".")
                && PictureLookup.endings.contains { name.lowercased().hasSuffix(".\($0)") }
        }.sorted(by: precedesNaturally)
    }

    /// The error for a mistake that may end when pictures are put into this folder, or taken out of
    /// it.
    private func mistake(_ error: TOMLError, inFolder written: String) -> CardError {
        CardError(error.kind, error.description, pictures: ["\(path)/\(written)/"])
    }

    private func pages(
        of written: String, _ value: TOMLValue
    ) throws(TOMLError) -> Result<[Card.Picture], CardError> {
        let isNamedAnimation = [".gif", ".webp"].contains { written.lowercased().hasSuffix($0) }
        guard isNamedAnimation || FileKind("\(path)/\(written)") != .missing else {
            let error = value.error(
                "is \(written.quotedShort), and the card has no such folder, and no such file")
            return .failure(mistake(error, inFolder: written))
        }
        return try picture(written, of: value).flatMap { picture in
            Result { () throws(CardError) in
                let count = try Self.pageCount(picture, value)
                return (0..<count).map { page in
                    Card.Picture(path: picture.path, location: picture.location, page: page)
                }
            }
        }
    }

    /// The number of an animation's pages. Throws if a lens cannot show that number of pictures.
    private static func pageCount(
        _ picture: Card.Picture, _ value: TOMLValue
    ) throws(CardError) -> Int {
        let counts = LensContent.counts
        let count: Int
        do throws(CardError) {
            count = try PictureLookup.pageCount(of: picture.path, upTo: counts.upperBound + 1)
        } catch {
            throw CardError(error, at: value, picture.path)
        }
        guard !counts.contains(count) else { return count }
        let problem =
            count == 1
            ? "is a file of one picture, and must be a list of pictures, a folder, or an animated GIF or WebP"
            : "has \(count > 1 ? "more than \(counts.upperBound)" : "no") pages\(shownCounts)"
        throw CardError(.malformed, value.error(problem).description, pictures: [picture.path])
    }
}

extension TOMLValue {
    fileprivate func checkCount(_ count: Int) throws(TOMLError) {
        guard !LensContent.counts.contains(count) else { return }
        throw error("has \(count) \(count == 1 ? "picture" : "pictures")\(shownCounts)")
    }
}

private let shownCounts =
    ", and a lens shows from \(LensContent.counts.lowerBound) to \(LensContent.counts.upperBound)"

/// Whether a file name comes before another one as people count: `2.png` before `10.png`.
func precedesNaturally(_ one: String, _ other: String) -> Bool {
    let (own, others) = (naturalParts(of: one), naturalParts(of: other))
    for (part, otherPart) in zip(own, others) where part != otherPart {
        guard let number = Int(part), let otherNumber = Int(otherPart) else {
            return part < otherPart
        }
        // Equal numbers differ only in the zeros before them.
        return number == otherNumber ? part.count < otherPart.count : number < otherNumber
    }
    return own.count < others.count
}

/// The name, divided into runs of digits and runs of other characters.
private func naturalParts(of name: String) -> [String] {
    var parts: [String] = []
    var wasDigit: Bool?
    for character in name {
        let isDigit = character.isASCII && character.isNumber
        if isDigit == wasDigit {
            parts[parts.count - 1].append(character)
        } else {
            parts.append(String(character))
        }
        wasDigit = isDigit
    }
    return parts
}
