import Glibc
import Motion
import MotionLog
import Plot

/// The angles of an attitude over time, in degrees.
struct AngleTraces {
    // An angle that jumps by more than this wraps round, or is at the gimbal lock: the curve is
    // interrupted there.
    private(set) var roll = Trace(largestStep: 120)
    private(set) var pitch = Trace(largestStep: 120)
    private(set) var yaw = Trace(largestStep: 120)
    private(set) var tilt = Trace(largestStep: 120)

    /// Appends the angles of an attitude, and its tilt if it is known.
    mutating func append(_ quaternion: Quaternion, tilt degrees: Double?, at time: Double) {
        let angles = EulerAngles(quaternion)
        roll.append(angles.roll * 180 / .pi, at: time)
        pitch.append(angles.pitch * 180 / .pi, at: time)
        yaw.append(angles.yaw * 180 / .pi, at: time)
        if let degrees { tilt.append(degrees, at: time) }
    }
}

/// The output of one filter over a log.
struct FilterCurves {
    let choice: FilterChoice
    private(set) var angles = AngleTraces()
    private(set) var opacities = (back: Trace(), middle: Trace(), front: Trace())
    /// Degrees between the true and the estimated vertical.
    private(set) var error = Trace()
    /// The sum of the squared errors in the rows that are judged, and the number of these rows.
    private var (squaredErrors, judgedRows) = (0.0, 0.0)
    private var pipeline: TiltPipeline<ChosenEstimator>
    private let states: TiltStateSettings
    private var state = TiltState.flat

    init(_ choice: FilterChoice, tilt: TiltSettings, states: TiltStateSettings) {
        self.choice = choice
        self.states = states
        pipeline = TiltPipeline(ChosenEstimator(choice), TiltFollower(tilt))
    }

    /// The newest attitude; nil until gravity is known.
    var attitude: Attitude? { pipeline.attitude }

    /// The root mean square of the errors in the rows that are judged, degrees; nil without such
    /// rows.
    var rmsError: Double? {
        judgedRows > 0 ? (squaredErrors / judgedRows).squareRoot() : nil
    }

    /// Takes a row, `time` seconds after the log's first.
    mutating func add(_ row: LogRow, at time: Double) {
        pipeline.update(with: row.sample)
        guard let attitude else { return }
        let tilt = pipeline.tilt
        angles.append(attitude.quaternion, tilt: tilt, at: time)
        state = TiltState(tilt ?? 0, states, previous: state)
        let now = LayerOpacities(state, states)
        opacities.back.append(now.back, at: time)
        opacities.middle.append(now.middle, at: time)
        opacities.front.append(now.front, at: time)
        if let truth = row.truth { judge(attitude, by: truth, at: time) }
    }

    private mutating func judge(_ attitude: Attitude, by truth: Truth, at time: Double) {
        // The inclination error as defined by the BROAD benchmark: independent of the heading
        // error.
        let d = attitude.quaternion * truth.quaternion.conjugate
        let degrees = 2 * asin(min(1, hypot(d.x, d.y))) * 180 / .pi
        error.append(degrees, at: time)
        guard truth.isJudged else { return }
        squaredErrors += degrees * degrees
        judgedRows += 1
    }
}

/// The true attitude over time.
struct TruthCurves {
    private(set) var angles = AngleTraces()
    private var axisTilt: AxisTilt
    /// The rotation from the truth's heading to a filter's; both are arbitrary.
    private var heading: Quaternion?

    init(tilt: TiltSettings) { axisTilt = AxisTilt(settings: tilt) }

    /// Takes the truth of a row, `time` seconds after the log's first. The first truth beside a
    /// filter's attitude determines the heading, unless their verticals are about opposite.
    mutating func add(
        _ truth: Truth, _ sample: ImuSample, at time: Double, beside attitude: Attitude?
    ) {
        if heading == nil, let attitude {
            let d = attitude.quaternion * truth.quaternion.conjugate
            heading = hypot(d.w, d.z) > 0.1 ? Quaternion(d.w, 0, 0, d.z).normalized : nil
        }
        let quaternion = (heading ?? .identity) * truth.quaternion
        let attitude = Attitude(
            timestamp: sample.timestamp, quaternion: quaternion,
            rate: sample.rotationRate ?? .zero)
        angles.append(quaternion, tilt: axisTilt.update(with: attitude), at: time)
    }
}
