import Motion
import MotionLog

/// Reads the log at `path` to its end; returns a summary line.
func checkLog(_ path: String) throws(MotionLogError) -> String {
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
}

private struct LogSummary: CustomStringConvertible {
    private var rows = 0
    private var accelerations = 0
    private var rotationRates = 0
    private var length = LogLength()
    private var gaps = LogGaps()

    mutating func add(_ sample: ImuSample) {
        rows += 1
        accelerations += sample.acceleration == nil ? 0 : 1
        rotationRates += sample.rotationRate == nil ? 0 : 1
        length.add(sample.timestamp)
        gaps.add(sample.timestamp)
    }

    var description: String {
        if rows == 0 { return "a motion log that has no rows" }
        let jumps = length.backwardJumps
        let times = jumps == 1 ? "once" : "\(jumps) times"
        return "a motion log of \(rows == 1 ? "1 row" : "\(rows) rows") over "
            + "\(length.seconds.rounded(toAtMost: 3)) s, \(accelerations) with acceleration, "
            + "\(rotationRates) with rotation rate"
            + (length.outOfOrder == 0 ? "" : ", \(length.outOfOrder) out of order")
            + (jumps == 0 ? "" : ", time jumps back \(times)")
            + (gaps.count == 0 ? "" : ", \(gaps)")
    }
}
