/// How a picture fills a rectangle: the box of its layer.
public struct Fit: Sendable, Hashable {
    public let mode: Mode
    /// The place in the picture, in shares of its sides, that `cover` puts as near to the middle of
    /// the rectangle as it can.
    public let focus: Point

    public enum Mode: String, Sendable, CaseIterable {
        /// Both sides are scaled to the rectangle's; the proportions may change.
        case stretch
        /// The whole picture is visible; the remainder of the rectangle is transparent.
        case contain
        /// The whole rectangle is filled; the picture is cropped.
        case cover
    }

    /// The middle of a picture.
    public static let middle = Point(x: 0.5, y: 0.5)

    public static let (stretch, contain, cover) = (Fit(.stretch), Fit(.contain), Fit(.cover))

    public init(_ mode: Mode, focus: Point = middle) { (self.mode, self.focus) = (mode, focus) }

    /// The scale along x and y that fits a picture of `size` into `target`.
    public func scale(of size: Size, in target: Size) -> (x: Double, y: Double) {
        let x = target.width / size.width
        let y = target.height / size.height
        return switch mode {
        case .stretch: (x, y)
        case .contain: (min(x, y), min(x, y))
        case .cover: (max(x, y), max(x, y))
        }
    }

    /// Where the top left of a fitted picture, which has `size`, lies in `target`.
    public func origin(of size: Size, in target: Size) -> Point {
        Point(
            x: origin(of: size.width, in: target.width, focus.x),
            y: origin(of: size.height, in: target.height, focus.y))
    }

    private func origin(of length: Double, in target: Double, _ focus: Double) -> Double {
        let centred = (target - length) / 2
        guard mode == .cover else { return centred }
        // Farther, the picture would leave a part of the rectangle uncovered.
        let farthest = abs(centred)
        return centred + min(max((0.5 - focus) * length, -farthest), farthest)
    }
}
