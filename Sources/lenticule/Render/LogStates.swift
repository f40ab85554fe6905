import Motion
import MotionLog
import Scene

/// A scene's state at increasing times of a log: the fold of all samples so far.
struct LogStates {
    /// The log's path.
    let path: String
    private let scene: Scene
    private let rows: ReadAhead
    private var block: ArraySlice<ImuSample> = []
    private var pipeline: TiltPipeline<AttitudeFilter>
    /// After the newest sample taken.
    private(set) var newest = SceneState()
    /// The log's first timestamp.
    private var start: Int64?
    /// Seconds from the start to the newest sample taken.
    private var end = 0.0
    private var hasEnded = false

    init(of scene: Scene, path: String, settings: TiltSettings) {
        (self.scene, self.path) = (scene, path)
        rows = ReadAhead(path: path, options: .printingWarnings)
        pipeline = TiltPipeline(TiltFollower(settings, forCard: true))
    }

    /// The state `seconds` after the log's first sample, with the tilt carried forward from the newest
    /// sample before; nil after the log's end.
    mutating func state(at seconds: Double) throws -> SceneState? {
        while let next = try peek(), self.seconds(at: next.timestamp) <= seconds {
            take(next)
            block.removeFirst()
        }
        if start == nil { throw Failure(.badInput, "\(path): the motion log has no rows") }
        return hasEnded && end < seconds ? nil : carried(to: seconds)
    }

    /// The times of the newest sample taken and of the next one, in seconds, if they are far apart.
    var gap: (start: Double, end: Double)? {
        guard let start, let next = block.first else { return nil }
        let end = Self.seconds(from: start, to: next.timestamp)
        return end > self.end + 60 ? (self.end, end) : nil
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
        end = max(end, seconds(at: sample.timestamp))
        pipeline.update(with: sample)
        guard let tilts = pipeline.tilts else { return }
        newest.advance(by: Input(.tilts(tilts), at: end), in: scene)
    }

    private mutating func carried(to seconds: Double) -> SceneState {
        guard let attitude = pipeline.attitude,
            let tilts = pipeline.tilts(after: seconds - self.seconds(at: attitude.timestamp))
        else { return newest }
        var state = newest
        state.advance(by: Input(.tilts(tilts), at: seconds), in: scene)
        return state
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
