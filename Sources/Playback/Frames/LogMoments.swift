public import Motion
public import MotionLog
import Platform
public import Scene

/// A scene at increasing times of a log.
public struct LogMoments: FilmMoments {
    public let log: LogOrigin
    public var name: String { log.name }
    private let scene: Scene
    /// The events of the command line that the scene has not had yet, in order of time.
    private var events: ArraySlice<Input>
    private let warn: (String) -> Void
    private let rows: ReadAhead
    private var block: ArraySlice<ImuSample> = []
    private var motion: MotionInputs
    private var state: SceneState
    /// The log's first timestamp.
    private var start: Int64?
    /// Seconds from the start to the newest sample taken.
    private var newestTime = 0.0
    private var hasEnded = false

    /// The scene, tilted by a log with these settings, with these events in order of time. `warn`
    /// gets a line for people if an event comes too late.
    public init(
        of scene: Scene, _ log: LogOrigin, settings: TiltSettings, events: [Input] = [],
        options: MotionLogReader.Options = .init(), warn: @escaping (String) -> Void = { _ in }
    ) {
        (self.scene, self.log, self.events) = (scene, log, events[...])
        self.warn = warn
        state = SceneState(of: scene)
        rows = ReadAhead(log, options: options)
        motion = MotionInputs(settings)
    }

    /// The scene `seconds` after the log's first sample. Nil after the log's end; then a warning
    /// names the first event that comes after the last moment.
    public mutating func moment(at seconds: Double) throws(MotionLogError) -> Moment? {
        let waiting = events
        let moment = try heldMoment(at: seconds)
        guard isOver(at: seconds) else { return moment }
        if let late = waiting.first {
            warn(
                """
                an event at \(late.time) s comes after the log's last frame: the log ends at \
                \(newestTime.rounded(toAtMost: 3)) s; give an earlier one
                """)
        }
        events = []
        return nil
    }

    /// The scene `seconds` after the log's first sample; after the log's end in its last pose.
    public mutating func heldMoment(at seconds: Double) throws(MotionLogError) -> Moment {
        while let next = try peek(), self.seconds(at: next.timestamp) <= seconds {
            // An event at a row's time comes after it: one at 0 finds the card tilted.
            takeEvents(until: self.seconds(at: next.timestamp).nextDown)
            take(next)
            block.removeFirst()
        }
        if start == nil {
            throw MotionLogError(.malformed, "\(log.name): the motion log has no rows")
        }
        takeEvents(until: seconds)
        let tilts = isOver(at: seconds) ? nil : expected(at: seconds)
        return Moment(state: state, time: seconds, expected: tilts)
    }

    private func isOver(at seconds: Double) -> Bool {
        hasEnded && newestTime < seconds && (log.seconds ?? 0) <= seconds
    }

    private mutating func takeEvents(until seconds: Double) {
        while let event = events.first, event.time <= seconds {
            state.advance(by: event, in: scene)
            events.removeFirst()
        }
    }

    /// The times of the newest sample taken and of the next one, in seconds, if there is more than
    /// a minute between them.
    public var gap: (start: Double, end: Double)? {
        guard let start, let next = block.first else { return nil }
        let end = Self.seconds(from: start, to: next.timestamp)
        return end > newestTime + 60 ? (newestTime, end) : nil
    }

    private mutating func peek() throws(MotionLogError) -> ImuSample? {
        if block.isEmpty && !hasEnded {
            block = try rows.next()[...]
            hasEnded = block.isEmpty
        }
        return block.first
    }

    private mutating func take(_ sample: ImuSample) {
        newestTime = max(newestTime, seconds(at: sample.timestamp))
        for event in motion.events(of: .sample(sample)) {
            state.advance(by: Input(event, at: newestTime), in: scene)
        }
    }

    /// The tilts predicted from the newest sample.
    private mutating func expected(at seconds: Double) -> Tilts? {
        guard let attitude = motion.pipeline.attitude else { return nil }
        return motion.pipeline.tilts(after: seconds - self.seconds(at: attitude.timestamp))
    }

    private mutating func seconds(at timestamp: Int64) -> Double {
        let start = self.start ?? timestamp
        self.start = start
        return Self.seconds(from: start, to: timestamp)
    }

    private static func seconds(from start: Int64, to timestamp: Int64) -> Double {
        let (difference, overflow) = timestamp.subtractingReportingOverflow(start)
        return (overflow ? Double(timestamp) - Double(start) : Double(difference)) / 1e9
    }
}
