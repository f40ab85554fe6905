import Dispatch
import Platform
import Synchronization

/// Lines written by a separate thread, so that appending does not wait for the disk.
///
/// If the disk is blocked for so long that the buffer is full, `waits` decides: appending waits, or
/// further lines are dropped and counted.
final class LineWriter: Sendable {
    private let writesDirectly: Bool
    private let state: Mutex<State>
    /// Moved to the writing thread at its start.
    private let file: Mutex<GrowingFile?>
    private let wake = DispatchSemaphore(value: 0)
    private let room = DispatchSemaphore(value: 0)
    private let hasEnded = DispatchGroup()
    /// Seconds between two syncs to the disk.
    private static let syncInterval = 0.5

    /// Starts to write to `file`; `head` is written before the first line.
    init(_ file: consuming GrowingFile, head: consuming TextBuffer, waits: Bool) {
        writesDirectly = file.writesDirectly
        state = Mutex(State(text: head, waits: waits))
        self.file = Mutex(file)
        DispatchQueue(label: "log writer").async(group: hasEnded) { [self] in writeUntilOver() }
        flush()
    }

    var lines: (taken: Int, dropped: Int) { state.withLock { ($0.lines, $0.dropped) } }

    /// Why nothing more can be written.
    var failure: FileError? { state.withLock { $0.failure } }

    /// Appends the line that `format` writes.
    func append(_ format: (inout TextBuffer) -> Void) throws(FileError) {
        while true {
            switch state.withLock({ state in state.take(format) }) {
            case .done: return
            case .doneAndReadyToWrite:
                wake.signal()
                return
            case .full: room.wait()
            case .failed(let error): throw error
            }
        }
    }

    /// Writes immediately if a reader may wait for the lines.
    func flush() { if writesDirectly { wake.signal() } }

    /// Returns when all lines are written, or after a write error; further lines are dropped.
    func finish() {
        state.withLock { $0.isOver = true }
        wake.signal()
        hasEnded.wait()
    }
}

// The writing thread.
extension LineWriter {
    private func writeUntilOver() {
        guard let file = file.withLock({ $0.take() }) else { return }
        do {
            try write(to: file)
        } catch {
            state.withLock { $0.failure = error }
            room.signal()
        }
    }

    private func write(to file: consuming GrowingFile) throws(FileError) {
        var text = TextBuffer()
        var (isOver, nextSync) = (false, monotonicSeconds() + Self.syncInterval)
        while !isOver {
            _ = wake.wait(timeout: .now() + Self.syncInterval)
            isOver = exchange(&text)
            try text.withBytes { bytes throws(FileError) in try file.write(bytes) }
            text.removeAll()
            guard isOver || monotonicSeconds() >= nextSync else { continue }
            try file.sync()
            nextSync = monotonicSeconds() + Self.syncInterval
        }
    }

    /// Swaps the buffered lines for an empty text; returns whether they are the last.
    private func exchange(_ text: inout TextBuffer) -> Bool {
        let (isOver, isAwaited) = state.withLock { state in
            // A file is not created for the head alone.
            if writesDirectly || state.lines > 0 { swap(&state.text, &text) }
            defer { state.isAwaited = false }
            return (state.isOver, state.isAwaited)
        }
        if isAwaited { room.signal() }
        return isOver
    }
}

extension LineWriter {
    /// State shared by both threads, locked only for the time of one line.
    private struct State: ~Copyable {
        var text: TextBuffer
        var lines = 0
        var dropped = 0
        var isOver = false
        /// Whether a thread waits for room.
        var isAwaited = false
        var failure: FileError?

        /// Bytes: smaller writes cost more than they help.
        private static let piece = 1 << 15

        private let waits: Bool
        /// Bytes: if lines are dropped, one minute at 1600 lines a second; else enough to keep the
        /// disk busy.
        private var capacity: Int { waits ? 1 << 20 : 16 << 20 }

        enum Outcome {
            /// The line was taken or dropped.
            case done
            /// The line was taken, and now there is enough to write.
            case doneAndReadyToWrite
            case full
            case failed(FileError)
        }

        init(text: consuming TextBuffer, waits: Bool) {
            self.text = text
            self.waits = waits
        }

        mutating func take(_ format: (inout TextBuffer) -> Void) -> Outcome {
            if let failure { return .failed(failure) }
            guard text.count < capacity, !isOver else {
                isAwaited = waits && !isOver
                dropped += isAwaited ? 0 : 1
                return isAwaited ? .full : .done
            }
            let isSmall = text.count < Self.piece
            format(&text)
            lines += 1
            // The first line creates the file.
            return lines == 1 || isSmall && text.count >= Self.piece
                ? .doneAndReadyToWrite : .done
        }
    }
}
