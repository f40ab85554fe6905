import CIIO
import Glibc
import Platform

/// A libiio context: the devices of one machine, as they were when it was opened.
///
/// It closes in `deinit`; its devices and channels must not be used after that.
struct IIOContext: ~Copyable {
    private let pointer: OpaquePointer
    /// The URI that was opened, as in "local:" or "ip:pi".
    let uri: String

    /// Opens what `uri` names: `iio_create_context_from_uri`.
    init(uri: String) throws(IIOError) {
        try Self.checkBackend(of: uri)
        // libiio writes to a closed connection without MSG_NOSIGNAL.
        if !uri.hasPrefix("local:") { signal(SIGPIPE, SIG_IGN) }
        errno = 0
        let pointer = StandardError.muted { iio_create_context_from_uri(uri) }
        guard let pointer else { throw Self.failure(toOpen: uri, code: errno) }
        self.pointer = pointer
        self.uri = uri
    }

    /// Reads a context's description, which contains no values: `iio_create_xml_context_mem`.
    init(xml: [UInt8]) throws(IIOError) {
        errno = 0
        let pointer = xml.withUnsafeBytes { xml in
            StandardError.muted { iio_create_xml_context_mem(xml.baseAddress, xml.count) }
        }
        guard let pointer else { throw IIOError(operation: "read a context's XML", code: errno) }
        self.pointer = pointer
        uri = "xml:"
    }

    deinit { iio_context_destroy(pointer) }

    /// Whether the devices are local: then sysfs, udev and `poll` can be used.
    var isLocal: Bool { String(cString: iio_context_get_name(pointer)) == "local" }

    /// Devices and triggers, in libiio's order.
    var devices: [IIODevice] {
        (0..<iio_context_get_devices_count(pointer)).compactMap { index in
            iio_context_get_device(pointer, index).map(IIODevice.init)
        }
    }

    /// Sets the timeout for each answer of a remote context: `iio_context_set_timeout`.
    func setTimeout(milliseconds: UInt32) throws(IIOError) {
        try check(iio_context_set_timeout(pointer, milliseconds), "set the timeout of \(uri)")
    }

    private static func failure(toOpen uri: String, code: Int32) -> IIOError {
        guard uri == "local:" else {
            // After its timeout libiio has closed the connection itself.
            let isSilent = code == EPIPE || code == ETIMEDOUT || code == EAGAIN
            return IIOError(
                operation: "open \(uri)", code: code,
                reason: isSilent ? "no iiod answers there" : nil)
        }
        return IIOError(
            operation: "find a sensor here", code: code,
            reason: code == ENOENT ? "this machine has no IIO device" : nil)
    }

    /// Throws if libiio lacks the backend; Debian's is built without the serial one.
    private static func checkBackend(of uri: String) throws(IIOError) {
        let backend = String(uri.prefix { $0 != ":" })
        guard !iio_has_backend(backend) else { return }
        throw IIOError(
            operation: "open \(uri)", code: ENOSYS,
            reason: "this libiio has no backend \"\(backend)\"")
    }
}
