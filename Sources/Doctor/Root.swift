import Glibc

/// The file system that is looked at: this machine's, or a folder in its place.
public struct Root: Sendable {
    private let folder: String

    /// The machine's own.
    public static let machine = Root("")

    /// A folder that stands for `/`.
    public init(_ folder: String) { self.folder = folder }

    /// Where `path` really lies.
    func place(_ path: String) -> String { folder + path }

    /// Whether there is something at `path`, links followed.
    func has(_ path: String) -> Bool { access(place(path), F_OK) == 0 }

    /// Whether this process may do at `path` what `mode` says: R_OK, W_OK.
    func allows(_ mode: CInt, at path: String) -> Bool { access(place(path), mode) == 0 }

    /// The text of a file, without zeros and white space at its end; nil if it cannot be read.
    func text(_ path: String) -> String? {
        let descriptor = open(place(path), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var (bytes, block) = ([UInt8](), [UInt8](repeating: 0, count: 65536))
        while true {
            let count = read(descriptor, &block, block.count)
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += block.prefix(count)
        }
        let blanks: Set<UInt8> = [0, 9, 10, 13, 32]
        let end = bytes.lastIndex { !blanks.contains($0) }.map { $0 + 1 } ?? 0
        return String(decoding: bytes.prefix(end), as: UTF8.self)
    }

    /// What lies in a folder, in order; nothing if it cannot be read.
    func names(in path: String) -> [String] {
        guard let directory = opendir(place(path)) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// The last part of what the link at `path` points to.
    func linkName(_ path: String) -> String? {
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(place(path), &target, target.count)
        guard count > 0 else { return nil }
        return String(decoding: target.prefix(count), as: UTF8.self)
            .split(separator: "/").last.map(String.init)
    }

    /// The clock of the timestamps in a device's buffer; nil where none runs, or none can be chosen.
    public func clock(ofBufferOf device: String) -> String? {
        let folder = "/sys/bus/iio/devices/\(device)"
        guard text("\(folder)/buffer/enable") == "1" else { return nil }
        return text("\(folder)/current_timestamp_clock")
    }
}
