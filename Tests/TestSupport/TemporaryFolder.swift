public import Foundation

/// A folder for a test's files, which goes with this object.
public final class TemporaryFolder {
    public let url: URL

    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(
            path: "lenticule-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    public var path: String { url.path }

    /// A place in the folder.
    public func file(_ name: String) -> URL { url.appending(path: name) }

    /// Writes a file of text; gives its path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        let file = file(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: false, encoding: .utf8)
        return file.path
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
