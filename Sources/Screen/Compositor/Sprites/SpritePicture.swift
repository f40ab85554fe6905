internal import CRowKernels
internal import Geometry
internal import Glibc
public import Picture
internal import Platform

/// A picture for sprites of all sizes: it, and copies each half as wide and high as the one before, as squares
/// of one bitmap, with two clear pixels around each.
public final class SpritePicture: Sendable, Equatable {
    /// The side of the smallest copy, pixels.
    private static let leastSide = 4
    /// How many clear pixels lie between squares.
    private static let margin = 2

    /// From the largest to the smallest.
    let squares: [rows_picture_square]
    let bitmap: Bitmap

    /// `picture` is a square.
    public init(_ picture: Bitmap) {
        var copies = [picture]
        while let last = copies.last, last.width >= 2 * Self.leastSide {
            copies.append(last.halved)
        }
        // The largest at the left, the others below each other at its right.
        let margin = Self.margin
        var (y, places) = (margin, [(x: margin, y: margin)])
        for copy in copies.dropFirst() {
            places.append((2 * margin + picture.width, y))
            y += copy.height + margin
        }
        let size = PixelSize(
            width: picture.width + (picture.width + 1) / 2 + 3 * margin,
            height: max(picture.height + 2 * margin, y))
        bitmap = Bitmap(size) { pixels in
            pixels.initialize(repeating: 0, count: size.area)
            for (copy, place) in zip(copies, places) {
                for row in 0..<copy.height {
                    let start = pixels + (place.y + row) * size.width + place.x
                    start.update(from: copy.start + row * copy.width, count: copy.width)
                }
            }
        }
        squares = zip(copies, places).map {
            rows_picture_square(x: Float($1.x), y: Float($1.y), side: Float($0.width))
        }
    }

    /// The index of the square for a sprite that has so many pixels on a side: the smallest one that is as
    /// large, but for rounding.
    func square(forSide side: Float) -> UInt32 {
        let steps = log2(max(squares[0].side / max(side, 1), 1)) + 0.01
        return UInt32(min(Int(steps), squares.count - 1))
    }

    /// Calls `body` with what the kernel draws from.
    func withKernelPicture(_ body: (UnsafePointer<rows_sprite_picture>) -> Void) {
        squares.withUnsafeBufferPointer { squares in
            var picture = rows_sprite_picture(
                bitmap: rows_bitmap(
                    pixels: bitmap.start, width: bitmap.width, height: bitmap.height),
                squares: squares.baseAddress!)
            body(&picture)
        }
    }

    public static func == (one: SpritePicture, other: SpritePicture) -> Bool { one === other }
}
