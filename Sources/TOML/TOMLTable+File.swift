import Glibc

extension TOMLTable {
    /// Reads a file; errors call it by its path.
    public init(file path: String) throws(TOMLError) {
        try self.init(parsing: contents(of: path), file: path)
    }
}

/// All of a file, or a little more than any file may have.
func contents(of path: String) throws(TOMLError) -> [UInt8] {
    guard let file = fopen(path, "re") else { throw TOMLError(reading: path, errno) }
    defer { fclose(file) }
    let limit = TOMLTable.largestFile + 1
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
        count = fread(buffer.baseAddress, 1, limit, file)
    }
    if ferror(file) != 0 { throw TOMLError(reading: path, errno) }
    return bytes
}

extension TOMLError {
    /// The system's own reason why a file could not be read.
    fileprivate init(reading path: String, _ code: Int32) {
        self.init(TOMLPlace(file: path), "cannot be read: \(String(cString: strerror(code)))")
        switch code {
        case ENOENT, ENOTDIR, ELOOP: reason = .missing
        case EACCES, EPERM: reason = .unreadable
        default: break
        }
    }
}
