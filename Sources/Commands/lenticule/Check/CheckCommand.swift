import ArgumentParser
import Card
import Decoding
import Geometry
import Logging
import Motion
import Picture
import Platform
import Playback
import Scene
import TOML

/// `lenticule check`: finds errors in a configuration, a card or a log.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Validate a configuration, a card or a motion log.",
        discussion: "Without FILE: the configuration in force, from all of its files.")

    @Argument(
        help: ArgumentHelp(
            "A configuration, a card's folder, the name of an installed card, or a log.",
            valueName: "file"),
        completion: .file())
    var path: String?

    @OptionGroup var configFile: ConfigOption

    func run() throws {
        guard let path else { return try checkConfiguration(configFile.files) }
        switch CheckSubject(path) {
        case .configuration: try checkConfiguration([Config.File(path: path, isRequired: true)])
        case .card: printLine(try checkCard(path))
        case .log: printLine(try checkLog(path))
        case .picture:
            throw Failure(.usage, "cannot check the picture \(path): give the folder of its card")
        }
    }
}

/// What a path leads to; the path may also be a card's name.
enum CheckSubject: Equatable {
    case configuration
    case card
    case log
    case picture

    init(_ path: String) {
        let name = path.lastPathPart
        let kind = FileKind(path)
        if kind == .folder {
            self = Self.holdsLogs(path) ? .log : .card
        } else if name == "card.toml" {
            self = .card
        } else if name.hasSuffix(".toml") {
            self = .configuration
        } else if PictureLookup.endings.contains(where: { name.lowercased().hasSuffix(".\($0)") }) {
            self = .picture
        } else {
            let isCard = kind == .missing && CardLibrary.installed.folder(named: path) != nil
            self = isCard ? .card : .log
        }
    }

    /// Phone apps export a log as a folder of CSV files.
    private static func holdsLogs(_ folder: String) -> Bool {
        let names = (try? names(inFolder: folder)) ?? []
        return !names.contains("card.toml") && names.contains { $0.lowercased().hasSuffix(".csv") }
    }
}

/// Reads the files in order; in a check an unknown key is an error.
private func checkConfiguration(_ files: [Config.File]) throws(Failure) {
    var config = Config()
    var isThere = false
    var unknown: [TOMLError] = []
    for file in files {
        guard let found = try config.read(file) else { continue }
        isThere = true
        unknown += found
        if found.isEmpty { printLine("\(file.path): a configuration without mistakes") }
    }
    if let last = unknown.popLast() {
        for error in unknown { printMessage(error.description) }
        throw Failure(last)
    }
    if !isThere { printLine("no configuration file: the built-in defaults are used") }
}

/// Reads the card and decodes its pictures; returns a summary line.
private func checkCard(_ path: String) throws(Failure) -> String {
    let card = try openCheckedCard(path)
    let decoder = card.decoder
    let files = card.pictureFiles(decoder)
    var failures: [CardError] = []
    for (picture, file) in zip(card.pictures, files) {
        do {
            // Small, because decoding takes the same time for every size.
            _ = try file.bitmap(PixelSize(width: 16, height: 16))
        } catch {
            let failure = picture.located(error)
            // Pages after a damaged one cannot be read for the same reason.
            if failures.last?.description != failure.description { failures.append(failure) }
        }
    }
    let shapes = ShownShapes(of: card, files)
    // An SVG that cannot be drawn is told already.
    if failures.isEmpty {
        failures = shapes.failures.map { card.pictures[$0.picture].located($0.error) }
    }
    let size =
        card.size ?? files.lazy.compactMap { try? $0.size() }.first ?? Size(width: 1, height: 1)
    let scene = card.scene(size: size, over: TiltStateSettings())
    let texts = ShownTexts(of: card, scene, decoder)
    failures += texts.failures.map { CardError($0.kind, $0.description) }
    if let last = failures.popLast() {
        for failure in failures { printMessage(failure.description) }
        throw Failure(last)
    }
    for remark in Set(files.compactMap(\.remark) + shapes.remarks + texts.remarks).sorted() {
        logger.warning("\(remark)")
    }
    for remark in card.remarks(files) + card.remarks(texts, in: scene)
        + card.flashes(scene, files, decoder)
    {
        logger.warning("\(path): \(remark)")
    }
    let layers = card.isFormat2 ? ", " + count(card.layers.count, "layer") : ""
    let shown = card.isFormat2 ? card.pictures.count : card.layers.count
    return "\(path): the card \"\(card.name)\"\(layers), \(count(shown, "picture"))"
}

private func count(_ number: Int, _ word: String) -> String {
    switch number {
    case 0: "no \(word)s"
    case 1: "one \(word)"
    default: "\(number) \(word)s"
    }
}

/// The card in this folder, of this card.toml, or with this name. Prints all errors of the card.toml
/// but the last, and throws the last.
private func openCheckedCard(_ path: String) throws(Failure) -> Card {
    do throws(CardError) {
        return try Card(folder: CardLibrary.installed.folder(of: path))
    } catch {
        var lines = [error.description] + error.others
        let last = lines.removeLast()
        for line in lines { printMessage(line) }
        throw Failure(Failure.Status(error.kind), last)
    }
}
