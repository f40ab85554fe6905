import Glibc
import Platform
import SystemPackage

/// Reads whole lines from an open file, block by block.
///
/// The memory is raw so that the row parser needs no bounds checks; `padding` readable bytes always
/// follow the lines.
final class LineBuffer {
    /// Bytes. A longer line shows that the file is a picture or a device, or that a crash damaged
    /// it.
    static let longestLine = 1 << 16
    /// Readable bytes after a line.
    static let padding = 16

    private let capacity: Int
    private let storage: UnsafeMutablePointer<UInt8>
    private let file: OpenFile
    private let path: String
    private var start = 0
    /// The index after the last newline.
    private var complete = 0
    private var end = 0
    private(set) var isAtEnd = false
    /// Whether the file's last line had no newline; one was added.
    private(set) var lastLineIsOpen = false

    /// Takes ownership of `file`; messages name it `path`.
    init(_ file: consuming OpenFile, path: String, capacity: Int = 4 * LineBuffer.longestLine) {
        (self.path, self.capacity) = (path, capacity)
        self.file = file
        storage = .allocate(capacity: capacity + Self.padding)
        // The parser reads past the last line; that memory has to be initialised.
        memset(storage, 0, capacity + Self.padding)
    }

    deinit { storage.deallocate() }

    /// Whether a line is available without reading.
    var hasLine: Bool { start < complete }
    /// The whole lines buffered; valid until the next `fill`.
    var lines: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: storage + start, count: complete - start)
    }
    /// Whether the line that ends at `newline` is the file's last line and had no
    /// newline.
    func isOpenLine(endingAt newline: UnsafePointer<UInt8>) -> Bool {
        lastLineIsOpen && newline + 1 == UnsafePointer(storage + complete)
    }

    /// Whether at least `longestLine` bytes of the next line are buffered, but not its end;
    /// `partialLine` is its start.
    var isTooLong: Bool { !hasLine && end - start >= Self.longestLine }
    /// The buffered bytes of the line whose end is not read yet.
    var partialLine: UnsafeBufferPointer<UInt8> {
        let first = max(start, complete)
        return UnsafeBufferPointer(start: storage + first, count: end - first)
    }

    /// Removes the first `bytes` of `lines`.
    func consume(_ bytes: Int) { start += bytes }

    /// Reads until a whole line is buffered, the file ends, or the line is too long; returns false
    /// if none of these happened before `deadline`.
    @discardableResult
    func fill(until deadline: ContinuousClock.Instant? = nil) throws(MotionLogError) -> Bool {
        while !hasLine, !isAtEnd, !isTooLong {
            guard canRead(until: deadline) else { return false }
            // Behind the line of which a part is buffered.
            memmove(storage, storage + start, end - start)
            (end, start, complete) = (end - start, 0, 0)
            try readMore()
        }
        return true
    }

    /// Whether the file has more, or ends, before `deadline`; true without a deadline.
    private func canRead(until deadline: ContinuousClock.Instant?) -> Bool {
        guard let deadline else { return true }
        var entry = pollfd(fd: file.descriptor, events: Int16(POLLIN), revents: 0)
        let wait = deadline - .now
        let milliseconds = (wait / .milliseconds(1)).rounded(.up)
        return poll(&entry, 1, CInt(saturating: max(0, milliseconds))) > 0
    }

    /// Skips a line that is too long.
    func skipLine() throws(MotionLogError) {
        repeat {
            (start, complete, end) = (0, 0, 0)
            try readMore()
        } while !hasLine && !isAtEnd
        if hasLine { consume(lines.prefix { $0 != UInt8(ascii: "\n") }.count + 1) }
    }

    private func readMore() throws(MotionLogError) {
        let got = try readBytes()
        isAtEnd = got == 0
        if isAtEnd, end > 0 {
            lastLineIsOpen = true
            storage[end] = UInt8(ascii: "\n")
            end += 1
        }
        markLines(from: isAtEnd ? 0 : end, to: isAtEnd ? end : end + got)
    }

    private func readBytes() throws(MotionLogError) -> Int {
        do throws(Errno) {
            return try result { read(file.descriptor, storage + end, capacity - end - 1) }
        } catch {
            throw MotionLogError(FileError("read", path, error))
        }
    }

    /// Sets `complete` after the last newline of the new bytes.
    private func markLines(from first: Int, to last: Int) {
        end = last
        var index = last
        while index > first, storage[index - 1] != UInt8(ascii: "\n") { index -= 1 }
        if index > first { complete = index }
    }
}
