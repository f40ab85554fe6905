import SystemPackage

extension StringProtocol {
    /// The name of the file or folder at a path: its last part; the path itself if it has no parts.
    public var lastPathPart: String { FilePath(String(self)).lastComponent?.string ?? String(self) }

    /// The name of the file at a path, without its ending.
    public var pathStem: String { FilePath(String(self)).stem ?? String(self) }

    /// What stands before the name in a path, with the slash; empty if it is a name alone.
    public var pathPrefix: String { lastIndex(of: "/").map { String(self[...$0]) } ?? "" }

    /// The folder of the file at a path.
    public var pathFolder: String {
        let folder = FilePath(String(self)).removingLastComponent().string
        return folder.isEmpty ? "." : folder
    }
}
