import Dispatch
import Glibc
import Synchronization

/// A file that is written on a thread of its own, so that a slow disk holds nobody up.
///
/// When the disk is full, what was written stays, cut after its last whole line.
final class DurableFile: Sendable {
    /// What a person would call it.
    let name: String
    private let descriptor: CInt
    private let queue = DispatchQueue(label: "log writer")
    /// Room for so many pieces of text on their way; who is faster than the disk waits then.
    private let room = DispatchSemaphore.of(64)
    private let state = Mutex((written: 0, failure: MotionLogError?.none))

    /// Creates or empties the file at `path`; `-` is standard output.
    init(path: String) throws(MotionLogError) {
        name = path == "-" ? "standard output" : path
        descriptor =
            path == "-"
            ? dup(STDOUT_FILENO) : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw MotionLogError("write", name, code: errno) }
    }

    deinit { close(descriptor) }

    /// Appends `bytes` soon, and with `syncs` brings the file to the disk after that.
    ///
    /// It throws what went wrong with earlier ones.
    func append(_ bytes: [UInt8], syncs: Bool) throws(MotionLogError) {
        try checkFailure()
        room.wait()
        queue.async {
            self.write(bytes)
            if syncs { self.sync() }
            self.room.signal()
        }
    }

    /// Waits until everything is written.
    func finish() throws(MotionLogError) {
        queue.sync {}
        try checkFailure()
    }

    private func checkFailure() throws(MotionLogError) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    private func write(_ bytes: [UInt8]) {
        state.withLock { state in
            guard state.failure == nil else { return }
            let (done, failed) = writeAll(bytes)
            state.written += done
            guard failed != 0 else { return }
            let cut = bytes[..<done].reversed().prefix { $0 != UInt8(ascii: "\n") }.count
            // A row cut in two goes; on a pipe this fails and does no harm.
            _ = ftruncate(descriptor, off_t(state.written - cut))
            state.failure = failure(failed)
        }
    }

    /// Writes until all is done or a call fails: the bytes written, and the error's number or 0.
    private func writeAll(_ bytes: [UInt8]) -> (done: Int, failed: CInt) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno != EINTR { return (done, errno) }
            done += max(0, count)
        }
        return (done, 0)
    }

    private func sync() {
        // Pipes and terminals cannot be synced, and need not be.
        guard fdatasync(descriptor) != 0, errno != EINVAL, errno != EROFS else { return }
        let error = failure(errno)
        state.withLock { $0.failure = $0.failure ?? error }
    }

    private func failure(_ code: CInt) -> MotionLogError {
        let reason = String(cString: strerror(code))
        return MotionLogError(
            .inputOutput, "cannot write \(name): \(reason); what was written before is kept")
    }
}
