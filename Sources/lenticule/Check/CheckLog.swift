import Motion
import MotionLog

/// Reads the log at `path` to its end; returns a summary line.
func checkLog(_ path: String) throws(Failure) -> String {
    do {
        let reader = try MotionLogReader(path: path, options: .printingWarnings)
        var summary = LogSummary()
        var samples: [ImuSample] = []
        var isMore = true
        while isMore {
            samples.removeAll(keepingCapacity: true)
            isMore = try reader.read(into: &samples)
            for sample in samples { summary.add(sample) }
        }
        return "\(reader.name): \(summary)"
    } catch {
        throw Failure(error)
    }
}

/// Statistics of a log.
private struct LogSummary: CustomStringConvertible {
    private var rows = 0
    private var accelerations = 0
    private var rotationRates = 0
    private var backwardJumps = 0
    private var gaps = LogGaps()
    private var first: Int64 = 0
    private var last: Int64 = 0

    mutating func add(_ sample: ImuSample) {
        if rows == 0 { (first, last) = (sample.timestamp, sample.timestamp) }
        rows += 1
        accelerations += sample.acceleration == nil ? 0 : 1
        rotationRates += sample.rotationRate == nil ? 0 : 1
        backwardJumps += sample.timestamp < last ? 1 : 0
        last = sample.timestamp
        gaps.add(sample.timestamp)
    }

    var description: String {
        if rows == 0 { return "a motion log that has no rows" }
        let seconds = (Double(last) - Double(first)) * 1e-9
        let times = backwardJumps == 1 ? "once" : "\(backwardJumps) times"
        return "a motion log of \(rows == 1 ? "1 row" : "\(rows) rows") over "
            + "\(seconds.rounded(toAtMost: 3)) s, \(accelerations) with acceleration, "
            + "\(rotationRates) with rotation rate"
            + (backwardJumps == 0 ? "" : ", time jumps back \(times)")
            + (gaps.count == 0 ? "" : ", \(gaps)")
    }
}
