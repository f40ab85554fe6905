public import Foundation

/// A folder of its own for one test; gone with this value.
public final class TemporaryFolder {
    public let path = FileManager.default.temporaryDirectory.appending(
        path: "lenticule-\(UUID().uuidString)"
    ).path

    public init() { makeFolder(path) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A place in the folder.
    public func file(_ name: String) -> URL { URL(filePath: "\(path)/\(name)") }

    /// Writes a file, with the folders above it; gives its path.
    @discardableResult
    public func write(_ name: String, _ text: String) -> String { write(name, Data(text.utf8)) }

    /// Writes a file, with the folders above it; gives its path.
    @discardableResult
    public func write(_ name: String, _ bytes: Data) -> String {
        let file = file(name)
        makeFolder(file.deletingLastPathComponent().path)
        try? bytes.write(to: file)
        return file.path
    }

    private func makeFolder(_ path: String) {
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
}

/// A place for a test's file, which goes when the test ends.
public final class TemporaryFile {
    public let path: String

    public init(_ text: String = "") throws {
        path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try text.write(toFile: path, atomically: false, encoding: .utf8)
    }

    deinit { unlink(path) }

    /// Its content as it is now.
    public var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}
