import Motion
import MotionLog

/// The tilt at increasing times of a log.
struct LogTilts {
    /// The log's path.
    let path: String
    private let rows: ReadAhead
    private var block: ArraySlice<ImuSample> = []
    private var pipeline: TiltPipeline<AttitudeFilter>
    /// The log's first timestamp.
    private var start: Int64?
    /// Seconds from the start to the newest sample taken.
    private var end = 0.0
    private var hasEnded = false

    init(path: String, settings: TiltSettings) {
        self.path = path
        rows = ReadAhead(path: path, options: .printingWarnings)
        pipeline = TiltPipeline(TiltFollower(settings))
    }

    /// The tilt in degrees `seconds` after the log's first sample, carried forward from the newest
    /// sample before; nil after the log's end.
    mutating func tilt(at seconds: Double) throws -> Double? {
        while let next = try peek(), self.seconds(at: next.timestamp) <= seconds {
            take(next)
            block.removeFirst()
        }
        if start == nil { throw Failure(.badInput, "\(path): the motion log has no rows") }
        return hasEnded && end < seconds ? nil : carried(to: seconds)
    }

    /// The tilt after the newest sample taken, in degrees.
    var newest: Double { pipeline.tilt ?? 0 }

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
    }

    private mutating func carried(to seconds: Double) -> Double {
        guard let newest = pipeline.attitude else { return 0 }
        return pipeline.tilt(after: seconds - self.seconds(at: newest.timestamp)) ?? 0
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
