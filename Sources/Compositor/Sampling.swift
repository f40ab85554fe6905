internal import Geometry
internal import Picture
internal import System

/// Which pixels of which mip of a bitmap are shown at a place on the screen.
struct Sampling {
    let mip: Bitmap
    /// From the screen to the mip's pixels, whose centres lie at 0.5.
    let fromScreen: Homography
    /// The columns and rows that are shown. A place beyond their centres shows the outermost ones.
    let columns, rows: ClosedRange<Int>

    /// `shownPart` is the part of the bitmap that fills `box`; `area` is the part of the screen in
    /// which it is seen.
    ///
    /// Nil if the part of the bitmap has no area or the box is singular; in perspective also if
    /// nothing of the box is seen in `area`.
    init?(
        _ bitmap: Bitmap, shownPart: Rect, in box: Frame.Box, area: PixelRect,
        mips: inout MipCache
    ) {
        guard shownPart.width > 0, shownPart.height > 0, let nearest = box.nearestPlace(in: area)
        else {
            return nil
        }
        let toScreen =
            box.toScreen
            * .scale(x: box.size.width / shownPart.width, y: box.size.height / shownPart.height)
            * .translation(Point(x: -shownPart.x, y: -shownPart.y))
        guard let fromScreen = toScreen.inverse else { return nil }
        let wanted = Self.mip(
            stretch: toScreen.affineApproximation(
                at: Point(
                    x: shownPart.x + nearest.x * shownPart.width / box.size.width,
                    y: shownPart.y + nearest.y * shownPart.height / box.size.height)
            ).largestStretch)
        let number = min(wanted, MipCache.smallestMip(of: bitmap))
        let factor = 1 / Double(1 << number)
        mip = mips.mip(number, of: bitmap)
        self.fromScreen = .scale(x: factor, y: factor) * fromScreen
        columns = Self.shown(
            from: shownPart.x, to: shownPart.maxX, of: bitmap.width, factor, mipSide: mip.width)
        rows = Self.shown(
            from: shownPart.y, to: shownPart.maxY, of: bitmap.height, factor, mipSide: mip.height)
    }

    /// The number of the mip at which a pixel is stretched to more than half a pixel and at most
    /// one; 0 if the bitmap is enlarged.
    private static func mip(stretch: Double) -> Int {
        let wanted = 1 / stretch
        // The exponent is the logarithm rounded down; that of infinity is the largest integer.
        return wanted > 1 ? Int(wanted.exponent) : 0
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
