import CIIO
import Glibc

/// A libiio context: the devices of one machine, as they were when it was opened.
///
/// It closes when this value's life ends; its devices and channels must not be used after that.
struct IIOContext: ~Copyable {
    private let pointer: OpaquePointer
    /// What was asked for, as in "local:" or "ip:pi".
    let uri: String

    /// Opens what `uri` names: `iio_create_context_from_uri`.
    init(uri: String) throws(IIOError) {
        try Self.checkBackend(of: uri)
        // libiio writes to a server that has gone without asking for EPIPE instead of the signal.
        if !uri.hasPrefix("local:") { signal(SIGPIPE, SIG_IGN) }
        errno = 0
        let pointer = quietly { iio_create_context_from_uri(uri) }
        guard let pointer else { throw Self.failure(toOpen: uri, code: errno) }
        self.pointer = pointer
        self.uri = uri
    }

    /// Reads a context's description, whose devices hold no values: `iio_create_xml_context_mem`.
    init(xml: String) throws(IIOError) {
        errno = 0
        let pointer = quietly { iio_create_xml_context_mem(xml, xml.utf8.count) }
        guard let pointer else { throw IIOError(operation: "read a context's XML", code: errno) }
        self.pointer = pointer
        uri = "xml:"
    }

    deinit { iio_context_destroy(pointer) }

    /// Whether the devices are this machine's own: then sysfs, udev and `poll` serve.
    var isLocal: Bool { String(cString: iio_context_get_name(pointer)) == "local" }

    /// Devices and triggers, in libiio's order.
    var devices: [IIODevice] {
        (0..<iio_context_get_devices_count(pointer)).compactMap { index in
            iio_context_get_device(pointer, index).map(IIODevice.init)
        }
    }

    /// Lets a remote context wait this long for each answer: `iio_context_set_timeout`.
    func setTimeout(milliseconds: UInt32) throws(IIOError) {
        try check(iio_context_set_timeout(pointer, milliseconds), "set the timeout of \(uri)")
    }

    private static func failure(toOpen uri: String, code: Int32) -> IIOError {
        let isLocal = uri == "local:"
        return IIOError(
            operation: isLocal ? "find a sensor here" : "open \(uri)", code: code,
            reason: isLocal && code == ENOENT ? "this machine has no IIO device" : nil)
    }

    /// Debian's libiio, for one, is built without the serial backend.
    private static func checkBackend(of uri: String) throws(IIOError) {
        let backend = String(uri.prefix { $0 != ":" })
        guard !iio_has_backend(backend) else { return }
        throw IIOError(
            operation: "open \(uri)", code: ENOSYS,
            reason: "this libiio has no backend \"\(backend)\"")
    }
}
