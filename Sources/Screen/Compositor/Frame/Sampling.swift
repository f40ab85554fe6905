internal import Geometry
internal import Picture
internal import Platform

/// Which pixels of which mip of a bitmap, or of a drawn picture, are shown at a place on the screen.
struct Sampling: Equatable {
    let pixels: ShownPixels
    /// From the screen to these pixels, whose centres lie at 0.5.
    let fromScreen: Homography
    /// The columns and rows that are shown. A place beyond their centres shows the outermost ones.
    let columns, rows: ClosedRange<Int>
    /// The places that a pixel of the screen shows the mean of.
    let samples: Samples

    /// Places in a line, as far apart as the pixel's centre is from the middle of them.
    struct Samples: Equatable {
        let count: Int
        /// From one place to the next, in pixels of the screen.
        let step: Point

        /// The places' offsets from the pixel's centre.
        var offsets: [Point] {
            (0..<count).map { number in
                let steps = Double(number) - Double(count - 1) / 2
                return Point(x: steps * step.x, y: steps * step.y)
            }
        }
    }

    /// For `cpu`, whose frames show bitmaps alone.
    var mip: Bitmap {
        guard case .bitmap(let bitmap) = pixels else {
            preconditionFailure("the processor draws bitmaps")
        }
        return bitmap
    }

    init(_ picture: PlacedPixels, _ density: SampleDensity, mips: inout MipCache) {
        let (size, part) = (picture.pixels.size, picture.shownPart)
        let number = min(density.mip, size.smallestMip)
        let factor = 1 / Double(1 << number)
        pixels =
            switch picture.pixels {
            case .bitmap(let bitmap): .bitmap(mips.mip(number, of: bitmap))
            case .drawn(let drawn): .drawn(drawn.mip(number))
            }
        fromScreen = .scale(x: factor, y: factor) * picture.fromScreen
        columns = Self.shown(
            from: part.x, to: part.maxX, of: size.width, factor, mipSide: pixels.size.width)
        rows = Self.shown(
            from: part.y, to: part.maxY, of: size.height, factor, mipSide: pixels.size.height)
        samples = density.samples
    }

    /// The pixels of a mip that hold nothing from outside of the part, but at least one.
    private static func shown(
        from first: Double, to last: Double, of side: Int, _ factor: Double, mipSide: Int
    ) -> ClosedRange<Int> {
        let nearlyNone = 0.01
        let lower = (first * factor - nearlyNone).rounded(.up)
        let upper = last >= Double(side) ? .infinity : (last * factor + nearlyNone).rounded(.down)
        func pixel(_ value: Double) -> Int { min(max(0, Int(saturating: value)), mipSide - 1) }
        guard lower < upper else {
            let middle = pixel(((first + last) / 2 * factor).rounded(.down))
            return middle...middle
        }
        let start = pixel(lower)
        return start...max(start, pixel(upper - 1))
    }

    /// What is added to the place of a pixel in the area to get that of the mip's pixel; nil unless
    /// each pixel of the area shows one pixel of the mip unchanged.
    func copyOffset(in area: PixelRect) -> (x: Int, y: Int)? {
        let (tx, ty) = (fromScreen.tx.rounded(), fromScreen.ty.rounded())
        guard fromScreen.isTranslationByWholePixels, abs(tx) < 1e9, abs(ty) < 1e9 else {
            return nil
        }
        let (x, y, lastX, lastY) = (Int(tx), Int(ty), area.endX - 1, area.endY - 1)
        guard columns.contains(area.x + x), columns.contains(lastX + x),
            rows.contains(area.y + y), rows.contains(lastY + y)
        else { return nil }
        return (x, y)
    }
}
