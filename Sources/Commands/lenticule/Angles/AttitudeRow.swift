import Motion
import MotionLog

/// The attitude after a row of a log.
///
/// It does not hold the filter itself, because the whole filter would be copied for each row.
struct AttitudeRow: Sendable {
    /// The log row's timestamp.
    let timestamp: Int64
    let status: AttitudeFilter.Status
    /// The predicted attitude, if requested.
    let predicted: Attitude?
    /// The filter's newest attitude, not predicted; nil until gravity is known.
    let newest: Attitude?

    /// The attitude, predicted if requested; nil until gravity is known.
    var attitude: Attitude? { predicted ?? newest }

    /// The tilt in degrees, as `follower` follows it from row to row; 0 until it is known.
    func tilt(by follower: inout TiltFollower) -> Double {
        follower.update(with: newest, status)
        return follower.tilt(of: predicted, status) ?? 0
    }
}

/// The rows of a log with the filter's attitudes. They are computed on a separate thread, while
/// other threads read the log, compute tilts and write rows.
typealias AttitudeRows = Blocks<AttitudeRow>

extension Blocks<AttitudeRow> {
    /// Fuses the samples of `log`; attitudes are predicted `prediction` seconds ahead, 0 for none.
    convenience init(filtering log: ReadAhead, by choice: FilterChoice, prediction: Double) {
        self.init {
            switch choice {
            // With a static type, for speed; the other filters are for comparison only.
            case .lenticule: producer(filtering: log, by: AttitudeFilter(), prediction)
            case .complementary, .madgwick:
                producer(filtering: log, by: ChosenEstimator(choice), prediction)
            }
        }
    }
}

private func producer(
    filtering log: ReadAhead, by estimator: some AttitudeEstimator, _ prediction: Double
) -> AttitudeRows.Producer {
    var filter = estimator
    var samples: [ImuSample] = []
    return { (rows: inout [AttitudeRow]) throws(MotionLogError) in
        samples = try log.next(reusing: samples)
        fuse(samples, with: &filter, into: &rows, prediction: prediction)
        return !samples.isEmpty
    }
}

/// Takes the filter once for a whole block, because an access to the closure's variable for each
/// row is slow.
private func fuse(
    _ samples: [ImuSample], with filter: inout some AttitudeEstimator,
    into rows: inout [AttitudeRow], prediction: Double
) {
    for sample in samples {
        filter.update(with: sample)
        let predicted = prediction > 0 ? filter.predicted(after: prediction) : nil
        rows.append(
            AttitudeRow(
                timestamp: sample.timestamp, status: filter.status, predicted: predicted,
                newest: filter.attitude))
    }
}
