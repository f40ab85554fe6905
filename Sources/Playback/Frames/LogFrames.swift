import Motion
public import MotionLog
import Platform
public import Scene

/// The frames of a card over a log, at a constant rate: frame k is the card at log time k / rate.
public struct LogFrames {
    /// Equal frames that follow each other.
    public struct FrameRun {
        public let snapshot: Snapshot
        public internal(set) var count: Int
    }

    /// Frames a second.
    public let rate: Double
    private let scene: Scene
    private var moments: LogMoments
    /// The frames so far.
    private var count = 0
    /// The most runs that are kept at one time.
    let mostRuns: Int

    /// The most frames of a log: its timestamps may jump by years.
    private static let mostFrames = 1_000_000
    /// Frames of a run, limited by the 16-bit durations of an animation.
    private static let longestRun = 65_535
    /// Bytes of runs at one time.
    private static let mostMemory = 256_000_000

    /// At most `mostRuns` are kept at one time; nil: as many as fit into `mostMemory`.
    public init(_ moments: LogMoments, rate: Double, of scene: Scene, mostRuns: Int? = nil) {
        (self.moments, self.rate, self.scene) = (moments, rate, scene)
        let size =
            MemoryLayout<FrameRun>.size
            + scene.layers.count * MemoryLayout<Snapshot.Appearance>.stride
            + scene.layers.reduce(0) { $0 + $1.content.parameters.count }
            * MemoryLayout<Double>.stride
        self.mostRuns = mostRuns ?? Self.mostMemory / size
    }

    /// The next runs, as many as are kept at one time; none at the log's end.
    public mutating func next() throws(MotionLogError) -> [FrameRun] {
        var runs: [FrameRun] = []
        while runs.count < mostRuns, let moment = try moments.moment(at: Double(count) / rate) {
            guard count < Self.mostFrames, !jumpsBeyondLimit else { throw tooMany }
            runs.add(scene.evaluate(moment), longest: Self.longestRun)
            count += 1
        }
        return runs
    }

    /// All runs; an error if they are too many to be kept.
    public mutating func all() throws(MotionLogError) -> [FrameRun] {
        let runs = try next()
        guard runs.count < mostRuns else {
            throw MotionLogError(
                .malformed,
                "\(moments.log.name): it has more than \(mostRuns - 1) different frames at \(rate) a second, the "
                    + "most of an animation; cut the log, give less --fps, or write them into a folder"
            )
        }
        return runs
    }

    /// Whether the log's time jumps so far that there are too many frames.
    private var jumpsBeyondLimit: Bool {
        moments.gap.map { $0.end * rate >= Double(Self.mostFrames) } ?? false
    }

    private var tooMany: MotionLogError {
        let reason =
            moments.gap.map {
                "its time jumps from \(Self.seconds($0.start)) to \(Self.seconds($0.end))"
            } ?? "it is too long"
        return MotionLogError(
            .malformed,
            "\(moments.log.name): \(reason): more than \(Self.mostFrames) frames at \(rate) a second; cut the "
                + "log, or give less --fps")
    }

    private static func seconds(_ time: Double) -> String { "\(time.rounded(toAtMost: 1)) s" }
}

extension [LogFrames.FrameRun] {
    /// Adds a frame, to the last run if it is equal.
    fileprivate mutating func add(_ snapshot: Snapshot, longest: Int) {
        let drawn = snapshot.forDrawing
        if let last, last.snapshot == drawn, last.count < longest {
            self[count - 1].count += 1
        } else {
            append(LogFrames.FrameRun(snapshot: drawn, count: 1))
        }
    }
}
