import Compositor
import Foundation
import Geometry
import Paint
import Picture

extension Noise {
    mutating func between(_ lower: Double, _ upper: Double) -> Double {
        lower + (upper - lower) * unit()
    }

    mutating func chance(_ part: Double) -> Bool { unit() < part }

    /// A box somewhere on a screen, in perspective; some are seen from behind, or reach behind the eye.
    mutating func boxInSpace(_ size: Size, on screen: PixelSize) -> Frame.Box {
        var box = box(size, on: screen)
        guard chance(0.7) else { return box }
        let longer = max(size.width, size.height)
        let turned =
            Homography.translation(Point(x: size.width * unit(), y: size.height * unit()))
            * .seen(
                turnedX: between(-1, 1) * (chance(0.1) ? 180 : 75),
                y: between(-1, 1) * (chance(0.1) ? 180 : 75), from: longer * between(0.4, 3))
            * .translation(Point(x: -size.width * unit(), y: -size.height * unit()))
        box.toScreen = box.toScreen * turned
        box.inFront.insert(a: turned.g, b: turned.h, c: turned.i - 0.05)
        return box
    }

    /// A box somewhere on a screen, turned, sheared and stretched by 0.05 to 8; some at whole pixels.
    mutating func box(_ size: Size, on screen: PixelSize) -> Frame.Box {
        if chance(0.15) {
            let corner = Point(
                x: Double(below(screen.width)) - size.width / 2,
                y: Double(below(screen.height)) - size.height / 2)
            return Frame.Box(
                toScreen: .translation(Point(x: corner.x.rounded(), y: corner.y.rounded())),
                size: size)
        }
        let centre = Point(
            x: between(0, Double(screen.width)), y: between(0, Double(screen.height)))
        // 0.05 to 8, as often above 0.63 as below.
        let scale = 0.05 * pow(160, unit())
        let map =
            Homography.translation(centre) * .rotation(degrees: chance(0.3) ? 0 : between(0, 360))
            * .scale(x: scale * between(0.6, 1), y: scale * (chance(0.2) ? -1 : 1))
            * Homography(a: 1, b: 0, c: chance(0.3) ? between(-0.8, 0.8) : 0, d: 1, tx: 0, ty: 0)
            * .translation(Point(x: -size.width / 2, y: -size.height / 2))
        return Frame.Box(
            toScreen: map, size: size, radius: chance(0.4) ? between(0, size.width) : 0)
    }

    mutating func colour() -> Colour {
        Colour(red: unit(), green: unit(), blue: unit(), alpha: chance(0.5) ? 1 : unit())
    }

    /// Of any kind, with stops in any order, some at the same place.
    mutating func gradient() -> Gradient {
        let kind = Gradient.Kind.allCases[below(3)]
        let places = SIMD2(between(-0.2, 1.2), between(-0.2, 1.2))
        let ends =
            switch kind {
            case .linear: SIMD2(between(-0.2, 1.2), between(-0.2, 1.2))
            case .radial: SIMD2(between(0, 1), between(0, 2))
            case .angular: SIMD2(between(-400, 400), between(-400, 400))
            }
        let stops = (0..<2 + below(5)).map { _ in
            Gradient.Stop((between(-0.2, 1.2) * 8).rounded() / 8, colour())
        }
        return Gradient(
            Gradient.Shape(kind, SIMD4(places.x, places.y, ends.x, ends.y)), stops,
            colourSpace: Gradient.ColourSpace.allCases[below(3)])
    }

    /// One or two effects, one after the other.
    mutating func colours() -> ColourMatrix {
        (0...below(2)).reduce(.identity) { matrix, _ in effect() * matrix }
    }

    private mutating func effect() -> ColourMatrix {
        switch below(6) {
        case 0: .hue(degrees: between(-180, 180))
        case 1: .saturation(between(0, 2))
        case 2: .brightness(between(-0.5, 0.5))
        case 3: .contrast(between(0, 2))
        case 4: .inversion(unit())
        default: .product(red: between(0, 1.5), green: between(0, 1.5), blue: between(0, 1.5))
        }
    }

    /// Any mode, or the normal one.
    private mutating func compositing(_ shape: Shape) -> Frame.CompositingOperator {
        guard shape.blends, chance(0.4) else { return .normal }
        return .blend(BlendMode.allCases[below(BlendMode.allCases.count)])
    }

    /// A frame of up to 12 layers of all kinds; with `crops`, bitmaps may be shown in part, with
    /// `inSpace` boxes are turned in perspective, with `effects` colours are changed, with `gradients`
    /// and `meshes` some layers show these, with `blends` there are blend modes and masks, with `filters` blurs,
    /// shadows and plates.
    mutating func transformedFrame(
        crops: Bool = true, inSpace: Bool = false, effects: Bool = false, gradients: Bool = false,
        meshes: Bool = false, blends: Bool = false, filters: Bool = false
    ) -> Frame {
        let size = PixelSize(width: 80 + below(81), height: 60 + below(61))
        let card = PixelRect(
            x: below(12), y: below(12), width: size.width - 24, height: size.height - 24)
        var frame = Frame(size: size, card: card)
        let shape = Shape(
            crops: crops, inSpace: inSpace, effects: effects, gradients: gradients, meshes: meshes,
            blends: blends, filters: filters)
        addClips(to: &frame, shape)
        addLayers(1 + below(12), to: &frame, nesting: 0, shape)
        return frame
    }

    /// What a random frame may hold.
    private struct Shape {
        let crops, inSpace, effects, gradients, meshes, blends, filters: Bool
    }

    private mutating func box(_ size: Size, on screen: PixelSize, _ shape: Shape) -> Frame.Box {
        shape.inSpace ? boxInSpace(size, on: screen) : box(size, on: screen)
    }

    private mutating func addClips(to frame: inout Frame, _ shape: Shape) {
        var nestings: [Int] = []
        for index in 0..<below(6) {
            let size = Size(width: between(20, 200), height: between(20, 200))
            let parent = index > 0 && chance(0.6) ? below(index) : nil
            let nesting = (parent.map { nestings[$0] } ?? 0) + 1
            guard nesting <= Frame.deepestClip else { return }
            nestings.append(nesting)
            _ = frame.add(Frame.Clip(box(size, on: frame.size, shape), parent: parent))
        }
    }

    private mutating func addLayers(
        _ count: Int, to frame: inout Frame, nesting: Int, _ shape: Shape
    ) {
        var left = count
        while left > 0 {
            left -= 1
            let clip = frame.clips.isEmpty || chance(0.6) ? nil : below(frame.clips.count)
            let (opacity, bleeds) = (chance(0.4) ? 1 : unit(), chance(0.2))
            let colours = shape.effects && chance(0.5) ? colours() : nil
            if nesting < 4, left > 0, chance(0.2) {
                let inner = 1 + below(left)
                left -= inner
                let group = frame.openGroup(
                    opacity: opacity, clip: clip, bleeds: bleeds, colours: colours,
                    compositing: compositing(shape),
                    filter: shape.filters && chance(0.6) ? filter() : nil)
                addLayers(inner, to: &frame, nesting: nesting + 1, shape)
                if shape.blends, chance(0.5) { addMask(to: &frame, shape) }
                frame.closeGroup(group)
            } else {
                let (content, size) = content(shape)
                frame.add(
                    Frame.Layer(
                        content, box: box(size, on: frame.size, shape), opacity: opacity,
                        clip: clip, bleeds: bleeds, colours: colours,
                        compositing: compositing(shape)))
            }
        }
    }

    private mutating func addMask(to frame: inout Frame, _ shape: Shape) {
        let (content, size) = content(shape)
        let mask = chance(0.5) ? MaskKind.alpha : .luminance
        frame.add(
            Frame.Layer(
                content, box: box(size, on: frame.size, shape), compositing: .mask(mask)))
    }

    private mutating func filter() -> Frame.Filter {
        Frame.Filter(
            blur: 0.1 * pow(300, unit()), offset: Point(x: between(-20, 20), y: between(-20, 20)),
            alphaFactor: chance(0.3) ? between(1, 3) : 1, repeatsEdges: chance(0.2))
    }

    private mutating func content(_ shape: Shape) -> (Frame.Content, Size) {
        if shape.filters, chance(0.2) {
            let backdrop = Frame.Backdrop(blur: 0.1 * pow(300, unit()), tint: colour())
            return (.backdrop(backdrop), Size(width: between(10, 90), height: between(10, 90)))
        }
        if shape.gradients, chance(0.5) {
            return (.gradient(gradient()), Size(width: between(1, 90), height: between(1, 90)))
        }
        if shape.meshes, chance(0.5) {
            return (.mesh(mesh()), Size(width: between(1, 90), height: between(1, 90)))
        }
        if chance(0.3) {
            return (.colour(colour()), Size(width: between(1, 90), height: between(1, 90)))
        }
        let bitmap = bitmap(1 + below(90), 1 + below(90), isOpaque: chance(0.5))
        guard shape.crops, chance(0.3) else { return (.bitmap(bitmap), Size(bitmap.size)) }
        let width = between(0.1, 1) * Double(bitmap.width)
        let height = between(0.1, 1) * Double(bitmap.height)
        let shownPart = Rect(
            x: unit() * (Double(bitmap.width) - width),
            y: unit() * (Double(bitmap.height) - height), width: width, height: height)
        return (.bitmap(bitmap, shownPart: shownPart), shownPart.size)
    }
}

extension Homography {
    /// A plane turned about the origin, above which the eye stands.
    static func seen(turnedX degreesX: Double, y degreesY: Double, from eye: Double) -> Homography {
        let (sx, cx) = (sin(degreesX * .pi / 180), cos(degreesX * .pi / 180))
        let (sy, cy) = (sin(degreesY * .pi / 180), cos(degreesY * .pi / 180))
        return Homography(
            a: cy, b: 0, c: sy * sx, d: cx, tx: 0, ty: 0, g: sy / eye, h: -cy * sx / eye)
    }
}
