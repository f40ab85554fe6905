import Display
import Motion
import Playback
import Scene
import Web

extension TiltGrid {
    /// Grids of the tilts at which a page has pictures of a card, the finest first: as wished, or as many
    /// as is usual for the tilts that it follows, as far as they change it. `axis` is the wished axis.
    static func choices(
        for card: PlayedCard, counts: GridCounts?, degrees: Double?, axis: TiltAxis?
    ) throws(Failure) -> [TiltGrid] {
        let reaches = card.scene.tiltReaches(usual: usualReach)
        func reach(_ signals: Signal?...) -> Double? {
            let most = signals.compactMap { $0.flatMap { reaches[$0] } }.max()
            return most.map { degrees ?? min(max($0, leastReach), mostReach) }
        }
        let x = reach(.tiltX, card.axis == .vertical ? .tilt : nil)
        let y = reach(.tiltY, card.axis == .horizontal ? .tilt : nil)
        if let x, let y, counts == nil || counts?.rows != nil {
            return (counts.map { [$0] } ?? bothAxes).map {
                TiltGrid(columns: $0.columns, rows: $0.rows ?? 1, reachX: x, reachY: y)
            }
        }
        if counts?.rows != nil {
            throw Failure(
                .usage,
                "\(card.title) does not follow tilts about both axes: give --grid one number")
        }
        let wheel = card.axis == .steering ? reach(.tilt) : nil
        return [oneAxis(counts?.columns ?? usualCount, x: x, y: y, wheel: wheel, axis: axis)]
    }

    /// A grid about the wished axis, else about the one that has a reach.
    private static func oneAxis(
        _ count: Int, x: Double?, y: Double?, wheel: Double?, axis: TiltAxis?
    ) -> TiltGrid {
        if let wheel, x == nil || axis == .steering {
            TiltGrid(columns: count, rows: 1, reachX: wheel, reachY: 0, isWheel: true)
        } else if let x, y == nil || axis != .horizontal {
            TiltGrid(columns: count, rows: 1, reachX: x, reachY: 0)
        } else if let y {
            TiltGrid(columns: 1, rows: count, reachX: 0, reachY: y)
        } else {
            TiltGrid(columns: 1, rows: 1, reachX: 0, reachY: 0)
        }
    }

    /// The usual number of pictures about one axis, and the usual numbers about both.
    private static let usualCount = 41
    private static let bothAxes = [(11, 7), (11, 5), (9, 5)].map {
        GridCounts(columns: $0, rows: $1)
    }
    /// Degrees: how far a phone is tilted at ease, for what follows a tilt without a limit.
    private static let usualReach = 30.0
    /// Degrees: a phone that is tilted further shows its picture too much from the side.
    private static let mostReach = 75.0
    /// Degrees: smaller tilts are not held still in a hand.
    private static let leastReach = 5.0
}

extension Scene {
    /// What a page of still pictures does not show of the card; nil if it shows all.
    func remarkOnPage(at time: Double) -> String? {
        var missing: [String] = []
        let events = triggers.subtracting([.shown, .state, .forward, .backward, .flat])
        if !events.isEmpty {
            let words = events.map { trigger in
                switch trigger {
                case .tap, .tapHere: "taps"
                case .drag: "drags"
                case .shake: "shakes"
                default: "keys"
                }
            }
            missing.append("answers to \(Set(words).sorted().joined(separator: ", "))")
        }
        if evaluate(SceneState(of: self), at: time).unchangedUntil < .infinity {
            missing.append("what moves by itself")
        }
        if drivers.contains(where: \.kind.isDelayedBehindSignal) {
            missing.append("the motion of springs")
        }
        let others = signals.intersection([.roll, .pitch, .turnRate, .pointerX, .pointerY])
        if !others.isEmpty {
            missing.append(
                "what follows " + others.map(\.rawValue).sorted().joined(separator: ", "))
        }
        guard !missing.isEmpty else { return nil }
        return "the page shows the card at rest at each tilt, without "
            + missing.joined(separator: "; ")
    }
}

extension Driver.Kind {
    /// Whether it reaches the value for its signal only after a while.
    fileprivate var isDelayedBehindSignal: Bool {
        if case .follow(_, _, _, let pace) = self { pace != .atOnce } else { false }
    }
}
