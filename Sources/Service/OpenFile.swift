import Glibc

/// An open file descriptor; it closes when this value's life ends.
struct OpenFile: ~Copyable {
    let descriptor: CInt

    /// Takes over what a system call gave.
    init(_ descriptor: CInt) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Leaves the closing to somebody else.
    consuming func release() -> CInt {
        let descriptor = descriptor
        discard self
        return descriptor
    }
}
