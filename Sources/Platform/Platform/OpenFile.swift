public import Glibc
public import SystemPackage

/// An open file descriptor; closed in deinit.
public struct OpenFile: ~Copyable, Sendable {
    public let descriptor: CInt

    /// Takes ownership of the descriptor.
    public init(_ descriptor: CInt) { self.descriptor = descriptor }

    /// Opens the file at `path` with O_CLOEXEC: open(2).
    public init(_ path: String, _ flags: CInt, mode: mode_t = 0) throws(Errno) {
        descriptor = try result { open(path, flags | O_CLOEXEC, mode) }
    }

    /// A new descriptor for what another one stands for.
    public init(duplicating descriptor: CInt, atLeast number: CInt = 0) throws(Errno) {
        self.descriptor = try result { fcntl(descriptor, F_DUPFD_CLOEXEC, number) }
    }

    deinit { close(descriptor) }

    /// Gives up ownership of the descriptor without closing it.
    public consuming func release() -> CInt {
        let descriptor = descriptor
        discard self
        return descriptor
    }

    /// The result of fstat(2).
    public var status: stat {
        get throws(Errno) {
            var status = stat()
            try result { fstat(descriptor, &status) }
            return status
        }
    }

    /// Reads up to `limit` bytes; fewer only at the end.
    public func read(atMost limit: Int) throws(Errno) -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: min(limit, 65536))
        while bytes.count < limit {
            let wanted = min(block.count, limit - bytes.count)
            let count = try result { Glibc.read(descriptor, &block, wanted) }
            if count == 0 { break }
            bytes += block.prefix(count)
        }
        return bytes
    }

    /// Writes all of `bytes`.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
        try writeAll(bytes, to: descriptor)
    }

    /// Writes all of `bytes`.
    public func write(_ bytes: [UInt8]) throws(Errno) {
        let outcome = bytes.withUnsafeBytes { bytes in
            Result { () throws(Errno) in try write(bytes) }
        }
        try outcome.get()
    }
}

/// Writes all of `bytes`; waits if a nonblocking descriptor is not ready.
public func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) throws(Errno) {
    var remaining = bytes
    while !remaining.isEmpty {
        let count = write(descriptor, remaining.baseAddress, remaining.count)
        if count >= 0 {
            remaining = UnsafeRawBufferPointer(rebasing: remaining.dropFirst(count))
        } else if Errno.last == .resourceTemporarilyUnavailable {
            var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&entry, 1, -1)
        } else if Errno.last != .interrupted {
            throw .last
        }
    }
}

/// O_PATH, which Swift does not import from glibc's headers.
public let pathOnly: CInt = 0o10000000
