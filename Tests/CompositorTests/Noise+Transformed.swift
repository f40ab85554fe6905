import Compositor
import Foundation
import Geometry
import Picture

extension Noise {
    mutating func between(_ lower: Double, _ upper: Double) -> Double {
        lower + (upper - lower) * unit()
    }

    mutating func chance(_ part: Double) -> Bool { unit() < part }

    /// A box somewhere on a screen, turned and stretched by 0.05 to 8, some at whole pixels.
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
            * .translation(Point(x: -size.width / 2, y: -size.height / 2))
        return Frame.Box(
            toScreen: map, size: size, radius: chance(0.4) ? between(0, size.width) : 0)
    }

    mutating func colour() -> Colour {
        Colour(red: unit(), green: unit(), blue: unit(), alpha: chance(0.5) ? 1 : unit())
    }

    /// A bitmap without the sharp contrasts of noise: sampling at slightly different places gives
    /// slightly different colours.
    mutating func smoothBitmap(_ width: Int, _ height: Int) -> Bitmap {
        let waves = (0..<8).map { _ in between(0.05, 0.6) }
        let isOpaque = chance(0.5)
        let pixels = (0..<width * height).map { index -> UInt32 in
            let (x, y) = (Double(index % width), Double(index / width))
            func wave(_ number: Int) -> Double {
                0.5 + 0.5 * sin(waves[number] * x + waves[number + 1] * y)
            }
            let alpha = isOpaque ? 1 : wave(0)
            return [(2, 16), (4, 8), (6, 0)].reduce(UInt32(alpha * 255) << 24) { pixel, part in
                pixel | UInt32(wave(part.0) * alpha * 255) << UInt32(part.1)
            }
        }
        return Bitmap(width: width, height: height, pixels: pixels)
    }

    /// A frame of up to 12 layers of all kinds.
    mutating func transformedFrame() -> Frame {
        let size = PixelSize(width: 80 + below(81), height: 60 + below(61))
        let card = PixelRect(
            x: below(12), y: below(12), width: size.width - 24, height: size.height - 24)
        var frame = Frame(size: size, card: card)
        addClips(to: &frame)
        addLayers(1 + below(12), to: &frame, depth: 0)
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

    private mutating func addLayers(_ count: Int, to frame: inout Frame, depth: Int) {
        var left = count
        while left > 0 {
            left -= 1
            let clip = frame.clips.isEmpty || chance(0.5) ? nil : below(frame.clips.count)
            let (opacity, bleeds) = (chance(0.4) ? 1 : unit(), chance(0.2))
            if depth < 4, left > 0, chance(0.2) {
                let inner = 1 + below(left)
                left -= inner
                let group = frame.openGroup(opacity: opacity, clip: clip, bleeds: bleeds)
                addLayers(inner, to: &frame, depth: depth + 1)
                frame.closeGroup(group)
            } else {
                let (content, size) = content()
                frame.add(
                    Frame.Layer(
                        content, box: box(size, on: frame.size), opacity: opacity, clip: clip,
                        bleeds: bleeds))
            }
        }
    }

    private mutating func content() -> (Frame.Content, Size) {
        if chance(0.3) {
            return (.colour(colour()), Size(width: between(1, 90), height: between(1, 90)))
        }
        let bitmap = smoothBitmap(1 + below(90), 1 + below(90))
        guard chance(0.3) else { return (.bitmap(bitmap), Size(bitmap.size)) }
        let width = between(0.1, 1) * Double(bitmap.width)
        let height = between(0.1, 1) * Double(bitmap.height)
        let source = Rect(
            x: unit() * (Double(bitmap.width) - width),
            y: unit() * (Double(bitmap.height) - height), width: width, height: height)
        return (.bitmap(bitmap, source: source), source.size)
    }
}
