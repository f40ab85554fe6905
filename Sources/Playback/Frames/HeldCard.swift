public import Compositor
public import Geometry
import Glibc
import Paint
public import Picture

/// A card as an object that is tilted before its viewer: a plate, or a tablet whose screen shows the
/// card, with round corners and a rim, with light on it, over its shadow on a wall. The picture on its
/// front is drawn apart from it.
public struct HeldCard: Sendable {
    /// What the card is, or is shown by.
    public enum Body: Sendable, CaseIterable {
        case plate, tablet
    }

    let body: Body
    /// The size of the whole picture.
    public let size: PixelSize
    /// The size of the picture on the front.
    public let flatSize: PixelSize
    /// The width of the frame around that picture, pixels.
    private let bezel: Int
    /// Where the front is seen while the card is not turned.
    let front: PixelRect

    /// A card of this size in points, in a picture of `size`; nil: in one of 16:10 that shows the
    /// card at its own size, or at the largest one that is possible.
    public init(_ card: Size, as body: Body = .plate, size: PixelSize?) {
        self.body = body
        self.size = size ?? PixelSize(card: Self.ownSize(card, as: body))
        let share = Self.pictureShare(body)
        func room(_ side: Int) -> Int { max(4, Int(Double(side) * share)) }
        let room = PixelSize(width: room(self.size.width), height: room(self.size.height))
        flatSize =
            PixelRect(of: card, centredIn: room, leastWidth: CPUCompositor.minimumWidth).size
        bezel = Int(body.bezelShare * Double(min(flatSize.width, flatSize.height)))
        let whole = PixelSize(
            width: flatSize.width + 2 * bezel, height: flatSize.height + 2 * bezel)
        front = PixelRect(
            x: (self.size.width - whole.width) / 2, y: (self.size.height - whole.height) / 2,
            size: whole)
    }

    /// The largest share of a side that the front takes: turned by 60 degrees it still has a margin.
    private static let frontShare = 0.75
    /// The width of a picture, where nobody gives its size, by its height.
    private static let ownProportion = 1.6

    /// The largest share of a side that the card takes.
    private static func pictureShare(_ body: Body) -> Double {
        frontShare / (1 + 2 * body.bezelShare)
    }

    /// The size of the picture where nobody gives one.
    public static func ownSize(_ card: Size, as body: Body) -> Size {
        let width = max(card.width, card.height * ownProportion) / pictureShare(body)
        return Size(width: width, height: width / ownProportion)
    }

    /// The picture of the object with `flat`, a bitmap of `flatSize`, on its front.
    public func frame(of flat: Bitmap, turned turn: CardTurn) -> Frame {
        var frame = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
        frame.add(wall)
        for shadow in Self.shadows { add(shadow, of: turn, to: &frame) }
        if let rim = rim(turn) { frame.add(rim) }
        if body == .tablet { addGlass(turn, to: &frame) }
        frame.add(
            Frame.Layer(
                .bitmap(flat), box: pictureBox(turn), bleeds: true, colours: Self.shading(turn)))
        for gloss in Self.glosses(turn) {
            frame.add(Frame.Layer(.gradient(gloss), box: glassBox(turn), bleeds: true))
        }
        return frame
    }
}

/// Where its parts are seen.
extension HeldCard {
    /// The unit of its depths: half of the front's diagonal, pixels.
    private var unit: Double { hypot(Double(front.width), Double(front.height)) / 2 }
    /// How far the eye is in front of the card's middle, units.
    private static let eye = 4.6

    private var centre: Point {
        Point(
            x: Double(front.x) + Double(front.width) / 2,
            y: Double(front.y) + Double(front.height) / 2)
    }

    private var radius: Double { body.radiusShare * Double(min(front.width, front.height)) }

    /// The front's place, or that of its outline at a depth behind it, units.
    func box(_ turn: CardTurn, behind depth: Double = 0) -> Frame.Box {
        let (eye, centre) = (Self.eye * unit, centre)
        let origin = topLeft(turn) - turn.out * depth * unit
        let map = Homography(
            a: turn.right.x, b: turn.right.y, c: turn.down.x, d: turn.down.y, tx: origin.x,
            ty: origin.y, g: -turn.right.z / eye, h: -turn.down.z / eye, i: 1 - origin.z / eye)
        return Frame.Box(
            toScreen: .translation(centre) * map, size: Size(front.size), radius: radius)
    }

    /// The place of the picture on the front.
    private func pictureBox(_ turn: CardTurn) -> Frame.Box {
        guard bezel > 0 else { return box(turn) }
        return inset(by: Double(bezel), radius: radius / 4, turn)
    }

    /// The place of what light is reflected by: of a tablet the glass, around which its metal is seen.
    private func glassBox(_ turn: CardTurn) -> Frame.Box {
        guard bezel > 0 else { return box(turn) }
        let edge = Self.edgeShare * Double(bezel)
        return inset(by: edge, radius: radius - edge, turn)
    }

    /// The metal's part of a tablet's bezel.
    private static let edgeShare = 0.14

    /// A place in the front, as far from all of its sides.
    private func inset(by margin: Double, radius: Double, _ turn: CardTurn) -> Frame.Box {
        let (whole, start) = (Size(front.size), Point(x: margin, y: margin))
        return Frame.Box(
            toScreen: box(turn).toScreen * .translation(start),
            size: Size(width: whole.width - 2 * margin, height: whole.height - 2 * margin),
            radius: radius)
    }

    /// The front's corner from the middle, pixels.
    private func topLeft(_ turn: CardTurn) -> SIMD3<Double> {
        -(turn.right * Double(front.width) + turn.down * Double(front.height)) / 2
    }

    /// The place of the shadow on a wall `depth` units behind the card's middle.
    private func shadowBox(_ turn: CardTurn, _ shadow: Shadow) -> Frame.Box {
        let (origin, light) = (topLeft(turn), Self.slope)
        let depth = shadow.depth * unit
        // A place (x, y, z) throws its shadow at (x, y) + light (z + depth).
        let map = Homography(
            a: turn.right.x + light.x * turn.right.z, b: turn.right.y + light.y * turn.right.z,
            c: turn.down.x + light.x * turn.down.z, d: turn.down.y + light.y * turn.down.z,
            tx: origin.x + light.x * (origin.z + depth),
            ty: origin.y + light.y * (origin.z + depth))
        let scale = Self.eye / (Self.eye + shadow.depth)
        return Frame.Box(
            toScreen: .translation(centre) * .scale(x: scale, y: scale) * map,
            size: Size(front.size), radius: radius)
    }
}

/// What is around the front.
extension HeldCard {
    private static func grey(_ level: Double, alpha: Double = 1) -> Colour {
        Colour(red: level, green: level, blue: level, alpha: alpha)
    }

    private var wall: Frame.Layer {
        let light = Colour(red: 0.905, green: 0.905, blue: 0.915)
        let dark = Colour(red: 0.735, green: 0.74, blue: 0.765)
        let gradient = Gradient(
            .radial(centre: Point(x: 0.42, y: 0.3), from: 0, to: 2.1),
            [Gradient.Stop(0, light), Gradient.Stop(1, dark)])
        let box = Frame.Box(toScreen: .identity, size: Size(size))
        return Frame.Layer(.gradient(gradient), box: box, bleeds: true)
    }

    /// A shadow on a wall `depth` units behind the card's middle; the blur in units.
    private struct Shadow {
        let depth, blur, opacity: Double
    }

    /// Of the light from above, and of what comes from all sides.
    private static let shadows = [
        Shadow(depth: 0.36, blur: 0.13, opacity: 0.34),
        Shadow(depth: 0.14, blur: 0.035, opacity: 0.26),
    ]
    /// How far the light moves a shadow to the right and down, by the depth.
    private static let slope = Point(x: 0.12, y: 0.5)

    private func add(_ shadow: Shadow, of turn: CardTurn, to frame: inout Frame) {
        let opened = frame.openGroup(
            opacity: shadow.opacity, bleeds: true,
            filter: Frame.Filter(blur: shadow.blur * unit))
        let colour = Colour(red: 0.07, green: 0.08, blue: 0.13)
        frame.add(Frame.Layer(.colour(colour), box: shadowBox(turn, shadow), bleeds: true))
        frame.closeGroup(opened)
    }

    /// The black glass of a tablet, and its camera above the picture.
    private func addGlass(_ turn: CardTurn, to frame: inout Frame) {
        frame.add(
            Frame.Layer(
                .colour(Colour(red: 0.035, green: 0.037, blue: 0.045)), box: glassBox(turn),
                bleeds: true))
        let diameter = Self.cameraShare * Double(bezel)
        let corner = Point(
            x: (Double(front.width) - diameter) / 2, y: (Double(bezel) - diameter) / 2)
        let camera = Frame.Box(
            toScreen: box(turn).toScreen * .translation(corner),
            size: Size(width: diameter, height: diameter), radius: diameter / 2)
        frame.add(
            Frame.Layer(
                .colour(Colour(red: 0.13, green: 0.14, blue: 0.19)), box: camera, bleeds: true))
    }

    /// The camera's diameter, as a share of the bezel.
    private static let cameraShare = 0.26

    /// The plate's thickness, units.
    private static let thickness = 0.06

    /// The plate's silhouette: the smallest convex shape around the outlines of its front and its back.
    private func rim(_ turn: CardTurn) -> Frame.Layer? {
        let outlines = [0, Self.thickness].flatMap { outline(box(turn, behind: $0)) }
        let hull = ConvexHull(of: outlines).corners
        let area = PixelRect(around: hull).intersection(PixelRect(x: 0, y: 0, size: size))
        guard !area.isEmpty else { return nil }
        let bitmap = Bitmap.drawn(area.size) { canvas in
            for (index, corner) in hull.enumerated() {
                let place = Point(x: corner.x - Double(area.x), y: corner.y - Double(area.y))
                if index == 0 { canvas.move(to: place) } else { canvas.addLine(to: place) }
            }
            canvas.fill(
                [Gradient.Stop(0, Self.grey(body.metal)), Gradient.Stop(1, Self.grey(0.56))],
                down: Rect(Size(area.size)))
        }
        return bitmap.map { Frame.Layer(.bitmap($0), box: Frame.Box(area), bleeds: true) }
    }

    /// Places along the outline of a box, as they are seen.
    private func outline(_ box: Frame.Box) -> [Point] {
        let (size, radius) = (box.size, box.radius)
        let steps = 12
        let corners = [
            (size.width - radius, size.height - radius), (radius, size.height - radius),
            (radius, radius), (size.width - radius, radius),
        ]
        return corners.enumerated().flatMap { quarter, corner in
            (0...steps).map { step in
                let angle = (Double(quarter) + Double(step) / Double(steps)) * .pi / 2
                return box.toScreen.apply(
                    Point(x: corner.0 + radius * cos(angle), y: corner.1 + radius * sin(angle)))
            }
        }
    }
}

extension HeldCard.Body {
    /// The width of the frame around the picture, as a share of the picture's shorter side.
    fileprivate var bezelShare: Double { self == .tablet ? 0.075 : 0 }
    /// The radius of the corners, as a share of the front's shorter side.
    fileprivate var radiusShare: Double { self == .tablet ? 0.075 : 0.045 }
    /// How bright the rim is at its top.
    fileprivate var metal: Double { self == .tablet ? 0.82 : 0.94 }
}

/// The light on the front.
extension HeldCard {
    /// The direction to the light, from which a front that is not turned has its full colours.
    private static let light = SIMD3(-0.14, -0.36, 1)
    private static let darkest = 0.72

    /// A front that is turned away from the light is darker; nil: it has its full colours.
    private static func shading(_ turn: CardTurn) -> ColourMatrix? {
        let gain = max(darkest, (turn.out * light).sum())
        return gain < 1 ? .product(red: gain, green: gain, blue: gain) : nil
    }

    /// The reflections of two bright windows, a wide one and a narrow one, that go over the front in
    /// the direction in which it is turned.
    private static func glosses(_ turn: CardTurn) -> [Gradient] {
        // Twice the turn, as in a mirror, from the top left (0) to the bottom right (1).
        let moved = 1.75 * (turn.out.x + turn.out.y)
        return glossPlaces.compactMap { place in
            let middle = place + moved
            let (from, to) = (middle - glossWidth / 2, middle + glossWidth / 2)
            guard to > 0, from < 1 else { return nil }
            return Gradient(
                .linear(from: Point(x: from, y: from), to: Point(x: to, y: to)), glossStops)
        }
    }

    /// While the card is not turned, one reflection is before the front, and one behind it.
    private static let glossPlaces = [-1.7, -0.3, 1.1, 2.5]
    private static let glossWidth = 0.5
    private static let glossStops = [
        (0.0, 0.0), (0.18, 0.035), (0.34, 0.13), (0.5, 0.18), (0.62, 0.13), (0.66, 0.04),
        (0.72, 0.04), (0.76, 0.08), (0.84, 0.08), (0.9, 0.02), (1, 0),
    ].map { Gradient.Stop($0.0, grey(1, alpha: $0.1)) }
}
