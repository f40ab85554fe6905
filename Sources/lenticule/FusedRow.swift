import Motion
import MotionLog

/// A row of a log and the attitude after it.
struct FusedRow: Sendable {
    /// That of the log's row.
    let timestamp: Int64
    /// The filter's own; nil until gravity was seen.
    let attitude: Attitude?
    /// The attitude carried forward, where that was asked for.
    let predicted: Attitude?
    /// Whether rotation rates come at all.
    let hasGyroscope: Bool

    /// The tilt in degrees, followed from row to row by `tracker`.
    func tilt(by tracker: inout TiltTracker) -> Double {
        guard let attitude else { return 0 }
        let tilt = tracker.update(with: attitude, hasGyroscope: hasGyroscope)
        return predicted.map { tracker.tilt(of: $0) } ?? tilt ?? 0
    }
}

/// The rows of a log, fused on a thread of their own: reading, filter and output work side by side.
typealias FusedRows = Blocks<FusedRow>

extension Blocks<FusedRow> {
    /// Fuses the samples of `log`; attitudes are carried `prediction` seconds forward, 0 being not.
    convenience init(fusing log: ReadAhead, by choice: FilterChoice, prediction: Double) {
        self.init {
            switch choice {
            // By its own type, for speed; those it is compared with may take their time.
            case .lenticule: producer(fusing: log, by: AttitudeFilter(), prediction)
            case .complementary, .madgwick: producer(fusing: log, by: choice.estimator, prediction)
            }
        }
    }
}

private func producer(
    fusing log: ReadAhead, by estimator: some AttitudeEstimator, _ prediction: Double
) -> FusedRows.Producer {
    var filter = estimator
    var samples: [ImuSample] = []
    return { (rows: inout [FusedRow]) throws(MotionLogError) in
        samples = try log.next(reusing: samples)
        fuse(samples, with: &filter, into: &rows, prediction: prediction)
        return !samples.isEmpty
    }
}

/// On a filter held for a whole block: taking it from its closure for each row costs more than tilt.
private func fuse(
    _ samples: [ImuSample], with filter: inout some AttitudeEstimator, into rows: inout [FusedRow],
    prediction: Double
) {
    for sample in samples {
        filter.update(with: sample)
        rows.append(
            FusedRow(
                timestamp: sample.timestamp, attitude: filter.attitude,
                predicted: prediction > 0 ? filter.predicted(after: prediction) : nil,
                hasGyroscope: filter.status != .noGyroscope))
    }
}
