import Compositor
import Foundation
import Geometry
import Motion
import Picture
import Platform
import Testing

@testable import Playback

/// A card as an object: how it is turned, where it is seen, and who may draw it.
@Suite struct HeldObjectTests {
    private static let poses: [(x: Double, y: Double)] = [
        (0, 0), (20, 0), (0, -20), (12, 7), (-35, 50), (60, 0), (0, 60), (180, -180),
        (.nan, .infinity),
    ]

    private func turn(_ x: Double, _ y: Double) -> CardTurn {
        CardTurn(Tilts(card: 0, aboutVertical: x, aboutHorizontal: y), axis: .horizontal)
    }

    private func dot(_ one: SIMD3<Double>, _ two: SIMD3<Double>) -> Double { (one * two).sum() }

    @Test(arguments: poses)
    func `a turn keeps lengths and right angles, and faces the viewer`(pose: (x: Double, y: Double))
    {
        let turn = turn(pose.x, pose.y)
        for direction in [turn.right, turn.down, turn.out] {
            #expect(abs(dot(direction, direction) - 1) < 1e-12)
        }
        for (one, two) in [(turn.right, turn.down), (turn.down, turn.out), (turn.out, turn.right)] {
            #expect(abs(dot(one, two)) < 1e-12)
        }
        #expect(turn.out.z > 0.49)
    }

    @Test(arguments: [(20.0, 0.0), (0, -20), (12, 7), (-35, 40)])
    func `gravity's direction in the turned card is that of the tilts`(x: Double, y: Double) {
        // The viewer looks down at the card: up is towards the viewer.
        let turn = turn(x, y)
        let up = (x: turn.right.z, y: -turn.down.z, z: turn.out.z)
        #expect(abs(atan2(-up.x, up.z) * 180 / .pi - x) < 1e-9)
        #expect(abs(atan2(up.y, up.z) * 180 / .pi - y) < 1e-9)
    }

    @Test(
        arguments: [Size(width: 1600, height: 1000), Size(width: 480, height: 672)],
        HeldCard.Body.allCases)
    func `a card that is turned about one axis stays inside of the picture`(
        card: Size, body: HeldCard.Body
    ) {
        let object = HeldCard(card, as: body, size: PixelSize(width: 640, height: 400))
        for (x, y) in [(0.0, 0.0), (20, 20), (60, 0), (-60, 0), (0, 60), (0, -60)] {
            let box = object.box(turn(x, y))
            for (right, down) in [(0.0, 0.0), (1, 0), (0, 1), (1, 1)] {
                let corner = box.toScreen.apply(
                    Point(x: right * box.size.width, y: down * box.size.height))
                #expect((4...636).contains(corner.x) && (4...396).contains(corner.y), "\(x), \(y)")
            }
        }
    }

    @Test func `threads with compositors of their own draw the same object`() async {
        let object = HeldCard(
            Size(width: 160, height: 100), size: PixelSize(width: 320, height: 200))
        let flat = Bitmap(object.flatSize) { x, y in
            0xFF00_0000 | UInt32(x % 256) << 16 | UInt32(y % 256)
        }
        let turns = (0..<8).map { turn(Double($0) * 5 - 20, 10) }
        var compositor = CPUCompositor()
        let alone = turns.map { compositor.bitmap(object.frame(of: flat, turned: $0)) }
        await withTaskGroup(of: (Int, Bitmap).self) { group in
            for (number, turn) in turns.enumerated() {
                group.addTask {
                    var own = CPUCompositor()
                    return (number, own.bitmap(object.frame(of: flat, turned: turn)))
                }
            }
            for await (number, bitmap) in group {
                #expect(bitmap.pixels.elementsEqual(alone[number].pixels))
            }
        }
        #expect(!alone[0].pixels.elementsEqual(alone[1].pixels))
    }
}
