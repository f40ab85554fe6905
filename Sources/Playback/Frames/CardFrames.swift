public import Motion
public import MotionLog
import Platform
public import Scene

/// The moments of a scene in a film, at increasing times.
public protocol FilmMoments {
    /// For people: what moves the card.
    var name: String { get }
    /// The scene `seconds` after the film's begin; nil after its end.
    mutating func moment(at seconds: Double) throws(MotionLogError) -> Moment?
    /// Where the time jumps far, in seconds from the begin; nil if it does not.
    var gap: (start: Double, end: Double)? { get }
}

/// The frames of a card in a film, at a constant rate: frame k is the card at the time k / rate.
public struct CardFrames {
    /// Equal frames that follow each other.
    public struct FrameRun {
        public let snapshot: Snapshot
        /// How the object is turned; nil where the card is not drawn as one.
        public let turn: CardTurn?
        public internal(set) var count: Int
    }

    /// Frames a second.
    public let rate: Double
    private let scene: Scene
    /// The axis of the card that is drawn as an object; nil: it is not.
    private let heldAxis: TiltAxis?
    private var moments: any FilmMoments
    /// How many frames the film has if its moments do not end before; nil: it ends with them.
    private let end: Int?
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

    /// The film ends with its moments, or after `seconds`. At most `mostRuns` are kept at one time; nil: as
    /// many as fit into `mostMemory`. `heldAxis` is the axis of a card that is drawn as an object: frames with
    /// other turns then differ.
    public init(
        _ moments: any FilmMoments, rate: Double, of scene: Scene, heldAxis: TiltAxis? = nil,
        seconds: Double? = nil, mostRuns: Int? = nil
    ) {
        (self.moments, self.rate, self.scene) = (moments, rate, scene)
        self.heldAxis = heldAxis
        end = seconds.map { max(1, Int(saturating: ($0 * rate).rounded())) }
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
        while runs.count < mostRuns, count < end ?? .max,
            let moment = try moments.moment(at: Double(count) / rate)
        {
            guard count < Self.mostFrames, !jumpsBeyondLimit else { throw tooMany }
            let turn = heldAxis.map { CardTurn(moment.tilts, axis: $0) }
            runs.add(scene.evaluate(moment), turn, longest: Self.longestRun)
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
                "\(moments.name): it has more than \(mostRuns - 1) different frames at \(rate) a second, the "
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
            "\(moments.name): \(reason): more than \(Self.mostFrames) frames at \(rate) a second; cut the "
                + "log, or give less --fps")
    }

    private static func seconds(_ time: Double) -> String { "\(time.rounded(toAtMost: 1)) s" }
}

extension [CardFrames.FrameRun] {
    /// Adds a frame, to the last run if it is equal.
    fileprivate mutating func add(_ snapshot: Snapshot, _ turn: CardTurn?, longest: Int) {
        let drawn = snapshot.forDrawing
        if let last, last.snapshot == drawn, last.turn == turn, last.count < longest {
            self[count - 1].count += 1
        } else {
            append(CardFrames.FrameRun(snapshot: drawn, turn: turn, count: 1))
        }
    }
}
