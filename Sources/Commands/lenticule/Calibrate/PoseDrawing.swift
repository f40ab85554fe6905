import Geometry
import Glibc
import Motion
import Paint
import Picture
import Platform

/// A drawing of a device in a calibration pose, with its top edge marked.
struct PoseDrawing {
    let pose: CalibrationPose
    /// The elapsed share of the required rest, 0 to 1, shown at the table's edge.
    var share = 0.0

    /// The size of the drawing, in its own units.
    static let size = Size(width: 800, height: 500)

    /// Of the top edge and of the rest that is over.
    private static let light = Colour(0xFFD28A)

    /// The drawing at this size, in colours of the demo card.
    func bitmap(_ size: PixelSize) throws(PictureError) -> Bitmap {
        guard let bitmap = Bitmap.drawn(size, draw) else {
            throw PictureError(.malformed, "no memory for \(size.width) x \(size.height) pixels")
        }
        return bitmap
    }

    private func draw(on canvas: borrowing Canvas) {
        canvas.setUserSpace(Self.size, fit: .stretch)
        canvas.addBox(Rect(Self.size))
        canvas.fill(Self.room, down: Rect(Self.size))
        let (origin, x, y) = placement
        canvas.withUserSpace(origin: origin, x: x, y: y) { drawDevice(on: canvas) }
        addLine(on: canvas, from: 120, to: 680, y: 330)
        canvas.stroke(Colour(0x3B425C), width: 5)
        // The lit part of the table's edge grows from the centre outwards.
        guard share > 0 else { return }
        let half = 280 * min(1, share)
        addLine(on: canvas, from: 400 - half, to: 400 + half, y: 330)
        canvas.stroke(Self.light, width: 5)
    }

    private static let room = [Gradient.Stop(0, Colour(0x1B2033)), .init(1, Colour(0x0D0F18))]

    /// Where the device's centre lies, and its unit vectors to the right and down.
    private typealias Placement = (origin: Point, right: Point, down: Point)

    /// The device is seen from the front, or if it lies, from a little above.
    private var placement: Placement {
        switch pose {
        case .flat, .faceDown:
            (
                Point(x: 400, y: 290), Point(x: 1, y: 0),
                Point(x: -0.36 * tan(35 * .pi / 180), y: 0.36)
            )
        case .topUp: turned(by: 0, y: 217)
        case .rightDown: turned(by: 90, y: 177)
        case .topDown: turned(by: 180, y: 217)
        case .leftDown: turned(by: -90, y: 177)
        }
    }

    private func turned(by degrees: Double, y: Double) -> Placement {
        let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        return (Point(x: 400, y: y), Point(x: cosine, y: sine), Point(x: -sine, y: cosine))
    }

    /// 300 x 220 about the origin, with the top edge marked.
    private func drawDevice(on canvas: borrowing Canvas) {
        canvas.addBox(Rect(x: -150, y: -110, width: 300, height: 220), radius: 14)
        canvas.fill(Colour(0x4A5270))
        if pose == .faceDown { drawCamera(on: canvas) } else { drawScreen(on: canvas) }
        addLine(on: canvas, from: -136, to: 136, y: -110)
        canvas.stroke(Self.light, width: 6)
    }

    private func drawCamera(on canvas: borrowing Canvas) {
        canvas.addBox(Rect(x: 107, y: -88, width: 16, height: 16), radius: 8)
        canvas.fill(Colour(0x252B3F))
    }

    /// Hills under an evening sky.
    private func drawScreen(on canvas: borrowing Canvas) {
        let screen = Rect(x: -136, y: -96, width: 272, height: 192)
        canvas.addBox(screen, radius: 4)
        canvas.fill(Self.sky, down: screen)
        canvas.move(to: Point(x: -136, y: 40))
        canvas.addCurve(Point(x: -60, y: 5), to: Point(x: 0, y: 30))
        canvas.addCurve(Point(x: 60, y: 55), to: Point(x: 136, y: 20))
        canvas.addLine(to: Point(x: 136, y: 92))
        canvas.addCurve(Point(x: 136, y: 96), to: Point(x: 132, y: 96))
        canvas.addLine(to: Point(x: -132, y: 96))
        canvas.addCurve(Point(x: -136, y: 96), to: Point(x: -136, y: 92))
        canvas.fill(Colour(0x2A2740))
    }

    private static let sky = [
        Gradient.Stop(0, Colour(0x5D7FB8)), .init(0.6, Colour(0xE8A87C)),
        .init(1, Colour(0x3A3550)),
    ]

    private func addLine(
        on canvas: borrowing Canvas, from left: Double, to right: Double, y: Double
    ) {
        canvas.move(to: Point(x: left, y: y))
        canvas.addLine(to: Point(x: right, y: y))
    }
}

extension Colour {
    /// 0xRRGGBB.
    fileprivate init(_ hexadecimal: UInt32) {
        func component(_ shift: UInt32) -> Double { Double(hexadecimal >> shift & 0xFF) / 255 }
        self.init(red: component(16), green: component(8), blue: component(0))
    }
}
