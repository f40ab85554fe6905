import Geometry
import Glibc

/// The smallest convex shape around places.
struct ConvexHull {
    /// In order around it.
    private(set) var corners: [Point] = []

    /// Andrew's monotone chain.
    init(of places: [Point]) {
        let sorted = places.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        corners = Self.chain(sorted).dropLast() + Self.chain(sorted.reversed()).dropLast()
    }

    /// The corners of one side, from the first place to the last one.
    private static func chain(_ places: [Point]) -> [Point] {
        var chain: [Point] = []
        for place in places {
            while chain.count > 1,
                !turnsOutwards(chain[chain.count - 2], chain[chain.count - 1], place)
            {
                chain.removeLast()
            }
            chain.append(place)
        }
        return chain
    }

    private static func turnsOutwards(_ one: Point, _ two: Point, _ three: Point) -> Bool {
        (two.x - one.x) * (three.y - one.y) > (two.y - one.y) * (three.x - one.x)
    }
}

extension PixelRect {
    /// The pixels that places lie in, which are finite and not many.
    init(around places: [Point]) {
        func range(_ values: [Double]) -> (first: Int, count: Int) {
            let (least, most) = (values.min() ?? 0, values.max() ?? 0)
            let first = Int(floor(least))
            return (first, Int(ceil(most)) - first)
        }
        let (x, y) = (range(places.map(\.x)), range(places.map(\.y)))
        self.init(x: x.first, y: y.first, width: x.count, height: y.count)
    }
}
