import Glibc

/// Calls bind or connect with a Unix socket's address, and gives what they give: -1 and errno also
/// where the path is too long for one.
func withUnixAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
) -> CInt {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    // One byte stays 0, which ends the path.
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
        errno = ENAMETOOLONG
        return -1
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}

/// A new stream socket, on which nothing waits and which no other program gets.
func makeUnixSocket() throws(SocketError) -> OpenFile {
    let flags = CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | flags, 0)
    guard descriptor >= 0 else { throw SocketError("make", "a socket", code: errno) }
    return OpenFile(descriptor)
}

/// The path that a socket is bound to.
func unixPath(of socket: CInt) -> String? {
    var address = sockaddr_un()
    var size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) }
    }
    guard result == 0, address.sun_path.0 != 0 else { return nil }
    return withUnsafeBytes(of: address.sun_path) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
