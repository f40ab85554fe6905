import Geometry
import Scene
import System
import TOML

/// What a card's or a layer's `lens` says.
struct LensText {
    let pictures: [Card.Picture]
    let axis: Lens.Axis
    let order: Lens.Order
    let flipsBack: Bool
    /// In the order of `LensContent.Number`.
    private(set) var numbers: [PropertyText] = []

    static let keys =
        ["pictures", "preset", "axis", "order", "flip-back"]
        + LensContent.Number.allCases.map(\.name)

    init(
        _ value: TOMLValue, in folder: PictureFolder, _ mistakes: Mistakes
    ) throws(TOMLError) {
        let table = try value.table()
        try table.refuseUnknown(Self.keys)
        let sheet = try table["preset"]?.sheet()
        for number in LensContent.Number.allCases {
            numbers.append(try Self.text(of: number, table, sheet, in: value))
        }
        axis = try table["axis"]?.word() ?? .vertical
        order = try table["order"]?.word() ?? .normal
        flipsBack = try table["flip-back"]?.boolean() ?? true
        guard let list = table["pictures"] else {
            throw table.error(
                "needs pictures: a list of \(LensContent.counts.lowerBound) to "
                    + "\(LensContent.counts.upperBound), or a folder with them")
        }
        pictures = try folder.pictures(list, mistakes)
    }

    /// A number as the table gives it, or else the preset, or as it is by default.
    private static func text(
        of number: LensContent.Number, _ table: TOMLTable, _ sheet: LensSheet?,
        in value: TOMLValue
    ) throws(TOMLError) -> PropertyText {
        guard let given = table[number.name] else {
            var text = PropertyText(
                table["preset"] ?? value, constant: sheet?[number] ?? number.standard)
            if let kind = number.follower(layer: 0)?.kind { text.drivers = [(kind, text.source)] }
            return text
        }
        if number == .distance, given.content == .string("infinite") {
            return PropertyText(given, constant: .infinity)
        }
        return try PropertyText(given, of: .content(number.rawValue, number.kind))
    }
}

extension LensSheet {
    /// What a sheet that is sold has of the numbers of a lens.
    fileprivate subscript(number: LensContent.Number) -> Double? {
        switch number {
        case .lensesPerInch: lensesPerInch
        case .thickness: thickness
        case .index: index
        default: nil
        }
    }

    /// The name of a sheet that is sold, as in `preset = "60"`.
    var presetName: String { "\(Int(lensesPerInch))" }
}

extension TOMLValue {
    /// A sheet that is sold, by the number of its lenses per inch.
    fileprivate func sheet() throws(TOMLError) -> LensSheet {
        let name = try word(of: LensSheet.sold.map(\.presetName))
        guard let sheet = LensSheet.sold.first(where: { $0.presetName == name }) else {
            throw error("is \(name.shortened), which is no sheet")
        }
        return sheet
    }
}

extension PictureFolder {
    /// The pictures that a list names, or those in a folder, in natural order.
    fileprivate func pictures(
        _ value: TOMLValue, _ mistakes: Mistakes
    ) throws(TOMLError) -> [Card.Picture] {
        if case .string = value.content { return try pictures(inFolder: value, mistakes) }
        guard case .array(let values) = value.content else {
            throw value.error("must be a list of pictures, or the name of a folder with them")
        }
        try value.checkCount(values.count)
        var pictures: [Card.Picture] = []
        for value in values { add(try picture(value), to: &pictures, value, mistakes) }
        return pictures
    }

    private func add(
        _ result: Result<Card.Picture, CardError>, to pictures: inout [Card.Picture],
        _ value: TOMLValue, _ mistakes: Mistakes
    ) {
        switch result {
        case .success(let picture): pictures.append(picture)
        case .failure(let error): mistakes.note(error, at: value.place)
        }
    }

    private func pictures(
        inFolder value: TOMLValue, _ mistakes: Mistakes
    ) throws(TOMLError) -> [Card.Picture] {
        let written = try checkedPath(value)
        let folder = "\(path)/\(written)"
        guard FileKind(folder) == .folder else {
            let isFile = FileKind(folder) == .file
            throw value.error(
                isFile
                    ? "is a file, and must be a list of pictures or a folder: the pages of an animation "
                        + "are not read; write them as pictures of their own"
                    : "is \(written.shortened), and the card has no such folder")
        }
        let names = ((try? System.names(inFolder: folder)) ?? []).filter { name in
            PictureKind.endings.contains { name.lowercased().hasSuffix(".\($0)") }
        }.sorted(by: precedesNaturally)
        try value.checkCount(names.count)
        var pictures: [Card.Picture] = []
        for name in names {
            add(try picture("\(written)/\(name)", of: value), to: &pictures, value, mistakes)
        }
        return pictures
    }
}

extension TOMLValue {
    fileprivate func checkCount(_ count: Int) throws(TOMLError) {
        guard LensContent.counts.contains(count) else {
            throw error(
                "has \(count) \(count == 1 ? "picture" : "pictures"), and a lens shows from "
                    + "\(LensContent.counts.lowerBound) to \(LensContent.counts.upperBound)")
        }
    }
}

/// Whether a file name comes before another one as people count: `2.png` before `10.png`.
func precedesNaturally(_ one: String, _ other: String) -> Bool {
    let (own, others) = (naturalParts(of: one), naturalParts(of: other))
    for (part, otherPart) in zip(own, others) where part != otherPart {
        guard let number = Int(part), let otherNumber = Int(otherPart) else {
            return part < otherPart
        }
        // Equal numbers differ in their zeros.
        return number == otherNumber ? part.count < otherPart.count : number < otherNumber
    }
    return own.count < others.count
}

/// Runs of digits, and of other characters.
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
