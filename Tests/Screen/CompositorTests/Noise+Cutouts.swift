import Compositor
import Foundation
import Geometry
import Picture

extension Noise {
    /// A bitmap with clear and opaque areas and a soft edge between them: opaque, a hill, a window frame or
    /// a disc. Colours are noise.
    mutating func cutout(_ width: Int, _ height: Int, kind: Int) -> Bitmap {
        let shift = unit()
        var pixels: [UInt32] = []
        for index in 0..<width * height {
            let x = (Double(index % width) + 0.5) / Double(width)
            let y = (Double(index / width) + 0.5) / Double(height)
            let inside =
                switch kind % 4 {
                case 0: 1.0
                case 1: y - 0.4 - 0.2 * sin(7 * (x + shift))
                case 2: max(abs(x - 0.5), abs(y - 0.5)) - 0.4
                default: 0.25 - hypot(x - 0.5, y - 0.6)
                }
            let alpha = UInt32(255 * min(1, max(0, inside * Double(height) / 2)))
            pixels.append(
                [16, 8, 0].reduce(alpha << 24) {
                    $0 | UInt32(next() % UInt64(alpha + 1)) << UInt32($1)
                })
        }
        return Bitmap(width: width, height: height, pixels: pixels)
    }

    /// A paper theatre: pictures with clear areas, moved by parts of a pixel, some enlarged or mirrored.
    mutating func theatre() -> Frame {
        let size = PixelSize(width: 30 + below(150), height: 20 + below(60))
        var frame = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
        for kind in 0..<1 + below(9) {
            let bitmap = cutout(
                max(1, size.width - 20 + below(40)), max(1, size.height - 10 + below(20)),
                kind: kind + below(3))
            frame.add(
                Frame.Layer(
                    .bitmap(bitmap),
                    box: Frame.Box(toScreen: theatreMap(), size: Size(bitmap.size)),
                    opacity: chance(0.6) ? 1 : unit(), bleeds: chance(0.5)))
        }
        return frame
    }

    private mutating func theatreMap() -> Homography {
        let scale = chance(0.5) ? 1 : between(0.9, 1.3)
        var place = Point(x: between(-12, 12), y: between(-9, 9))
        if chance(0.2) { place = Point(x: place.x.rounded(), y: place.y.rounded()) }
        return .translation(place) * .scale(x: scale * (chance(0.1) ? -1 : 1), y: scale)
            * .rotation(degrees: chance(0.1) ? between(-9, 9) : 0)
    }
}
