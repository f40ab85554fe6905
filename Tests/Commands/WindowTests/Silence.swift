import Foundation
import TestSupport

/// A server on the loopback that takes a client and says nothing.
final class SilentServer {
    let port: UInt16
    private let socket: Int32
    private var client: Int32?

    struct NoServer: Error {}

    init() throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { [socket] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        guard isBound, listen(socket, 4) == 0 else { throw NoServer() }
    }

    deinit { for descriptor in [socket, client ?? -1] { close(descriptor) } }

    /// Whether somebody has connected.
    var hasClient: Bool {
        var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        if client == nil, poll(&entry, 1, 0) == 1 { client = accept(socket, nil, nil) }
        return client != nil
    }
}

extension Child {
    /// The processor time that it and the processes that it has started use.
    var processorSeconds: Double {
        ([process] + children(of: process)).reduce(0) { $0 + processorTime(of: $1) }
    }

    /// Whether it has waited for something for a fifth of a second, but for a look now and then.
    var isBlocked: Bool {
        let before = processorSeconds
        usleep(200_000)
        return processFields(process).first == "S" && processorSeconds - before < 0.005
    }
}
