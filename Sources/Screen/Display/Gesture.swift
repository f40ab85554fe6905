internal import Geometry

/// Distinguishes a tap, a drag, and a finger that is held still. Of several fingers only the first
/// counts. Places are in the desktop's units.
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
        /// SDL's number of the finger; nil for a button.
        let finger: Int64?
        var isDrag = false
        var isLong = false
    }

    /// Whether another finger than this one is held. False for a button, for which `finger` is nil,
    /// and while a button is held.
    func isHeld(byOtherThan finger: Int64?) -> Bool {
        guard let finger, let first = touch?.finger else { return false }
        return finger != first
    }

    mutating func begin(at place: Point, finger: Int64?, now: Double) {
        guard !isHeld(byOtherThan: finger) else { return }
        touch = Touch(place: place, began: now, finger: finger)
    }

    /// Where the drag began, if this movement begins one.
    mutating func move(to place: Point, finger: Int64?) -> Point? {
        guard let touch, !touch.isDrag, !isHeld(byOtherThan: finger),
            max(abs(place.x - touch.place.x), abs(place.y - touch.place.y)) > Self.tolerance
        else { return nil }
        self.touch?.isDrag = true
        return touch.place
    }

    /// Ends the touch. Returns its place if it was a tap, else nil.
    mutating func end(finger: Int64?, now: Double) -> Point? {
        guard !isHeld(byOtherThan: finger) else { return nil }
        defer { touch = nil }
        guard let touch, !touch.isDrag, now - touch.began <= Self.longestTap else { return nil }
        return touch.place
    }

    /// Seconds until a long touch; nil if there can be none.
    func remaining(now: Double) -> Double? {
        guard let touch, touch.finger != nil, !touch.isDrag, !touch.isLong else { return nil }
        return max(0, touch.began + Self.longTouchDelay - now)
    }

    /// Where a finger has been held still for `longTouchDelay`; each touch is returned once.
    /// It may still become a drag.
    mutating func takeLongTouch(now: Double) -> Point? {
        guard remaining(now: now) == 0, let touch else { return nil }
        self.touch?.isLong = true
        return touch.place
    }
}
