import Glibc

/// What stands at a path.
enum FileKind: Equatable {
    case missing
    /// A folder on the way to it may not be searched.
    case forbidden
    case folder
    case file

    init(_ path: String) {
        var status = stat()
        if stat(path, &status) != 0 {
            self = errno == EACCES ? .forbidden : .missing
        } else {
            self = status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
        }
    }
}

/// Up to `limit` bytes of a file's beginning.
func beginning(of path: String, limit: Int) throws(CardError) -> [UInt8] {
    guard let file = fopen(path, "re") else { throw CardError(reading: path, errno) }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = fread(&bytes, 1, limit, file)
    if ferror(file) != 0 { throw CardError(reading: path, errno) }
    return Array(bytes.prefix(count))
}

extension CardError {
    /// A file that this user may not even look for.
    init(forbidden path: String) { self.init(reading: path, EACCES) }

    /// The system's own reason why a file could not be read.
    init(reading path: String, _ code: Int32) {
        let reason: Reason =
            switch code {
            case ENOENT, ENOTDIR, ELOOP: .missing
            case EACCES, EPERM: .unreadable
            default: .malformed
            }
        self.init(reason, "\(path): cannot be read: \(String(cString: strerror(code)))")
    }
}

/// The names of the folders in a folder, sorted, without hidden ones; empty where there is none.
func subfolders(of path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        // d_name is an array of 256 bytes, which Swift sees as a tuple.
        let name = withUnsafeBytes(of: &entry.pointee.d_name) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        if !name.hasPrefix("."), FileKind("\(path)/\(name)") == .folder { names.append(name) }
    }
    return names.sorted()
}

/// A path's last part: `cards/demo/` gives `demo`.
func lastPart(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
}
