import Motion
import MotionLog

/// The tilt at moments of a log, each asked for once, in order.
struct LogTilts {
    private let path: String
    private let rows: ReadAhead
    private var block: ArraySlice<ImuSample> = []
    private var filter = AttitudeFilter()
    private var tracker: TiltTracker
    /// The log's first timestamp.
    private var start: Int64?
    /// The latest time of a sample taken, seconds from the start.
    private var end = 0.0
    private var hasEnded = false

    init(path: String, settings: TiltSettings) {
        self.path = path
        rows = ReadAhead(path: path, options: .printingWarnings)
        tracker = TiltTracker(settings: settings)
    }

    /// The tilt in degrees `seconds` after the log's first sample, carried forward from the newest
    /// one before; nil after the log's end.
    mutating func tilt(at seconds: Double) throws -> Double? {
        while let next = try peek(), self.seconds(at: next.timestamp) <= seconds {
            take(next)
            block.removeFirst()
        }
        if start == nil { throw Failure(.badInput, "\(path): a motion log without rows") }
        return hasEnded && end < seconds ? nil : carried(to: seconds)
    }

    /// The tilt after the newest sample taken, in degrees.
    var newest: Double { tracker.tilt ?? 0 }

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
        filter.update(with: sample)
        guard let attitude = filter.attitude else { return }
        _ = tracker.update(with: attitude, hasGyroscope: filter.status != .noGyroscope)
    }

    private mutating func carried(to seconds: Double) -> Double {
        guard let newest = filter.attitude else { return 0 }
        let ahead = min(0.05, max(0, seconds - self.seconds(at: newest.timestamp)))
        return filter.predicted(after: ahead).map { tracker.tilt(of: $0) } ?? 0
    }

    private mutating func seconds(at timestamp: Int64) -> Double {
        let start = self.start ?? timestamp
        self.start = start
        let (difference, overflow) = timestamp.subtractingReportingOverflow(start)
        return (overflow ? Double(timestamp) - Double(start) : Double(difference)) / 1e9
    }
}
