import Glibc
import Platform

/// The examined file system: this machine's, or a folder used instead.
public struct Root: Sendable {
    private let folder: String

    /// This machine's file system.
    public static let machine = Root("")

    /// A folder used as `/`.
    public init(_ folder: String) { self.folder = folder }

    /// The path of `path` below the examined folder; links are not resolved.
    func located(_ path: String) -> String { folder + path }

    /// Whether `path` exists, with links followed.
    func has(_ path: String) -> Bool { access(located(path), F_OK) == 0 }

    /// Whether this process has the access `mode` to `path`: R_OK, W_OK.
    func allows(_ mode: CInt, at path: String) -> Bool { access(located(path), mode) == 0 }

    /// The text of a file, without NULs and white space at its end; nil if it cannot be read.
    func text(_ path: String) -> String? {
        // depmod's lists are some hundred kilobytes long.
        (try? readFile(located(path), atMost: 1 << 24)).map { Platform.text(of: $0) }
    }

    /// The names in a folder, sorted, without hidden ones; empty if the folder cannot be read.
    func names(in path: String) -> [String] {
        ((try? Platform.names(inFolder: located(path))) ?? []).filter { !$0.hasPrefix(".") }
    }

    /// The target of the link at `path`, as it is written; nil if there is no link.
    func link(_ path: String) -> String? { linkTarget(located(path)) }

    /// The last component of the target of the link at `path`; nil if there is no link.
    func linkName(_ path: String) -> String? {
        link(path)?.split(separator: "/").last.map(String.init)
    }

    /// The clock of the timestamps in a device's buffer; nil if no buffer runs, or the clock is
    /// fixed.
    public func clock(ofBufferOf device: String) -> String? {
        let folder = "/sys/bus/iio/devices/\(device)"
        guard text("\(folder)/buffer/enable") == "1" else { return nil }
        return text("\(folder)/current_timestamp_clock")
    }
}
