/// Tilts at equal distances about one axis or both, at each of which a page has a picture of the card.
public struct TiltGrid: Sendable, Equatable {
    /// How many different tilts there are about the vertical and about the horizontal axis; both odd, so
    /// that the middle one is no tilt.
    public let columns, rows: Int
    /// The largest tilts, degrees.
    public let reachX, reachY: Double
    /// Whether the columns are tilts like those of a steering wheel instead.
    public let isWheel: Bool

    public init(
        columns: Int, rows: Int, reachX: Double, reachY: Double, isWheel: Bool = false
    ) {
        precondition(columns % 2 == 1 && rows % 2 == 1, "a grid has a middle")
        (self.columns, self.rows, self.isWheel) = (columns, rows, isWheel)
        (self.reachX, self.reachY) = (reachX, reachY)
    }

    public var count: Int { columns * rows }

    /// The index of no tilt.
    public var middle: Int { count / 2 }

    /// Degrees about both axes: row after row, that with the lowest tilt about the horizontal axis
    /// first.
    public var tilts: [(x: Double, y: Double)] {
        (0..<count).map { index in
            (
                x: reachX * Self.share(index % columns, of: columns),
                y: reachY * Self.share(index / columns, of: rows)
            )
        }
    }

    /// From -1 to 1.
    private static func share(_ index: Int, of count: Int) -> Double {
        count == 1 ? 0 : Double(2 * index - count + 1) / Double(count - 1)
    }
}
