internal import Geometry

/// Distinguishes a tap, a drag, and a finger that is held still. Places are in the desktop's units.
struct Gesture {
    /// Seconds: a longer touch is no tap.
    private static let longestTap = 0.3
    /// A movement by more is a drag.
    private static let tolerance = 10.0
    /// Seconds until a finger that is held still is a long touch.
    private static let longTouchDelay = 0.8

    private var touch: Touch?

    /// A button or a finger that is held.
    private struct Touch {
        let place: Point
        let began: Double
        let isFinger: Bool
        /// Whether it has become a drag or a long touch.
        var isDone = false
    }

    mutating func begin(at place: Point, isFinger: Bool, now: Double) {
        touch = Touch(place: place, began: now, isFinger: isFinger)
    }

    /// Where the drag began, if this movement begins one.
    mutating func move(to place: Point) -> Point? {
        guard let touch, !touch.isDone,
            max(abs(place.x - touch.place.x), abs(place.y - touch.place.y)) > Self.tolerance
        else { return nil }
        self.touch?.isDone = true
        return touch.place
    }

    /// Ends the touch. Returns its place if it was a tap, else nil.
    mutating func end(now: Double) -> Point? {
        defer { touch = nil }
        guard let touch, !touch.isDone, now - touch.began <= Self.longestTap else { return nil }
        return touch.place
    }

    /// Seconds until a long touch; nil if there can be none.
    func remaining(now: Double) -> Double? {
        guard let touch, touch.isFinger, !touch.isDone else { return nil }
        return max(0, touch.began + Self.longTouchDelay - now)
    }

    /// Where a finger has been held still for `longTouchDelay`; each touch is returned once.
    mutating func takeLongTouch(now: Double) -> Point? {
        guard remaining(now: now) == 0, let touch else { return nil }
        self.touch?.isDone = true
        return touch.place
    }
}
