public import Geometry

/// A finger in the panel: it taps, drags a value to the side, or moves a list up and down.
public struct PanelTouch: Sendable {
    private enum Use { case undecided, drag, pull }

    public let finger: Int64
    private let start: Point
    private let slack: Double
    private var last: Point
    private var use = Use.undecided

    /// Units of the desktop that a finger may move before it is no tap any more.
    public static let slack = 8.0

    /// `slack` are pixels.
    public init(_ finger: Int64, at place: Point, slack: Double) {
        (self.finger, start, last, self.slack) = (finger, place, place, slack)
    }

    public mutating func move(to place: Point) -> [PanelInput] {
        defer { if use != .undecided { last = place } }
        switch use {
        case .drag: return [.move(place)]
        case .pull: return [.pull(place.y - last.y)]
        case .undecided:
            let (x, y) = (abs(place.x - start.x), abs(place.y - start.y))
            guard max(x, y) > slack else { return [] }
            use = y > x ? .pull : .drag
            return use == .pull
                ? [.pull(place.y - start.y)] : [.move(start), .press(true), .move(place)]
        }
    }

    public func end() -> [PanelInput] {
        switch use {
        case .undecided: [.move(start), .press(true), .press(false), .leave]
        case .drag: [.press(false), .leave]
        case .pull: [.leave]
        }
    }
}
