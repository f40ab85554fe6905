import Geometry
import Picture

/// Pictures for sheets.
enum Painted {
    /// Flat colours that are far from each other.
    static let colours: [UInt32] = [
        0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FF00, 0xFF00_FFFF, 0xFFFF_00FF,
    ]

    static func flat(_ count: Int, _ size: PixelSize) -> [Bitmap] {
        (0..<count).map { number in
            Bitmap(
                width: size.width, height: size.height,
                pixels: Array(repeating: colours[number], count: size.area))
        }
    }

    /// Smooth pictures, in which each place has a colour of its own in each.
    static func smooth(_ count: Int, _ size: PixelSize) -> [Bitmap] {
        (0..<count).map { number in
            let pixels = (0..<size.area).map { place -> UInt32 in
                let x = Double(place % size.width) / Double(size.width)
                let y = Double(place / size.width) / Double(size.height)
                let share = Double(number) / Double(count)
                let colour = [x, y, (x + 2 * y) / 3].enumerated().map { index, value in
                    let turned = (value + share * Double(index + 1)).truncatingRemainder(
                        dividingBy: 2)
                    return UInt32(255 * (turned < 1 ? turned : 2 - turned))
                }
                return 0xFF00_0000 | colour[0] << 16 | colour[1] << 8 | colour[2]
            }
            return Bitmap(width: size.width, height: size.height, pixels: pixels)
        }
    }
}

extension Bitmap {
    /// Its colour, as parts of 255.
    func colour(_ x: Int, _ y: Int) -> [Double] {
        [16, 8, 0].map { Double(self[x, y] >> $0 & 255) }
    }
}

extension [UInt8] {
    /// A dot of a row, as a bitmap has it.
    func dot(_ column: Int) -> UInt32 {
        let parts = self[3 * column..<3 * column + 3]
        return parts.reduce(0xFF) { $0 << 8 | UInt32($1) }
    }
}
