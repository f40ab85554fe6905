import Glibc
import Motion
import Platform

/// A device that is read by polling, without a buffer.
final class PolledCapture: DeviceCapture {
    /// Nanoseconds that polls may fail before an error is thrown.
    private static let longestFailure: Int64 = 1_000_000_000

    private let channels: DeviceChannels
    /// Nanoseconds between polls.
    private let interval: Int64
    private var due = monotonicNow()
    private var pollsToSkip: Int
    private var failingSince: Int64?
    private var usualPoll = UsualPoll()

    var readiness: Readiness { .time(due) }

    /// Polls `rate` times a second.
    ///
    /// After a low-power state, a device answers late, and first with an old value: the readings of
    /// the first `polls` polls are discarded.
    init(channels: DeviceChannels, rate: Double, skipping polls: Int) {
        self.channels = channels
        pollsToSkip = polls
        interval = Int64(saturating: 1e9 / rate)
    }

    func collect(into readings: inout [Reading]) throws(IIOError) -> Bool {
        let start = monotonicNow()
        guard start >= due else { return false }
        due = max(due + interval, start)
        let count = readings.count
        do {
            try channels.read(into: &readings)
            failingSince = nil
            let isWhole = usualPoll.isWhole(pollThatTook: monotonicNow() - start)
            if isWhole, pollsToSkip == 0 { return true }
            pollsToSkip = max(0, pollsToSkip - 1)
        } catch {
            try tolerate(error, now: start)
        }
        readings.removeSubrange(count...)
        return failingSince == nil
    }

    /// Throws if the device has disappeared or the error persists; bus errors may be transient.
    private func tolerate(_ error: IIOError, now: Int64) throws(IIOError) {
        let since = failingSince ?? now
        failingSince = since
        let isGone = [ENODEV, ENOENT, EPIPE, ECONNRESET, EBADF].contains(error.code)
        if isGone || now - since > Self.longestFailure { throw error }
    }
}

/// Separates uninterrupted polls from those that were interrupted between two axes.
///
/// Both times are in nanoseconds.
struct UsualPoll {
    /// The scheduling delay that is tolerated.
    private static let tolerance: Int64 = 2_000_000
    /// A poll's usual duration; it falls at once, and grows slowly to follow a slower device.
    private var usual: Int64?

    /// Whether a poll of this duration was not interrupted.
    mutating func isWhole(pollThatTook duration: Int64) -> Bool {
        let before = usual ?? duration
        usual = min(duration, before + before / 4 + Self.tolerance / 4)
        return duration <= before + before / 2 + Self.tolerance
    }
}
