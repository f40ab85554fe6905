import Foundation

/// Red, green and blue, each 0 to 255.
typealias Colour = SIMD3<Double>

extension Colour {
    /// A bitmap's opaque pixel.
    init(_ pixel: UInt32) {
        self.init(Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255))
    }
}

/// A picture of an X screen, from an X window dump (X11/XWDFile.h).
struct Screenshot: Equatable {
    let width: Int
    let height: Int
    private let stride: Int
    private let bytes: Data

    struct Malformed: Error {}

    /// Takes a dump of 32 bits a pixel, little-endian, as Xvfb makes it.
    init(xwd: Data) throws {
        guard xwd.count > 100 else { throw Malformed() }
        // The header is big-endian; behind it and the server's name is a colour map.
        func field(_ index: Int) -> Int {
            xwd[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        (width, height, stride) = (field(4), field(5), field(12))
        let start = field(0) + 12 * field(19)
        guard field(1) == 7, field(7) == 0, field(11) == 32, xwd.count >= start + stride * height
        else { throw Malformed() }
        bytes = xwd.subdata(in: start..<start + stride * height)
    }

    subscript(x: Int, y: Int) -> Colour {
        let place = y * stride + 4 * x
        return Colour(Double(bytes[place + 2]), Double(bytes[place + 1]), Double(bytes[place]))
    }

    /// The rows of a rectangle as they are in memory, to be compared.
    func crop(_ rect: Rect) -> [Data] {
        (rect.y..<rect.y + rect.height).map { y in
            let start = y * stride + 4 * rect.x
            return bytes.subdata(in: start..<start + 4 * rect.width)
        }
    }
}

/// A rectangle of whole pixels on the screen.
struct Rect: Equatable {
    var x, y, width, height: Int

    var centre: (x: Int, y: Int) { (x + width / 2, y + height / 2) }
}

/// The largest difference of a component.
func difference(_ a: Colour, _ b: Colour) -> Double {
    max(abs(a.x - b.x), abs(a.y - b.y), abs(a.z - b.z))
}
