import Motion
import Testing

@testable import Display

@Suite struct PointerTiltTests {
    private func tilt(_ axis: TiltAxis = .horizontal) -> PointerTilt {
        PointerTilt(axis: axis, baseDegrees: 60)
    }

    /// Moves the pointer there, and waits until the card has followed.
    private func settled(_ tilt: PointerTilt, at place: (x: Double, y: Double)?) -> Double? {
        tilt.pointer((0.1, 0.1), at: 0)
        tilt.pointer((0.2, 0.2), at: 0)
        tilt.pointer(place, at: 0)
        for step in 1...300 { _ = tilt.tilt(at: Double(step) / 100) }
        return tilt.tilt(at: 3.1)
    }

    @Test func `the centre is neutral and the edges are the base angle`() {
        #expect(settled(tilt(), at: (0.7, 0)) == 0)
        #expect(settled(tilt(), at: (0, 1)) == 60)
        #expect(settled(tilt(), at: (0, -1)) == -60)
        #expect(settled(tilt(.vertical), at: (0.5, -1)) == -30)
        #expect(settled(tilt(.steering), at: (0.5, -1)) == 30)
    }

    @Test(arguments: TiltAxis.allCases)
    func `the pointer is the viewer's eye, about both axes`(axis: TiltAxis) {
        let tilt = tilt(axis)
        _ = settled(tilt, at: (0.5, -1))
        let tilts = tilt.expected(at: 3.1)
        #expect(tilts?.aboutVertical == -30 && tilts?.aboutHorizontal == -60)
    }

    @Test func `a pointer that leaves lets the card swing back`() {
        let tilt = tilt()
        _ = settled(tilt, at: (0, 1))
        tilt.pointer(nil, at: 3.1)
        let swing = (1...200).compactMap { tilt.tilt(at: 3.1 + Double($0) / 100) }
        #expect(swing.min()! < -0.1, "it swings a little past neutral")
        #expect(swing.last == 0 && !tilt.isMoving(at: 6))
    }

    @Test func `it sways by itself until the pointer moves`() {
        let tilt = tilt()
        #expect(tilt.tilt(at: 10) == 0)
        let sway = (0..<700).compactMap { tilt.tilt(at: 10 + Double($0) / 100) }
        #expect(abs(sway.max()! - 60) < 0.1 && abs(sway.min()! + 60) < 0.1)
        tilt.pointer((0, 0), at: 17)
        #expect(tilt.isMoving(at: 17), "a window that opens under the pointer is no movement")
        tilt.pointer((0, 0.001), at: 17.1)
        for step in 1...300 { _ = tilt.tilt(at: 17.1 + Double(step) / 100) }
        #expect(!tilt.isMoving(at: 21))
    }

    @Test func `it sways for a minute, then rests until something moves`() {
        let tilt = tilt()
        let sway = (0...6290).map { tilt.tilt(at: 5 + Double($0) / 100) ?? 0 }
        #expect(sway.suffix(700).max()! > 59.9 && tilt.isMoving(at: 67.9))
        let end = (6291...7000).map { tilt.tilt(at: 5 + Double($0) / 100) ?? 0 }
        let steps = zip(end, end.dropFirst()).map { abs($0 - $1) }
        #expect(steps.max()! < 1, "it does not jump")
        #expect(end.last == 0 && !tilt.isMoving(at: 75))
        for time in [100.0, 1000, 86_400] { #expect(tilt.tilt(at: time) == 0) }
        tilt.pointer((0, 1), at: 86_400)
        #expect(tilt.isMoving(at: 86_400))
        for step in 1...300 { _ = tilt.tilt(at: 86_400 + Double(step) / 100) }
        #expect(tilt.tilt(at: 86_404) == 60)
    }

    @Test func `it rests also if nobody has looked at the end of the sway`() {
        let tilt = tilt()
        _ = tilt.tilt(at: 0)
        #expect(tilt.tilt(at: 1000) == 0 && !tilt.isMoving(at: 1000))
    }

    @Test func `the spring is the same at every frame rate`() {
        let (fast, slow) = (tilt(), tilt())
        for each in [fast, slow] {
            each.pointer((0.1, 0.1), at: 0)
            each.pointer((0, 1), at: 0)
        }
        for step in 1...20 { _ = fast.tilt(at: Double(step) / 200) }
        #expect(abs(fast.tilt(at: 0.1)! - slow.tilt(at: 0.1)!) < 1e-9)
    }
}

extension PointerTilt {
    /// The tilt about the card's axis, as a player takes it.
    fileprivate func tilt(at time: Double) -> Double? {
        _ = inputs(until: time)
        return expected(at: time)?.card
    }
}
