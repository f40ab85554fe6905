import Foundation

/// A folder of its own for one test; gone with this value.
final class TemporaryFolder {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

    init() { makeFolder(path) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, with the folders above it; gives its path.
    @discardableResult
    func write(_ name: String, _ text: String) -> String {
        let file = URL(filePath: "\(path)/\(name)")
        makeFolder(file.deletingLastPathComponent().path)
        try? Data(text.utf8).write(to: file)
        return file.path
    }

    /// Writes an SVG of 4 by 3; gives its path.
    @discardableResult
    func writePicture(_ name: String) -> String {
        write(
            name,
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="4" height="3">
            <rect width="4" height="3" fill="teal"/></svg>
            """)
    }

    private func makeFolder(_ path: String) {
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
}
