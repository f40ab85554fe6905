/// How a line is drawn along a path, as in SVG. Lengths are in units of the path.
public struct StrokeStyle: Sendable, Equatable {
    /// How a line ends that is not closed.
    public enum Cap: String, Sendable, CaseIterable {
        case butt, round, square
    }

    /// How two pieces of a line meet.
    public enum Join: String, Sendable, CaseIterable {
        case miter, round, bevel
    }

    public var width: Double
    public var cap: Cap
    public var join: Join
    /// Of a miter: the most that it is longer than the line is wide; beyond it the join is a bevel.
    public var miterLimit: Double
    /// The lengths of dashes and gaps in turn; empty: the line has no gaps.
    public var dash: [Double]
    /// How far into the dashes the line begins.
    public var dashOffset: Double

    public init(
        width: Double = 1, cap: Cap = .butt, join: Join = .miter, miterLimit: Double = 4,
        dash: [Double] = [], dashOffset: Double = 0
    ) {
        (self.width, self.cap, self.join, self.miterLimit) = (width, cap, join, miterLimit)
        (self.dash, self.dashOffset) = (dash, dashOffset)
    }

    /// How far beyond the path the line reaches at most.
    public var reach: Double {
        let factor = max(join == .miter ? miterLimit : 1, cap == .square ? 1.5 : 1)
        return width / 2 * factor
    }
}

/// Which places are inside a path that crosses itself, as in SVG.
public enum FillRule: String, Sendable, CaseIterable {
    case nonzero, evenodd
}
