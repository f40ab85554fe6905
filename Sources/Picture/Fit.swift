/// How a picture fills the card's rectangle.
public enum Fit: String, Sendable, CaseIterable {
    /// Both sides meet the rectangle's; the proportions may change.
    case stretch
    /// All of the picture is seen; what is left of the rectangle is transparent.
    case contain
    /// All of the rectangle is filled; what is over is cut off evenly.
    case cover

    /// The scale along x and y that puts a picture of `size` into `target`; it lies centred.
    func scale(of size: (width: Double, height: Double), in target: (width: Double, height: Double))
        -> (x: Double, y: Double)
    {
        let x = target.width / size.width
        let y = target.height / size.height
        return switch self {
        case .stretch: (x, y)
        case .contain: (min(x, y), min(x, y))
        case .cover: (max(x, y), max(x, y))
        }
    }
}
