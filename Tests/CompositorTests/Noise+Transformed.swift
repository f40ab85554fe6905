import Compositor
import Foundation
import Geometry
import Picture

extension Noise {
    mutating func between(_ lower: Double, _ upper: Double) -> Double {
        lower + (upper - lower) * unit()
    }

    mutating func chance(_ part: Double) -> Bool { unit() < part }

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
            Affine.translation(centre) * .rotation(degrees: chance(0.3) ? 0 : between(0, 360))
            * .scale(x: scale * between(0.6, 1), y: scale * (chance(0.2) ? -1 : 1))
            * Affine(a: 1, b: 0, c: chance(0.3) ? between(-0.8, 0.8) : 0, d: 1, tx: 0, ty: 0)
            * .translation(Point(x: -size.width / 2, y: -size.height / 2))
        return Frame.Box(
            toScreen: map, size: size, radius: chance(0.4) ? between(0, size.width) : 0)
    }

    mutating func colour() -> Colour {
        Colour(red: unit(), green: unit(), blue: unit(), alpha: chance(0.5) ? 1 : unit())
    }

    /// A frame of up to 12 layers of all kinds; with `crops`, bitmaps may be shown in part.
    mutating func transformedFrame(crops: Bool = true) -> Frame {
        let size = PixelSize(width: 80 + below(81), height: 60 + below(61))
        let card = PixelRect(
            x: below(12), y: below(12), width: size.width - 24, height: size.height - 24)
        var frame = Frame(size: size, card: card)
        addClips(to: &frame)
        addLayers(1 + below(12), to: &frame, depth: 0, crops)
        return frame
    }

    private mutating func addClips(to frame: inout Frame) {
        var depths: [Int] = []
        for index in 0..<below(6) {
            let size = Size(width: between(20, 200), height: between(20, 200))
            let parent = index > 0 && chance(0.6) ? below(index) : nil
            let depth = (parent.map { depths[$0] } ?? 0) + 1
            guard depth <= Frame.deepestClip else { return }
            depths.append(depth)
            _ = frame.add(Frame.Clip(box(size, on: frame.size), parent: parent))
        }
    }

    private mutating func addLayers(
        _ count: Int, to frame: inout Frame, depth: Int, _ crops: Bool
    ) {
        var left = count
        while left > 0 {
            left -= 1
            let clip = frame.clips.isEmpty || chance(0.6) ? nil : below(frame.clips.count)
            let (opacity, bleeds) = (chance(0.4) ? 1 : unit(), chance(0.2))
            if depth < 4, left > 0, chance(0.2) {
                let inner = 1 + below(left)
                left -= inner
                let group = frame.openGroup(opacity: opacity, clip: clip, bleeds: bleeds)
                addLayers(inner, to: &frame, depth: depth + 1, crops)
                frame.closeGroup(group)
            } else {
                let (content, size) = content(crops)
                frame.add(
                    Frame.Layer(
                        content, box: box(size, on: frame.size), opacity: opacity, clip: clip,
                        bleeds: bleeds))
            }
        }
    }

    private mutating func content(_ crops: Bool) -> (Frame.Content, Size) {
        if chance(0.3) {
            return (.colour(colour()), Size(width: between(1, 90), height: between(1, 90)))
        }
        let bitmap = bitmap(1 + below(90), 1 + below(90), isOpaque: chance(0.5))
        guard crops, chance(0.3) else { return (.bitmap(bitmap), Size(bitmap.size)) }
        let width = between(0.1, 1) * Double(bitmap.width)
        let height = between(0.1, 1) * Double(bitmap.height)
        let source = Rect(
            x: unit() * (Double(bitmap.width) - width),
            y: unit() * (Double(bitmap.height) - height), width: width, height: height)
        return (.bitmap(bitmap, source: source), source.size)
    }
}
