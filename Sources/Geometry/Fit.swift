/// How a picture fills a rectangle: the box of its layer.
public enum Fit: String, Sendable, CaseIterable {
    /// Both sides are scaled to the rectangle's; the proportions may change.
    case stretch
    /// The whole picture is visible; the remainder of the rectangle is transparent.
    case contain
    /// The whole rectangle is filled; the picture is cropped evenly.
    case cover

    /// The scale along x and y that fits a picture of `size` into `target`; the picture is centred.
    public func scale(of size: Size, in target: Size) -> (x: Double, y: Double) {
        let x = target.width / size.width
        let y = target.height / size.height
        return switch self {
        case .stretch: (x, y)
        case .contain: (min(x, y), min(x, y))
        case .cover: (max(x, y), max(x, y))
        }
    }
}
