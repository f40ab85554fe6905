import Display
import Glibc
import Motion
import MotionLog
import Scene

/// Lets a card sway after nobody has moved it for a while, and stops when somebody does.
///
/// The sway is added to the tilts of another feed: it grows from nothing, and fades when the card is
/// moved.
final class AttractTilt: TiltFeed {
    private let feed: any TiltFeed
    /// What the card's sway looks like.
    private let orbit: PlayedOrbit
    private let restSeconds: Double
    private var axis: TiltAxis
    private var movement = CardMovement()
    private var pointer: (x: Double, y: Double)?
    /// The tilts of the feed, and those with the sway, of the newest input.
    private var (tilts, given) = (Tilts?.none, Tilts?.none)
    /// When somebody has moved the card last; nil before the first call of `inputs`.
    private var lastMoved: Double?
    /// When the sway began, and when it begins to fade; nil if it has not begun, or does not fade.
    private var (began, faded) = (Double?.none, Double?.none)

    /// Seconds of one round, twice as long as that of a film, which is watched on purpose.
    private static let period = 2 * Orbit.period
    /// Seconds in which the sway reaches its size.
    private static let growth = 4.0
    /// Seconds in which it fades.
    private static let fading = 0.6

    /// Sways after `seconds` without a movement.
    init(_ feed: any TiltFeed, after seconds: Double, like orbit: PlayedOrbit, axis: TiltAxis) {
        (self.feed, self.orbit, self.axis) = (feed, orbit, axis)
        restSeconds = seconds
    }

    func inputs(until time: Double) -> [Input] {
        if lastMoved == nil { lastMoved = time }
        var inputs = feed.inputs(until: time)
        for index in inputs.indices {
            if movement.isBegun(by: inputs[index].event) { noteMovement(at: inputs[index].time) }
            guard case .tilts(let tilts) = inputs[index].event else { continue }
            self.tilts = tilts
            let swayed = swayed(tilts, at: inputs[index].time)
            given = swayed
            inputs[index] = Input(.tilts(swayed), at: inputs[index].time)
        }
        if began == nil, time >= nextSway { (began, faded) = (nextSway, nil) }
        if let faded, time >= faded + Self.fading { (began, self.faded) = (nil, nil) }
        let now = swayed(tilts ?? Self.still, at: time)
        if now != given ?? Self.still {
            given = now
            inputs.append(Input(.tilts(now), at: time))
        }
        return inputs
    }

    func expected(at time: Double) -> Tilts? {
        let expected = feed.expected(at: time)
        guard began != nil else { return expected }
        return swayed(expected ?? tilts ?? Self.still, at: time)
    }

    func isMoving(at time: Double) -> Bool { began != nil || feed.isMoving(at: time) }

    func nextMovement(after time: Double) -> Double? { began == nil ? nextSway : nil }

    func pointer(_ fromCentre: (x: Double, y: Double)?, at time: Double) {
        if let fromCentre {
            if let pointer, pointer != fromCentre { noteMovement(at: time) }
            pointer = fromCentre
        }
        feed.pointer(fromCentre, at: time)
    }

    func viewerActed(at time: Double) {
        noteMovement(at: time)
        feed.viewerActed(at: time)
    }

    func select(_ axis: TiltAxis, baseDegrees: Double, following signals: Set<Signal>) {
        self.axis = axis
        feed.select(axis, baseDegrees: baseDegrees, following: signals)
    }

    private var nextSway: Double { (lastMoved ?? .infinity) + restSeconds }

    private func noteMovement(at time: Double) {
        lastMoved = max(time, lastMoved ?? time)
        if began != nil, faded == nil { faded = time }
    }

    private static let still = Tilts(card: 0, aboutVertical: 0, aboutHorizontal: 0)

    /// The tilts with the sway at `time`.
    private func swayed(_ tilts: Tilts, at time: Double) -> Tilts {
        guard let began, time > began else { return tilts }
        let left = faded.map { 1 - smooth((time - $0) / Self.fading) } ?? 1
        let figure = orbit.present
        let degrees = figure.degrees * smooth((time - began) / Self.growth) * left
        let phase = 2 * Double.pi * (time - began) / Self.period
        var sway = Tilts(degrees * sin(phase), about: figure.axis ?? axis)
        if figure.axis == nil {
            (sway.aboutVertical, sway.aboutHorizontal) = (
                degrees * sin(phase), degrees / 2 * sin(2 * phase)
            )
            if axis == .horizontal { sway.card = sway.aboutHorizontal }
        }
        var sum = tilts
        sum.card += sway.card
        sum.aboutVertical += sway.aboutVertical
        sum.aboutHorizontal += sway.aboutHorizontal
        return sum
    }

    private func smooth(_ share: Double) -> Double {
        let share = min(1, max(0, share))
        return share * share * (3 - 2 * share)
    }

    var canRecenter: Bool { feed.canRecenter }
    func recenter() -> Bool { feed.recenter() }
    var sceneStart: Double? { feed.sceneStart }
    var hint: String { feed.hint }
    func helpValues(at time: Double) -> [(name: String, value: String)] {
        feed.helpValues(at: time)
    }
    func age(at time: Double) -> Double? { feed.age(at: time) }
    var hasEnded: Bool { feed.hasEnded }
    var failure: (any Error)? { feed.failure }
    var waitsFor: String? { feed.waitsFor }
}
