/// What a shape is painted with.
public enum Brush: Sendable, Equatable {
    case colour(Colour)
    /// Over the smallest box around all that is painted.
    case gradient(Gradient)
}
