import Compositor
import Geometry
import Paint
import Picture
import Scene

extension Frame.Parts.Part {
    /// What a brush paints where a bitmap covers `rect` of a layer's box; a gradient lies over another
    /// part of the box.
    init(
        _ coverage: Bitmap, painted brush: Brush, in rect: Rect, gradientOver area: Rect,
        _ shown: ShownLayer
    ) {
        let box = shown.box(Rect(shown.appearance.size)).part(rect)
        switch brush {
        case .colour(let colour):
            self.init(
                layer: Frame.Layer(
                    .bitmap(coverage), box: box, opacity: colour.alpha, colours: .constant(colour)))
        case .gradient(let gradient):
            let part = Rect(
                x: area.x - rect.x, y: area.y - rect.y, width: area.width, height: area.height)
            self.init(
                layer: Frame.Layer(.gradient(gradient, over: part), box: box),
                mask: [Frame.Parts.Part(layer: Frame.Layer(.bitmap(coverage), box: box))])
        }
    }
}

extension Homography {
    /// This map of a layer's box to the pixels of a bitmap, moved by less than a pixel: if the box is
    /// shown as large as that and not turned, its pixels are those of the screen, and the bitmap as sharp
    /// as if it were drawn there. `toScreen` maps the box to the screen.
    func withPhase(of toScreen: Homography) -> Homography {
        guard toScreen.isTranslationAndScale, abs(toScreen.a / a - 1) < 1e-6,
            abs(toScreen.d / d - 1) < 1e-6
        else { return self }
        let (x, y) = (toScreen.tx - tx, toScreen.ty - ty)
        return .translation(Point(x: x - x.rounded(.down), y: y - y.rounded(.down))) * self
    }
}

extension PixelRect {
    /// The map that moves its corner to the origin.
    var fromCorner: Homography { .translation(Point(x: -Double(x), y: -Double(y))) }

    /// The pixels of a rectangle, and one more at each side.
    init(around rect: Rect) {
        let (left, top) = (Int(rect.x.rounded(.down)) - 1, Int(rect.y.rounded(.down)) - 1)
        let (right, bottom) = (Int(rect.maxX.rounded(.up)) + 1, Int(rect.maxY.rounded(.up)) + 1)
        self.init(x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension Rect {
    func expanded(by margin: Double) -> Rect { expanded(x: margin, y: margin) }

    func expanded(x across: Double, y along: Double) -> Rect {
        Rect(
            x: x - across, y: y - along, width: width + 2 * across, height: height + 2 * along)
    }

    /// As a map without a turn moves and scales it.
    func mapped(by map: Homography) -> Rect {
        let (start, end) = (map.apply(Point(x: x, y: y)), map.apply(Point(x: maxX, y: maxY)))
        return Rect(x: start.x, y: start.y, width: end.x - start.x, height: end.y - start.y)
    }
}
