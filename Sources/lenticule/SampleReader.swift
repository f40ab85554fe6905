import Dispatch
import Glibc
import Motion
import Synchronization

/// Reads a source on a thread of its own and fuses what comes; the screen asks for the newest tilt.
///
/// The thread ends with the source, or at `stop`.
final class SampleReader: Sendable {
    /// What the source has come to.
    struct State {
        var filter = AttitudeFilter()
        var tilts: AxisTilts
        var display = DisplayTilt()
        /// When the newest sample arrived, in seconds of CLOCK_MONOTONIC.
        var arrival: Double?
        /// The tilt that the screen asked for last, in degrees; nil where it will ask anyway: it was
        /// woken and has not looked yet.
        var asked: Double?
        var hasEnded = false
        var failure: (any Error)?
    }

    private let state: Mutex<State>
    private let source: Mutex<any SampleSource>
    private let isStopped = Atomic(false)
    private let hasStopped = DispatchGroup()
    /// No read waits longer, so that `stop` is seen.
    private static let patience = Duration.milliseconds(200)
    /// Degrees of tilt that no screen shows: an opacity step of 1/255 is 0.2 degrees.
    private static let unseen = 0.02

    /// Starts reading. `wake` is called on the reading thread when the screen should look again.
    init(
        _ source: sending any SampleSource, tilts: AxisTilts,
        wake: @escaping @Sendable () -> Void
    ) {
        self.source = Mutex(source)
        state = Mutex(State(tilts: tilts))
        let queue = DispatchQueue(label: "samples", qos: .userInteractive)
        queue.async(group: hasStopped) { [self] in
            self.source.withLock { self.read($0, wake: wake) }
        }
    }

    /// Returns when the thread has ended.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        hasStopped.wait()
    }

    private func read(_ source: any SampleSource, wake: () -> Void) {
        var samples: [ImuSample] = []
        while !isStopped.load(ordering: .relaxed) {
            samples.removeAll(keepingCapacity: true)
            let end = Result { try source.read(into: &samples, timeout: Self.patience) }
            if take(samples, end) { wake() }
            guard case .success(.open) = end else { return }
        }
    }

    /// Fuses the samples; whether the screen should look again.
    private func take(_ samples: [ImuSample], _ end: Result<SourceState, any Error>) -> Bool {
        state.withLock { state in
            for sample in samples { state.take(sample) }
            if !samples.isEmpty { state.arrival = monotonicSeconds() }
            if case .failure(let error) = end { state.failure = error }
            if case .success(.open) = end {} else { state.hasEnded = true }
            return state.wakes(beyond: Self.unseen)
        }
    }

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

    var hasEnded: Bool { state.withLock { $0.hasEnded } }
    var failure: (any Error)? { state.withLock { $0.failure } }
    var arrival: Double? { state.withLock { $0.arrival } }
    var attitude: Attitude? { state.withLock { $0.filter.attitude } }
    var status: AttitudeFilter.Status { state.withLock { $0.filter.status } }
}

extension SampleReader.State {
    /// Beyond this a rate says nothing about the pose any more, in seconds.
    private static let longestCarry = 0.05

    fileprivate mutating func take(_ sample: ImuSample) {
        filter.update(with: sample)
        guard let attitude = filter.attitude, filter.status != .doubtful else { return }
        tilts.update(with: attitude, hasGyroscope: filter.status != .noGyroscope)
        _ = tilts.tilt.flatMap { display.update(tilt: $0, with: attitude) }
    }

    /// Whether the screen should be woken: once for each tilt that looks other than the one it has.
    fileprivate mutating func wakes(beyond unseen: Double) -> Bool {
        let isNew = asked.map { abs($0 - (display.value ?? 0)) > unseen } ?? false
        if isNew { asked = nil }
        return isNew || hasEnded
    }

    fileprivate func tilt(at time: Double) -> Double? {
        guard let arrival, !hasEnded, filter.status != .doubtful,
            let attitude = filter.predicted(
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
