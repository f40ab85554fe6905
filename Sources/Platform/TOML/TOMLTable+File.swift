import Platform

extension TOMLTable {
    /// Reads a file; errors name it by its path.
    public init(file path: String) throws(TOMLError) {
        try self.init(parsing: contents(of: path), file: path)
    }
}

/// The contents of a file; of a file longer than `largestFile`, the first `largestFile` + 1 bytes.
func contents(of path: String) throws(TOMLError) -> [UInt8] {
    do {
        return try readFile(path, atMost: TOMLTable.largestFile + 1)
    } catch {
        throw TOMLError(error)
    }
}
