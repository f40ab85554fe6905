import Card
import FoundationEssentials
import Glibc
import Platform
import SystemPackage
import TOML

extension CardLibrary {
    /// Copies a card's folder into the user's own folder of cards, under its name, or with a number if there
    /// is such a card; with `document`, if not nil, as its card.toml. Gives the copy's folder. A copy that
    /// cannot be finished is removed.
    func copy(of folder: String, with document: TOMLDocument?) throws -> String {
        guard let own = roots.first else {
            throw CardError(.missing, "there is no folder of your own for cards: HOME is not set")
        }
        let copy = Self.freePath("\(own)/\(folder.lastPathPart)")
        do {
            try FileManager.default.createDirectory(
                atPath: own, withIntermediateDirectories: true)
            let source = realPath(folder) ?? folder
            // To read a pipe would wait without end.
            let paths = try FileManager.default.subpathsOfDirectory(atPath: source)
            if let special = paths.first(where: { FileKind("\(source)/\($0)") == .special }) {
                throw CardError(
                    .malformed,
                    "cannot copy \(folder) to \(own): \(special) is neither a file nor a folder")
            }
            try FileManager.default.copyItem(atPath: source, toPath: copy)
            if let document { try write(document, to: "\(copy)/card.toml") }
            return copy
        } catch {
            try? FileManager.default.removeItem(atPath: copy)
            guard let error = error as? CocoaError else { throw error }
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
        if let cause = error.underlying as? POSIXError {
            return "\(Errno(rawValue: cause.code.rawValue))"
        }
        return switch error.code {
        case .fileWriteNoPermission, .fileReadNoPermission: "\(Errno.permissionDenied)"
        case .fileWriteOutOfSpace: "\(Errno.noSpace)"
        case .fileWriteVolumeReadOnly: "\(Errno.readOnlyFileSystem)"
        default: "the error \(error.code.rawValue) of files"
        }
    }
}

/// The names of the files in a folder, in their order.
func fileNames(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0 != "card.toml" && !$0.hasPrefix(".") }.sorted()
}
