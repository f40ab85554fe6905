import Card
import FoundationEssentials
import Platform
import TOML

extension CardLibrary {
    /// Copies a card's folder into the user's own folder of cards, under its name, or with a number if there
    /// is such a card; with `document`, if not nil, as its card.toml. Gives the copy's folder.
    func copy(of folder: String, with document: TOMLDocument?) throws -> String {
        guard let own = roots.first else {
            throw CardError(.missing, "there is no folder of your own for cards: HOME is not set")
        }
        do {
            try FileManager.default.createDirectory(
                atPath: own, withIntermediateDirectories: true)
            let copy = Self.freePath("\(own)/\(folder.lastPathPart)")
            try FileManager.default.copyItem(atPath: realPath(folder) ?? folder, toPath: copy)
            if let document { try write(document, to: "\(copy)/card.toml") }
            return copy
        } catch let error as CocoaError {
            throw CardError(
                .malformed, "cannot copy \(folder) to \(own): \(Self.reason(of: error))")
        }
    }

    private func write(_ document: TOMLDocument, to file: String) throws(FileError) {
        let output = try OutputFile(file)
        try output.write(document.bytes)
        try output.finish()
    }

    private static func freePath(_ path: String) -> String {
        guard FileKind(path) != .missing else { return path }
        var number = 2
        while FileKind("\(path)-\(number)") != .missing { number += 1 }
        return "\(path)-\(number)"
    }

    private static func reason(of error: CocoaError) -> String {
        switch error.code {
        case .fileWriteNoPermission, .fileReadNoPermission: "Permission denied"
        case .fileWriteOutOfSpace: "No space left on device"
        case .fileWriteVolumeReadOnly: "Read-only file system"
        default: "\(error.code.rawValue)"
        }
    }
}

/// The names of the files in a folder, in their order.
func fileNames(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0 != "card.toml" && !$0.hasPrefix(".") }.sorted()
}
