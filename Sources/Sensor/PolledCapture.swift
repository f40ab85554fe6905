import Glibc
import Motion

/// A device that is read value by value, for want of a buffer.
final class PolledCapture: DeviceCapture {
    /// How long, in nanoseconds, reading may fail before it counts.
    private static let endurance: Int64 = 1_000_000_000

    private let triads: [Triad]
    /// Nanoseconds between readings.
    private let interval: Int64
    private var due = monotonicNow()
    private var readingsToSkip: Int
    private var failingSince: Int64?
    private var pace = ReadingPace()

    var wakes: Wake { .time(due) }

    /// Reads `rate` times a second.
    ///
    /// A device that has slept gives its last value first, and late: the first so many readings are
    /// left out.
    init(triads: [Triad], rate: Double, skipping readings: Int) {
        self.triads = triads
        readingsToSkip = readings
        interval = Int64(1e9 / rate)
    }

    func collect(into samples: inout [ImuSample]) throws(IIOError) {
        let start = monotonicNow()
        guard start >= due else { return }
        due = max(due + interval, start)
        do {
            var readings: [ImuSample] = []
            for triad in triads { readings.append(try triad.read()) }
            failingSince = nil
            let isWhole = pace.isWhole(readingThatTook: monotonicNow() - start)
            if readingsToSkip > 0 { readingsToSkip -= 1 } else if isWhole { samples += readings }
        } catch {
            try endure(error, now: start)
        }
    }

    /// Bus errors come and go; a device that is gone stays so.
    private func endure(_ error: IIOError, now: Int64) throws(IIOError) {
        let since = failingSince ?? now
        failingSince = since
        let isGone = [ENODEV, ENOENT, EPIPE, ECONNRESET, EBADF].contains(error.code)
        if isGone || now - since > Self.endurance { throw error }
    }
}

extension Triad {
    /// Reads the three axes one after the other; the time is the middle of that.
    fileprivate func read() throws(IIOError) -> ImuSample {
        let start = monotonicNow()
        var raw = Vector3.zero
        for axis in 0..<3 { raw[axis] = try channels[axis].number("raw") }
        let time = start + (monotonicNow() - start) / 2
        var sample = ImuSample(timestamp: time, acceleration: nil, rotationRate: nil)
        sample.set(quantity, to: value(raw: raw))
        return sample
    }
}

/// Tells readings whose axes belong together from those that were interrupted between two axes.
///
/// Both times are in nanoseconds.
struct ReadingPace {
    /// What the machine's own unrest may add.
    private static let tolerance: Int64 = 2_000_000
    /// What a reading takes; it shrinks at once, and grows slowly to follow a device that has slowed.
    private var usual: Int64?

    /// Whether a reading that took so long was done in one go.
    mutating func isWhole(readingThatTook duration: Int64) -> Bool {
        let before = usual ?? duration
        usual = min(duration, before + before / 4 + Self.tolerance / 4)
        return duration <= before + before / 2 + Self.tolerance
    }
}
