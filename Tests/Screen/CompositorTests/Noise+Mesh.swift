import Geometry
import Paint

extension Noise {
    /// Of 2 to 4 vertices a side, which lie near their even places or anywhere, so that it folds.
    mutating func mesh(isOpaque: Bool = false, folds: Bool = true) -> Mesh {
        let (width, height) = (2 + below(3), 2 + below(3))
        let reach = folds && chance(0.3) ? 0.8 : 0.12
        let vertices = (0..<width * height).map { index in
            let place = Point(
                x: Double(index % width) / Double(width - 1) + between(-reach, reach),
                y: Double(index / width) / Double(height - 1) + between(-reach, reach))
            var colour = colour()
            if isOpaque { colour.alpha = 1 }
            var controls = Mesh.Controls()
            for (side, way) in Mesh.Side.ways where folds && chance(0.1) {
                let step = between(0.1, 0.4)
                controls[side] = Point(
                    x: place.x + way.x * step + between(-0.1, 0.1),
                    y: place.y + way.y * step + between(-0.1, 0.1))
            }
            return Mesh.Vertex(place, colour, controls: controls)
        }
        return Mesh(
            width: width, vertices, isSmooth: chance(0.7),
            colourSpace: Gradient.ColourSpace.allCases[below(3)],
            background: chance(0.7) ? Mesh.clear : colour())
    }
}

extension Mesh.Side {
    /// In which direction the neighbour of a flat mesh lies.
    fileprivate static let ways: [(side: Mesh.Side, way: Point)] = [
        (.leading, Point(x: -1, y: 0)), (.trailing, Point(x: 1, y: 0)),
        (.top, Point(x: 0, y: -1)), (.bottom, Point(x: 0, y: 1)),
    ]
}
