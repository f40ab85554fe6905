import Logging
import Motion
import MotionLog
import Scene

/// A scene at one moment: its state after all inputs until then.
struct Moment {
    var state: SceneState
    /// The scene's time, seconds.
    var time: Double
    /// The tilts that the newest sample predicts for this time; nil without a log, and after its
    /// end.
    var expected: Tilts?
}

extension Moment {
    /// The scene in one pose, after these events, which are in order of time.
    init(of scene: Scene, at time: Double, _ tilts: Tilts, events: [Input]) {
        (state, self.time) = (SceneState(of: scene), time)
        state.advance(by: Input(.tilts(tilts), at: 0), in: scene)
        for event in events where event.time <= time { state.advance(by: event, in: scene) }
    }
}

/// A scene at increasing times of a log.
struct LogMoments {
    let log: LogOrigin
    private let scene: Scene
    /// The events of the command line that the scene has not had yet, in order of time.
    private var events: ArraySlice<Input>
    private let rows: ReadAhead
    private var block: ArraySlice<ImuSample> = []
    private var pipeline: TiltPipeline<AttitudeFilter>
    private var shakes = ShakeDetector()
    private var state: SceneState
    /// The log's first timestamp.
    private var start: Int64?
    /// Seconds from the start to the newest sample taken.
    private var newestTime = 0.0
    private var hasEnded = false

    init(of scene: Scene, _ log: LogOrigin, settings: TiltSettings, events: [Input] = []) {
        (self.scene, self.log, self.events) = (scene, log, events[...])
        state = SceneState(of: scene)
        rows = ReadAhead(log, options: .printingWarnings)
        pipeline = TiltPipeline(TiltFollower(settings, forCard: true))
    }

    /// The scene `seconds` after the log's first sample. Nil after the log's end; then a warning
    /// names the first event that comes after the last moment.
    mutating func moment(at seconds: Double) throws -> Moment? {
        let waiting = events
        let moment = try heldMoment(at: seconds)
        guard isOver(at: seconds) else { return moment }
        if let late = waiting.first {
            logger.warning(
                """
                an event at \(late.time) s comes after the log's last frame: the log ends at \
                \(newestTime.rounded(toAtMost: 3)) s; give an earlier one
                """)
        }
        events = []
        return nil
    }

    /// The scene `seconds` after the log's first sample; after the log's end in its last pose.
    mutating func heldMoment(at seconds: Double) throws -> Moment {
        while let next = try peek(), self.seconds(at: next.timestamp) <= seconds {
            // An event at a row's time comes after it: one at 0 finds the card tilted.
            takeEvents(until: self.seconds(at: next.timestamp).nextDown)
            take(next)
            block.removeFirst()
        }
        if start == nil { throw Failure(.badInput, "\(log.name): the motion log has no rows") }
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
    var gap: (start: Double, end: Double)? {
        guard let start, let next = block.first else { return nil }
        let end = Self.seconds(from: start, to: next.timestamp)
        return end > newestTime + 60 ? (newestTime, end) : nil
    }

    private mutating func peek() throws -> ImuSample? {
        if block.isEmpty && !hasEnded {
            block = try readBlock()[...]
            hasEnded = block.isEmpty
        }
        return block.first
    }

    private func readBlock() throws -> [ImuSample] {
        do throws(MotionLogError) {
            return try rows.next()
        } catch {
            throw Failure(error)
        }
    }

    private mutating func take(_ sample: ImuSample) {
        newestTime = max(newestTime, seconds(at: sample.timestamp))
        pipeline.update(with: sample)
        if let tilts = pipeline.tilts {
            state.advance(by: Input(.tilts(tilts), at: newestTime), in: scene)
        }
        if shakes.update(with: sample) {
            state.advance(by: Input(.shake, at: newestTime), in: scene)
        }
    }

    /// The tilts predicted from the newest sample.
    private mutating func expected(at seconds: Double) -> Tilts? {
        guard let attitude = pipeline.attitude else { return nil }
        return pipeline.tilts(after: seconds - self.seconds(at: attitude.timestamp))
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

extension Scene {
    /// What is visible at a moment.
    func evaluate(_ moment: Moment) -> Snapshot {
        evaluate(moment.state, at: moment.time, expecting: moment.expected)
    }
}
