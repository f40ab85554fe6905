import Glibc

/// A folder for one test's files; it goes with its last use.
final class TemporaryFolder {
    let path: String

    init() {
        var template = Array("/tmp/lenticule-test-XXXXXX".utf8CString)
        path = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
    }

    deinit {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    /// Writes a file and gives its path.
    func write(_ text: String, to name: String = "log.csv") -> String {
        let file = "\(path)/\(name)"
        guard let stream = fopen(file, "w") else { return file }
        defer { fclose(stream) }
        fputs(text, stream)
        return file
    }

    /// The names of the files in it.
    private var names: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names.filter { !$0.allSatisfy { $0 == "." } }
    }
}

/// The whole content of a file as text.
func contents(of path: String) -> String {
    guard let stream = fopen(path, "r") else { return "" }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    while case let byte = getc(stream), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
}
