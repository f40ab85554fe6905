import Geometry
import Testing

@testable import Display

/// What fingers and buttons do on a window; a button has no number.
@Suite struct GestureTests {
    private let here = Point(x: 10, y: 10)
    private let there = Point(x: 90, y: 90)

    @Test func `of several fingers only the first counts`() {
        var gesture = Gesture()
        gesture.begin(at: here, finger: 1, now: 0)
        gesture.begin(at: there, finger: 2, now: 0.1)
        #expect(gesture.move(to: there, finger: 2) == nil)
        #expect(gesture.isHeld(byOtherThan: 2) && !gesture.isHeld(byOtherThan: 1))
        #expect(gesture.end(finger: 2, now: 0.2) == nil)
        #expect(gesture.end(finger: 1, now: 0.2) == here)
        // The first one is lifted, so that another may be the first.
        gesture.begin(at: there, finger: 3, now: 0.3)
        #expect(gesture.move(to: here, finger: 3) == there)
    }

    @Test(arguments: [nil, Int64(5)])
    func `a short touch is a tap, one that moves a drag, and one that lasts neither`(finger: Int64?)
    {
        var gesture = Gesture()
        gesture.begin(at: here, finger: finger, now: 0)
        #expect(gesture.end(finger: finger, now: 0.3) == here)
        gesture.begin(at: here, finger: finger, now: 1)
        #expect(gesture.move(to: there, finger: finger) == here)
        #expect(gesture.end(finger: finger, now: 1.1) == nil)
        gesture.begin(at: here, finger: finger, now: 2)
        // A finger that is held still is a long touch; a button is none.
        #expect(gesture.takeLongTouch(now: 3) == (finger == nil ? nil : here))
        #expect(gesture.end(finger: finger, now: 3) == nil)
    }

    @Test func `a finger that was held still may begin a drag`() {
        var gesture = Gesture()
        gesture.begin(at: here, finger: 1, now: 0)
        #expect(gesture.takeLongTouch(now: 1) == here)
        #expect(gesture.takeLongTouch(now: 2) == nil)
        #expect(gesture.move(to: there, finger: 1) == here)
        #expect(gesture.move(to: there, finger: 1) == nil)
        #expect(gesture.end(finger: 1, now: 2) == nil)
    }
}
