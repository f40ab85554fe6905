import Glibc
import Motion
import Synchronization

/// Reads a source on a thread of its own and fuses what comes; the screen asks for the newest tilt.
///
/// The thread ends with the source, or at `stop`.
final class MotionReader: Sendable {
    /// What the source has come to.
    struct State {
        var follower: AttitudeFollower
        var tilts: AxisTilts
        var display = DisplayTilt()
        /// When the newest sample arrived, in seconds of CLOCK_MONOTONIC.
        var arrival: Double?
        /// The tilt that the screen asked for last, in degrees; nil where it will ask anyway: it was
        /// woken and has not looked yet.
        var asked: Double?
        var source = Result<SourceState, any Error>.success(.open)
        /// Whether the screen knows that.
        var isSourceTold = true
    }

    private let state: Mutex<State>
    private let thread: ReadingThread
    /// Degrees of tilt that no screen shows: an opacity step of 1/255 is 0.2 degrees.
    private static let unseen = 0.02

    /// Starts reading. `wake` is called on the reading thread when the screen should look again.
    init(
        _ source: sending MotionSource, tilts: AxisTilts,
        wake: @escaping @Sendable () -> Void
    ) {
        let follower = AttitudeFollower(bias: source.rotationBias)
        thread = ReadingThread(source)
        state = Mutex(State(follower: follower, tilts: tilts))
        thread.start { [self] readings, source in
            let isNew = state.withLock { state in
                state.take(readings)
                state.tell(source)
                return state.wakes(beyond: Self.unseen)
            }
            if isNew { wake() }
        }
    }

    /// Returns when the thread has ended.
    func stop() { thread.stop() }

    /// The tilt in degrees at `time`, carried forward from the newest sample by its rate.
    func tilt(at time: Double) -> Double? {
        state.withLock { state in
            let tilt = state.tilt(at: time)
            state.asked = tilt ?? 0
            return tilt
        }
    }

    func recenter() {
        state.withLock {
            $0.tilts.recenter()
            $0.display.reset()
        }
    }

    /// Gives the tilt about another axis from now on.
    func turn(to axis: TiltAxis) {
        state.withLock {
            $0.tilts.axis = axis
            $0.display.reset()
        }
    }

    /// Whether the source will give no more.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }
    /// Why the source gave up.
    var failure: (any Error)? { state.withLock { $0.failure } }
    /// What the source waits for now, if it does.
    var waitsFor: String? { state.withLock { $0.waitsFor } }
    var arrival: Double? { state.withLock { $0.arrival } }
    var attitude: Attitude? { state.withLock { $0.follower.attitude } }
    var status: AttitudeFilter.Status { state.withLock { $0.follower.status } }
}

// What the source does.
extension MotionReader.State {
    fileprivate var hasEnded: Bool { !source.isOpen }

    fileprivate var failure: (any Error)? {
        if case .failure(let error) = source { error } else { nil }
    }

    fileprivate var waitsFor: String? {
        if case .success(.waiting(let name)) = source { name } else { nil }
    }

    fileprivate mutating func tell(_ source: Result<SourceState, any Error>) {
        let before = waitsFor
        self.source = source
        if before != waitsFor || hasEnded { isSourceTold = false }
    }
}

// What the screen sees.
extension MotionReader.State {
    /// Beyond this a rate says nothing about the pose any more, in seconds.
    private static let longestCarry = 0.05

    fileprivate mutating func take(_ readings: ReadingThread.Readings) {
        switch readings {
        case .samples(let samples):
            for sample in samples {
                follower.update(with: sample)
                followTilt()
            }
        case .attitudes(let attitudes):
            for attitude in attitudes {
                follower.update(with: attitude)
                followTilt()
            }
        }
        if readings.count > 0 { arrival = monotonicSeconds() }
    }

    private mutating func followTilt() {
        guard let attitude = follower.attitude, follower.status != .doubtful else { return }
        tilts.update(with: attitude, hasGyroscope: follower.status != .noGyroscope)
        _ = tilts.tilt.flatMap { display.update(tilt: $0, with: attitude) }
    }

    /// Whether the screen should be woken: once for each tilt that looks other than the one it has,
    /// and when the source goes or comes back.
    fileprivate mutating func wakes(beyond unseen: Double) -> Bool {
        let isNew = asked.map { abs($0 - (display.value ?? 0)) > unseen } ?? false
        if isNew { asked = nil }
        defer { isSourceTold = true }
        return isNew || !isSourceTold
    }

    fileprivate func tilt(at time: Double) -> Double? {
        guard let arrival, !hasEnded, follower.status != .doubtful,
            let attitude = follower.predicted(
                after: min(Self.longestCarry, max(0, time - arrival)))
        else { return display.value }
        var display = display
        return tilts.tilt(of: attitude).flatMap { display.update(tilt: $0, with: attitude) }
    }
}

extension DisplayTilt {
    /// Takes a tilt in degrees; the device's whole rate says how much it moves.
    fileprivate mutating func update(tilt: Double, with attitude: Attitude) -> Double? {
        update(
            tilt: tilt, rate: attitude.rate.length * 180 / .pi, timestamp: attitude.timestamp)
    }
}

/// Seconds since the machine started.
func monotonicSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
