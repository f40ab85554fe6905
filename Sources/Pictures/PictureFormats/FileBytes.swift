import Glibc
import Platform

/// The bytes of a file in memory that does not move, for libraries that keep a pointer to them. If
/// reading fails, there are none.
final class FileBytes {
    let buffer: UnsafeBufferPointer<UInt8>

    init(_ file: borrowing OpenFile) {
        let size = Int((try? file.status.st_size) ?? 0)
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: size)
        let count = max(0, pread(file.descriptor, bytes.baseAddress, size, 0))
        buffer = UnsafeBufferPointer(start: bytes.baseAddress, count: count)
    }

    deinit { buffer.baseAddress?.deallocate() }
}
