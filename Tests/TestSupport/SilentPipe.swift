import Foundation

/// A named pipe that nobody reads and nobody writes, but what a test runs.
public final class SilentPipe {
    public let path: String
    private let descriptor: Int32

    struct NoPipe: Error {}

    public init(_ path: String) throws {
        self.path = path
        guard mkfifo(path, 0o600) == 0 else { throw NoPipe() }
        // Both ends, so that neither waits for the other, and none ends.
        descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    }

    deinit { close(descriptor) }

    /// Whether it holds so much that a writer waits.
    public var isFull: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, 0) == 0
    }

    /// Fills it, so that a writer waits.
    public func fill() {
        let block = [UInt8](repeating: 0, count: 4096)
        while write(descriptor, block, block.count) > 0 {}
    }
}
