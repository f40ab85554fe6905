internal import CLinux
internal import Platform
internal import SystemPackage

/// An eventfd that ends a wait, open as long as a thread may write to it.
final class WakeEvent: Sendable {
    private let file: OpenFile

    init() throws(Errno) {
        file = OpenFile(try result { eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK)) })
    }

    /// What a wait polls.
    var descriptor: CInt { file.descriptor }

    /// Ends a wait, from any thread.
    func send() { _ = eventfd_write(descriptor, 1) }

    /// Lets the next wait last again.
    func clear() {
        var counter = eventfd_t(0)
        eventfd_read(descriptor, &counter)
    }
}
