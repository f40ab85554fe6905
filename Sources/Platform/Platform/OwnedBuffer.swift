import Glibc

/// Values in memory of their own, whose address stays the same as long as the buffer lives.
///
/// Threads may share it, because nothing writes it after `init` but `rewrite`, whose caller is the only
/// one that has it.
public final class OwnedBuffer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    public let start: UnsafePointer<Element>
    public let count: Int

    /// `write` gives each value. Without memory the program ends.
    public init<Failure>(
        count: Int, _ write: (UnsafeMutablePointer<Element>) throws(Failure) -> Void
    ) throws(Failure) {
        let bytes = Swift.max(1, count) * MemoryLayout<Element>.stride
        MemoryReserve.require(bytes)
        guard let memory = malloc(bytes) else { MemoryReserve.fail(bytes) }
        let values = memory.bindMemory(to: Element.self, capacity: count)
        (start, self.count) = (UnsafePointer(values), count)
        try write(values)
    }

    /// A copy of `values`.
    public convenience init(_ values: some Collection<Element>) {
        self.init(count: values.count) {
            _ = UnsafeMutableBufferPointer(start: $0, count: values.count)
                .initialize(from: values)
        }
    }

    deinit { free(UnsafeMutableRawPointer(mutating: start)) }

    /// Lets `write` change the values; the caller is the only one that has the buffer.
    public func rewrite(_ write: (UnsafeMutablePointer<Element>) -> Void) {
        write(UnsafeMutablePointer(mutating: start))
    }

    /// Calls `body` with all values.
    @inlinable
    public func withValues<Result, Failure>(
        _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { extendLifetime(self) }
        return try body(UnsafeBufferPointer(start: start, count: count))
    }
}

extension OwnedBuffer: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { count }

    @inlinable
    public subscript(index: Int) -> Element {
        precondition(index >= 0 && index < count, "an index is in the buffer")
        return start[index]
    }
}

extension OwnedBuffer: Equatable where Element: Equatable {
    public static func == (one: OwnedBuffer, other: OwnedBuffer) -> Bool {
        one.elementsEqual(other)
    }
}
