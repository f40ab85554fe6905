public import Geometry

/// Colours at the vertices of a net. They are interpolated in the curved patches between the
/// vertices.
public struct Mesh: Sendable, Equatable {
    /// Where the corners of neighbouring patches meet.
    public struct Vertex: Sendable, Equatable {
        /// The sides of the box count as 1; it may lie beyond the box.
        public var place: Point
        public var colour: Colour
        /// The control points that are given for this vertex. On sides without one, the curve
        /// follows from the neighbouring vertices.
        public var controls: Controls

        public init(_ place: Point, _ colour: Colour, controls: Controls = Controls()) {
            (self.place, self.colour, self.controls) = (place, colour, controls)
        }
    }

    /// A side of a vertex: towards the vertex before it in its row, the one after it, the one above
    /// or the one below.
    public enum Side: String, Sendable, CaseIterable {
        case leading, trailing, top, bottom
    }

    /// The Bézier control points of a vertex towards its neighbours; the sides of the box count as
    /// 1.
    public struct Controls: Sendable, Equatable {
        private var leading, trailing, top, bottom: Point?

        public init(_ points: [Side: Point] = [:]) {
            (leading, trailing) = (points[.leading], points[.trailing])
            (top, bottom) = (points[.top], points[.bottom])
        }

        public subscript(side: Side) -> Point? {
            get {
                switch side {
                case .leading: leading
                case .trailing: trailing
                case .top: top
                case .bottom: bottom
                }
            }
            set {
                switch side {
                case .leading: leading = newValue
                case .trailing: trailing = newValue
                case .top: top = newValue
                case .bottom: bottom = newValue
                }
            }
        }

        /// The sides that have a control point.
        public var sides: [Side] { Side.allCases.filter { self[$0] != nil } }
    }

    /// How many vertices a row, and a column, may have.
    public static let vertexRange = 2...32

    /// How many vertices a row has.
    public let width: Int
    /// Row by row from the top left.
    public var vertices: [Vertex]
    /// Whether colours are interpolated smoothly across patches (bicubic); else each patch
    /// interpolates its four corners (bilinear).
    public var isSmooth: Bool
    public var colourSpace: Gradient.ColourSpace
    /// What the box shows below the mesh.
    public var background: Colour

    public static let clear = Colour(red: 0, green: 0, blue: 0, alpha: 0)

    /// At least two whole rows of at least two vertices.
    public init(
        width: Int, _ vertices: [Vertex], isSmooth: Bool = true,
        colourSpace: Gradient.ColourSpace = .device,
        background: Colour = clear
    ) {
        precondition(
            width >= 2 && vertices.count >= 2 * width && vertices.count % width == 0,
            "a mesh has at least one patch, and whole rows")
        (self.width, self.vertices, self.isSmooth) = (width, vertices, isSmooth)
        (self.colourSpace, self.background) = (colourSpace, background)
    }

    /// How many vertices a column has.
    public var height: Int { vertices.count / width }

    /// Whether all vertices are opaque; then the whole mesh is opaque.
    public var isOpaque: Bool { vertices.allSatisfy { $0.colour.alpha >= 1 } }
}
