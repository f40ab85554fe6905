import Motion
import Platform
import Scene
import Synchronization

/// Reads a source on a separate thread and fuses the readings to inputs, which the player polls through
/// its feed.
///
/// The thread ends at the source's end or at `stop`.
final class MotionReader: Sendable {
    /// The state of the source and of its tilt.
    struct State {
        var motion: MotionInputs
        /// Computes when each reading happened, seconds of CLOCK_MONOTONIC.
        var times: ReadingTimes
        /// What the scene follows.
        var signals: Set<Signal>
        var axis: TiltAxis
        /// When the newest reading arrived, seconds of CLOCK_MONOTONIC.
        var arrival: Double?
        /// The inputs that the screen has not taken yet.
        var inputs: [Input] = []
        /// The tilts of the newest input.
        var newest: Tilts?
        /// The last tilts that the screen polled. Nil before the first poll, and from a wake for
        /// new tilts or a shake until the next poll; a wake for the source's state does not change
        /// them.
        var polled: Tilts?
        var sourceState: Result<SourceState, any Error>
        /// Whether the screen was woken for the source's last change.
        var hasWokenForSource = true
    }

    private let state: Mutex<State>
    private let thread: ReadingThread
    /// Degrees: an invisible difference of tilt; 0.2 degrees change an opacity by 1/255.
    private static let unseen = 0.02
    /// Inputs: older ones are dropped while nobody takes them, as behind a window that is not seen.
    fileprivate static let mostInputs = 1024

    /// Starts reading. `wake` is called on the reading thread when the screen should poll.
    init(
        _ source: sending any MotionSource, tilt: TiltSettings, following signals: Set<Signal>,
        wake: @escaping @Sendable () -> Void
    ) {
        var tilt = tilt
        tilt.automaticNeutral = source.automaticNeutral
        let motion = MotionInputs(tilt, isSensor: source.isSensor)
        let times = ReadingTimes(playbackSpeed: source.playbackSpeed)
        let sourceState = source.isWaiting ? SourceState.waiting(for: source.name) : .open
        thread = ReadingThread(source)
        state = Mutex(
            State(
                motion: motion, times: times, signals: signals, axis: tilt.axis,
                sourceState: .success(sourceState)))
        thread.start { [self] readings, source, sourceState in
            let errors = source.gyroscopeErrors
            let isNew = state.withLock { state in
                state.motion.pipeline.setGyroscope(errors)
                state.take(readings)
                state.setSourceState(sourceState)
                return state.takeWake(beyond: Self.unseen)
            }
            if isNew { wake() }
        }
    }

    /// Returns when the thread has ended, or after the timeout of `ReadingThread.stop`.
    func stop() { thread.stop() }

    /// The inputs since the last call.
    func inputs() -> [Input] {
        state.withLock { state in
            defer { state.inputs.removeAll() }
            return state.inputs
        }
    }

    /// The tilts at `time`, predicted from the newest reading by its rate; after the source's end
    /// the newest tilts. Nil before the first attitude with an angle. The screen is woken when they
    /// change visibly.
    func pollTilts(at time: Double) -> Tilts? {
        state.withLock { state in
            let tilts = state.tilts(at: time)
            // After a turn of the display, the next tilts are compared with those that are shown.
            state.polled =
                tilts ?? state.newest ?? Tilts(card: 0, aboutVertical: 0, aboutHorizontal: 0)
            return tilts
        }
    }

    /// Takes the present pose as neutral. The new tilts are an input also if no reading follows, as
    /// after a log's end.
    func recenter() { state.withLock { $0.recenter() } }

    /// Selects the axis, and what the scene follows.
    func select(_ axis: TiltAxis, following signals: Set<Signal>) {
        state.withLock {
            $0.signals = signals
            guard axis != $0.axis else { return }
            $0.axis = axis
            $0.motion.pipeline.select(axis)
            $0.inputs = []
            $0.newest = nil
        }
    }

    /// Turns the axes with the display.
    func turn(to orientation: DisplayOrientation) {
        state.withLock { $0.motion.pipeline.turn(to: orientation) }
    }

    var hasEnded: Bool { state.withLock { $0.hasEnded } }
    /// The error that ended the source.
    var failure: (any Error)? { state.withLock { $0.failure } }
    /// What the source waits for, such as a sensor or a broker; nil if it waits for nothing.
    var waitsFor: String? { state.withLock { $0.waitsFor } }
    /// When the first reading of a log or a simulation happened, seconds of CLOCK_MONOTONIC; nil
    /// before it, and if neither is played.
    var sceneStart: Double? { state.withLock { $0.times.start } }
    var arrival: Double? { state.withLock { $0.arrival } }
    var attitude: Attitude? { state.withLock { $0.motion.pipeline.attitude } }
    var status: AttitudeFilter.Status { state.withLock { $0.motion.pipeline.status } }
}

// The state of the source, readings to inputs, and when the screen is woken.
extension MotionReader.State {
    fileprivate var hasEnded: Bool { !sourceState.isOpen }

    fileprivate var failure: (any Error)? {
        if case .failure(let error) = sourceState { error } else { nil }
    }

    fileprivate var waitsFor: String? {
        if case .success(.waiting(let name)) = sourceState { name } else { nil }
    }

    fileprivate mutating func setSourceState(_ sourceState: Result<SourceState, any Error>) {
        let before = waitsFor
        self.sourceState = sourceState
        if before != waitsFor || hasEnded { hasWokenForSource = false }
    }

    fileprivate mutating func take(_ readings: [Reading]) {
        guard let last = readings.last else { return }
        let now = monotonicSeconds()
        for reading in readings {
            let time = times.time(of: reading.timestamp, newest: last.timestamp, arrival: now)
            for event in motion.events(of: reading) { add(event, at: time) }
        }
        arrival = now
    }

    fileprivate mutating func recenter() {
        if let event = motion.recenter() { add(event, at: monotonicSeconds()) }
    }

    /// Adds an input, but no tilts that have not changed.
    private mutating func add(_ event: Input.Event, at time: Double) {
        if case .tilts(let tilts) = event {
            guard tilts != newest else { return }
            newest = tilts
        }
        // Keeps the times of the inputs that the screen has not taken yet in order, even if the
        // source's clock jumps or a log is read without waiting.
        let time = max(time, inputs.last?.time ?? time)
        if inputs.count == MotionReader.mostInputs { inputs.removeFirst(inputs.count / 2) }
        inputs.append(Input(event, at: time))
    }

    /// Whether to wake the screen: after a visible change of the tilts (once until the next poll),
    /// for a shake, and when the source becomes absent, returns or ends.
    fileprivate mutating func takeWake(beyond unseen: Double) -> Bool {
        let shown = newest ?? Tilts(card: 0, aboutVertical: 0, aboutHorizontal: 0)
        let isNew =
            inputs.contains { $0.event == .shake }
            || polled.map { $0.distance(to: shown, following: signals) > unseen } ?? false
        if isNew { polled = nil }
        defer { hasWokenForSource = true }
        return isNew || !hasWokenForSource
    }

    fileprivate func tilts(at time: Double) -> Tilts? {
        guard let arrival, !hasEnded else { return motion.pipeline.tilts }
        return motion.pipeline.tilts(after: times.sourceSeconds(in: time - arrival))
    }
}

extension Tilts {
    /// The largest difference among the signals that a scene follows, degrees. Of the turn rate, 25
    /// degrees a second count as one degree.
    fileprivate func distance(to other: Tilts, following signals: Set<Signal>) -> Double {
        signals.map { signal in
            switch signal {
            case .tiltX: abs(aboutVertical - other.aboutVertical)
            case .tiltY: abs(aboutHorizontal - other.aboutHorizontal)
            case .roll: abs(roll - other.roll)
            case .pitch: abs(pitch - other.pitch)
            case .turnRate: abs(turnRate - other.turnRate) / 25
            case .pointerX, .pointerY, .time: 0
            case .tilt, .front, .middle, .forward, .backward, .sweep: abs(card - other.card)
            }
        }.max() ?? 0
    }
}
