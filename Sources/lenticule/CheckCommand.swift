import ArgumentParser
import Card
import FoundationEssentials
import Logging
import Picture
import TOML

/// `lenticule check`: says what is wrong with a configuration, a card or a log.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Validate a configuration, a card or a motion log.",
        discussion: "Without FILE: the configuration in force, from all of its files.")

    @Argument(
        help: ArgumentHelp("A configuration, a card's folder, or a log.", valueName: "file"),
        completion: .file())
    var path: String?

    @Option(
        help: ArgumentHelp(
            "A configuration read after the system's and the user's.", valueName: "file"),
        completion: .file())
    var config: String?

    func run() throws {
        guard let path else { return try checkConfiguration(inForceFiles, missing: noFile) }
        switch CheckSubject(path) {
        case .configuration:
            try checkConfiguration([Config.File(path: path, isRequired: true)], missing: "")
        case .card: print(try checkCard(path))
        case .log: print(try checkLog(path))
        case .picture:
            throw Failure(.usage, "\(path): a picture alone; give the card's folder, or a log")
        }
    }

    private var inForceFiles: [Config.File] {
        Config.files(explicit: config, environment: ProcessInfo.processInfo.environment)
    }

    private var noFile: String { "no configuration file: the built-in defaults are in force" }
}

/// What a path to be checked holds.
enum CheckSubject: Equatable {
    case configuration
    case card
    case log
    case picture

    init(_ path: String) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        if name == "card.toml" {
            self = .card
        } else if name.hasSuffix(".toml") {
            self = .configuration
        } else if PictureKind.endings.contains(where: { name.lowercased().hasSuffix(".\($0)") }) {
            self = .picture
        } else {
            self = Self.isFolder(path) && !Self.holdsLogs(path) ? .card : .log
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
    }

    /// Phone apps export a log as a folder of tables.
    private static func holdsLogs(_ folder: String) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return !names.contains("card.toml") && names.contains { $0.lowercased().hasSuffix(".csv") }
    }
}

/// Reads the files in order; in a check an unknown key is an error.
private func checkConfiguration(_ files: [Config.File], missing: String) throws(Failure) {
    var config = Config()
    var read = 0
    var unknown: [TOMLError] = []
    for file in files {
        guard let remarks = try config.read(file) else { continue }
        read += 1
        for remark in remarks.renamed { logger.warning("\(remark)") }
        unknown += remarks.unknown
        if remarks.unknown.isEmpty { print("\(file.path): a configuration without mistakes") }
    }
    if !unknown.isEmpty {
        throw Failure(.configuration, unknown.map(\.description).joined(separator: "\nlenticule: "))
    }
    if read == 0 { print(missing) }
}

/// Reads the card and decodes its pictures; gives a line that says what it holds.
private func checkCard(_ path: String) throws(Failure) -> String {
    let card = try openCard(path)
    for layer in card.layers {
        do {
            // Small, for the picture has to be decoded as a whole anyway.
            _ = try PictureFile(path: layer.picture).bitmap(width: 16, height: 16)
        } catch {
            throw Failure(error)
        }
    }
    let count = card.layers.count == 1 ? "one picture" : "\(card.layers.count) pictures"
    return "\(path): the card \"\(card.name)\", \(count)"
}
