import FoundationEssentials
import Glibc

/// A folder of its own for one test; gone with this value.
final class CardFolder {
    let path: String

    init() {
        var template = Array("/tmp/lenticule-card-XXXXXX\0".utf8CString)
        path = String(cString: mkdtemp(&template))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, with the folders above it.
    func write(_ name: String, _ text: String = "<svg/>") {
        write(name, Array(text.utf8))
    }

    func write(_ name: String, _ bytes: [UInt8]) {
        let parts = name.split(separator: "/")
        for count in 1..<max(parts.count, 1) {
            mkdir(path + "/" + parts.prefix(count).joined(separator: "/"), 0o755)
        }
        let file = fopen("\(path)/\(name)", "w")
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
}
