import Motion
import Scene

/// The frames of a card over a log, at a constant rate: frame k is the card at log time k / rate.
struct LogFrames {
    /// A number of equal frames.
    struct Look {
        let snapshot: Snapshot
        var frames: Int
    }

    /// Frames a second.
    let rate: Double
    private(set) var looks: [Look] = []

    /// Limit for a log whose timestamps jump by years.
    private static let mostFrames = 1_000_000
    /// Frames per look, limited by the 16-bit durations of an animation.
    private static let longestLook = 65_535

    /// Reads the log to its end.
    init(_ moments: LogMoments, rate: Double, of scene: Scene) throws {
        self.rate = rate
        var (moments, count) = (moments, 0)
        while let moment = try moments.moment(at: Double(count) / rate) {
            guard count < Self.mostFrames else { throw Self.tooMany(moments, rate) }
            add(scene.evaluate(moment))
            count += 1
        }
    }

    private mutating func add(_ snapshot: Snapshot) {
        if let last = looks.last, last.snapshot.layers == snapshot.layers,
            last.frames < Self.longestLook
        {
            looks[looks.count - 1].frames += 1
        } else {
            looks.append(Look(snapshot: snapshot.looks, frames: 1))
        }
    }

    private static func tooMany(_ moments: LogMoments, _ rate: Double) -> Failure {
        let reason =
            moments.gap.map { "its time jumps from \(seconds($0.start)) to \(seconds($0.end))" }
            ?? "it is too long"
        return Failure(
            .badInput,
            "\(moments.path): \(reason): more than \(mostFrames) frames at \(rate) a second; cut the "
                + "log, or give less --fps")
    }

    private static func seconds(_ time: Double) -> String { "\(time.rounded(toAtMost: 1)) s" }
}
