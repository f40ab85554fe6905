internal import CDecimal
import Glibc

/// A text to be written to a file; numbers and words are appended without allocation.
///
/// The storage is raw memory, because formatting with String or Array takes several times as long
/// as the filter. Sendable: it alone has its memory, and it cannot be copied.
public struct TextBuffer: ~Copyable, @unchecked Sendable {
    // This value is the only owner of the pointer, and cannot be copied.
    private var storage: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// The number of bytes.
    public private(set) var count = 0

    /// An empty text with `capacity` bytes reserved; it grows as needed.
    public init(capacity: Int = 1 << 16) {
        self.capacity = max(64, capacity)
        storage = .allocate(capacity: self.capacity)
    }

    deinit { storage.deallocate() }

    /// Empties the text; keeps the memory.
    public mutating func removeAll() { count = 0 }

    /// Calls `body` with the bytes.
    public borrowing func withBytes<R, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try body(UnsafeRawBufferPointer(start: storage, count: count))
    }

    /// Appends one byte.
    public mutating func append(_ byte: UInt8) {
        reserve(1)
        storage[count] = byte
        count += 1
    }

    /// Appends a constant.
    public mutating func append(_ text: StaticString) {
        reserve(text.utf8CodeUnitCount)
        memcpy(storage + count, text.utf8Start, text.utf8CodeUnitCount)
        count += text.utf8CodeUnitCount
    }

    /// Appends a text.
    public mutating func append(_ text: String) {
        for byte in text.utf8 { append(byte) }
    }

    /// Appends an integer.
    public mutating func append(_ value: Int64) {
        append(by: { decimal_write_integer($0, value) })
    }

    /// Appends the shortest text that parses to the same value: `0.5`, `1`, `1.5e-7`, `nan`.
    public mutating func append(_ value: Double) {
        append(by: { decimal_write($0, value) })
    }

    @inline(__always)
    private mutating func append(
        by write: (UnsafeMutablePointer<CChar>) -> UnsafeMutablePointer<CChar>
    ) {
        reserve(DECIMAL_LENGTH)
        let first = UnsafeMutableRawPointer(storage + count).assumingMemoryBound(to: CChar.self)
        count += write(first) - first
    }

    private mutating func reserve(_ bytes: Int) {
        guard count + bytes > capacity else { return }
        let larger = max(capacity * 2, count + bytes)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        memcpy(moved, storage, count)
        storage.deallocate()
        (storage, capacity) = (moved, larger)
    }
}
