import Glibc

/// Whole lines out of a file descriptor, in chunks.
///
/// The memory is raw so that the row parser walks over it without bounds checks; behind the lines
/// handed out there are always `padding` readable bytes.
final class LineBuffer {
    /// A longer line is no log's: a picture, a device, a disk image.
    static let longestLine = 1 << 16
    private static let padding = 16

    private let capacity: Int
    private let storage: UnsafeMutablePointer<UInt8>
    private let descriptor: CInt
    private let path: String
    private var start = 0
    /// One after the last newline.
    private var complete = 0
    private var end = 0
    /// Whether the file has no more bytes.
    private(set) var isAtEnd = false
    /// Whether the file's last line had no newline; one was added.
    private(set) var lastLineIsOpen = false

    /// Takes over `descriptor` and closes it in the end.
    init(descriptor: CInt, path: String, capacity: Int = 4 * LineBuffer.longestLine) {
        (self.descriptor, self.path, self.capacity) = (descriptor, path, capacity)
        storage = .allocate(capacity: capacity + Self.padding)
        // Else the parser's look past the last line would read memory never written.
        memset(storage, 0, capacity + Self.padding)
    }

    deinit {
        storage.deallocate()
        close(descriptor)
    }

    /// Whether a line can be had without reading.
    var hasLine: Bool { start < complete }
    /// The whole lines held; valid until the next `fill`.
    var lines: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: storage + start, count: complete - start)
    }
    /// Whether the line that ends at the end of `lines` is the file's unfinished last.
    func isOpenLine(endingAt newline: UnsafePointer<UInt8>) -> Bool {
        lastLineIsOpen && newline + 1 == UnsafePointer(storage + complete)
    }

    /// Counts `bytes` of `lines` as done.
    func consume(_ bytes: Int) { start += bytes }

    /// Reads until a whole line is there or the file ends.
    func fill() throws(MotionLogError) {
        while !hasLine, !isAtEnd {
            memmove(storage, storage + start, end - start)
            (end, start, complete) = (end - start, 0, 0)
            if end >= Self.longestLine {
                throw MotionLogError(
                    .malformed, "\(path) is no motion log: it has no lines of text")
            }
            try readMore()
        }
    }

    /// Whether a line, or the end, can be had within `timeout` without blocking for longer.
    func isReady(within timeout: Duration) throws(MotionLogError) -> Bool {
        if hasLine || isAtEnd { return true }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, timeout.milliseconds) > 0
    }

    private func readMore() throws(MotionLogError) {
        let got = read(descriptor, storage + end, capacity - end - 1)
        if got < 0 {
            if errno == EINTR { return }
            throw MotionLogError("read", path, code: errno)
        }
        isAtEnd = got == 0
        if isAtEnd, end > 0 {
            lastLineIsOpen = true
            storage[end] = UInt8(ascii: "\n")
            end += 1
        }
        markLines(from: isAtEnd ? 0 : end, to: isAtEnd ? end : end + got)
    }

    /// Notes the last newline among fresh bytes.
    private func markLines(from first: Int, to last: Int) {
        end = last
        var index = last
        while index > first, storage[index - 1] != UInt8(ascii: "\n") { index -= 1 }
        if index > first { complete = index }
    }
}

extension Duration {
    /// Whole milliseconds, rounded up, as poll takes them.
    fileprivate var milliseconds: CInt {
        let (seconds, attoseconds) = components
        guard seconds < 1_000_000 else { return 1_000_000_000 }
        return max(
            0, CInt(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
}
