import Glibc
public import Motion
public import Scene

/// A closed way of tilts without noise, of which one round ends where the next begins.
public struct TiltPath: Sendable, Equatable {
    public enum Figure: Sendable, Equatable {
        /// By A sin φ about the vertical and ½ A sin 2φ about the horizontal axis.
        case orbit(degrees: Double)
        /// By A sin φ about the card's axis.
        case swing(degrees: Double)
        /// Between two tilts about the card's axis, and back.
        case sweep(ClosedRange<Double>)
    }

    public let figure: Figure
    /// The card's axis.
    public let axis: TiltAxis
    /// Seconds of one round, above 0.
    public var period: Double

    public init(_ figure: Figure, axis: TiltAxis, period: Double = Orbit.period) {
        (self.figure, self.axis, self.period) = (figure, axis, period)
    }

    /// The tilts `time` seconds after the begin of a round, of a screen that stands upright.
    public func tilts(at time: Double) -> Tilts {
        let turn = 2 * Double.pi / period
        let phase = turn * time.truncatingRemainder(dividingBy: period)
        var tilts: Tilts
        let rate: Double
        switch figure {
        case .orbit(let degrees):
            let (x, y) = (degrees * sin(phase), 0.5 * degrees * sin(2 * phase))
            tilts = Tilts(aboutVertical: x, aboutHorizontal: y, cardAxis: axis)
            rate = turn * degrees * hypot(cos(phase), cos(2 * phase))
        case .swing(let degrees):
            tilts = Tilts(degrees * sin(phase), about: axis)
            rate = turn * degrees * abs(cos(phase))
        case .sweep(let range):
            let half = 0.5 * (range.upperBound - range.lowerBound)
            tilts = Tilts(range.lowerBound + half - half * cos(phase), about: axis)
            rate = turn * half * abs(sin(phase))
        }
        (tilts.roll, tilts.pitch) = (tilts.aboutVertical, tilts.aboutHorizontal)
        tilts.turnRate = rate
        return tilts
    }
}

/// A scene that is tilted along a path.
///
/// The film begins some rounds after the scene, so that what follows the tilts by a spring is already on its
/// way: its end then continues in its begin.
public struct PathMoments: FilmMoments {
    public var name: String { "the sway" }
    public var gap: (start: Double, end: Double)? { nil }

    private let scene: Scene
    private let path: TiltPath
    private let events: [Input]
    private var state: SceneState
    /// The number of tilts that the scene has had, and of events.
    private var steps = 0
    private var taken = 0
    /// The scene's time at the film's begin.
    private let start: Double

    /// Tilts a second: with more of them a spring ends at the same place.
    private static let stepRate = 240.0
    /// Seconds after which springs that follow the tilts are on their way.
    private static let leastStart = 4.0

    /// `length` are the film's seconds, a whole number of rounds for a film whose end continues in its begin.
    public init(of scene: Scene, along path: TiltPath, length: Double, events: [Input] = []) {
        (self.scene, self.path) = (scene, path)
        start = length * (Self.leastStart / length).rounded(.up)
        let start = start
        self.events = events.map { event in
            var event = event
            event.time += start
            return event
        }
        state = SceneState(of: scene)
    }

    public mutating func moment(at seconds: Double) -> Moment? {
        let time = start + seconds
        while true {
            let next = Double(steps) / Self.stepRate
            if taken < events.count, events[taken].time <= min(next, time) {
                state.advance(by: events[taken], in: scene)
                taken += 1
                continue
            }
            guard next <= time else { break }
            state.advance(by: Input(.tilts(path.tilts(at: next)), at: next), in: scene)
            steps += 1
        }
        return Moment(state: state, time: time, expected: path.tilts(at: time))
    }
}
