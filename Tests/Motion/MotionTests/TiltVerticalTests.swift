import Glibc
import Testing

@testable import Motion

/// The tilt about the vertical axis of a screen that may stand upright.
@Suite struct TiltVerticalTests {
    /// A device that follows rates given in its own frame, 100 times a second.
    private struct Hand {
        var axisTilt = AxisTilt(settings: TiltSettings(axis: .vertical))
        var now: Attitude
        var largestStep = 0.0

        init(pitch: Double, settings: TiltSettings = TiltSettings(axis: .vertical)) {
            axisTilt = AxisTilt(settings: settings)
            now = attitude(pitch: pitch)
            _ = axisTilt.update(with: now)
        }

        /// Turns on at `rate` degrees a second, device frame.
        mutating func turn(_ rate: Vector3, seconds: Double, hasGyroscope: Bool = true) {
            for _ in 0..<Int((seconds * 100).rounded()) {
                let before = axisTilt.tilt ?? 0
                now.timestamp += 10_000_000
                now.rate = rate * (.pi / 180)
                now.quaternion = now.quaternion * Quaternion(rotation: now.rate * 0.01)
                let after = axisTilt.update(with: now, hasGyroscope: hasGyroscope) ?? 0
                largestStep = max(largestStep, abs(wrappedDegrees(after - before)))
            }
        }
    }

    @Test func `an upright screen is followed by its gyroscope`() {
        var hand = Hand(pitch: 90)
        #expect(hand.axisTilt.tilt == 0)
        hand.turn(Vector3(0, 60, 0), seconds: 0.5)
        #expect(isClose(hand.axisTilt.tilt, 30, within: 1e-6))
    }

    @Test func `in landscape the gyroscope's axis turns with the picture`() {
        let settings = TiltSettings(axis: .vertical, orientation: .landscapeLeft)
        var hand = Hand(pitch: 0, settings: settings)
        hand.now = attitude(roll: 90)
        hand.axisTilt = AxisTilt(settings: settings)
        _ = hand.axisTilt.update(with: hand.now)
        hand.turn(Vector3(-60, 0, 0), seconds: 0.5)
        #expect(isClose(hand.axisTilt.tilt, 30, within: 1e-6))
    }

    @Test func `at rest it is drawn back to neutral slowly`() {
        var hand = Hand(pitch: 90)
        hand.turn(Vector3(0, 60, 0), seconds: 0.5)
        hand.turn(.zero, seconds: 1)
        #expect(isClose(hand.axisTilt.tilt, 30, within: 0.1))
        hand.turn(.zero, seconds: 10)
        #expect(isClose(hand.axisTilt.tilt, 30 * exp(-1), within: 0.1))
        #expect(hand.largestStep < 0.7)
    }

    @Test func `without a gyroscope it holds`() {
        var hand = Hand(pitch: 80)
        hand.now = attitude(roll: 20, pitch: 80)
        hand.turn(Vector3(10, 0, 0), seconds: 0.6, hasGyroscope: false)
        let last = hand.axisTilt.tilt
        hand.turn(Vector3(0, 60, 0), seconds: 0.5, hasGyroscope: false)
        hand.turn(.zero, seconds: 10, hasGyroscope: false)
        #expect(last != 0 && hand.axisTilt.tilt == last)
    }

    @Test func `gravity takes over without a jump`() {
        var hand = Hand(pitch: 90)
        hand.turn(Vector3(0, 60, 0), seconds: 0.5)
        hand.turn(Vector3(-40, 0, 0), seconds: 1.5)
        hand.turn(.zero, seconds: 5)
        let up = hand.now.up
        #expect(isClose(hand.axisTilt.tilt, atan2(-up.x, up.z) * 180 / .pi))
        // 60 degrees a second are 0.6 a step; the remainder is the change to gravity's angle.
        #expect(hand.largestStep < 2)
    }

    @Test func `a screen turned over about the other axis comes to gravity's angle in steps`() {
        var hand = Hand(pitch: 0)
        hand.turn(Vector3(200, 0, 0), seconds: 0.8)
        // Half a turn in 0.3 s, the slower the nearer: 6 degrees in the first hundredth.
        #expect(hand.largestStep < 7)
        hand.turn(.zero, seconds: 6)
        #expect(isClose(abs(hand.axisTilt.tilt ?? 0), 180))
    }

    @Test func `a lying screen shows gravity's angle at once`() {
        var hand = Hand(pitch: 0)
        hand.turn(Vector3(0, 50, 0), seconds: 1)
        #expect(isClose(hand.axisTilt.tilt, 50, within: 1e-6))
    }

    @Test func `a prediction of an upright screen continues the turn`() {
        var hand = Hand(pitch: 90)
        hand.turn(Vector3(0, 60, 0), seconds: 0.5)
        var ahead = hand.now
        ahead.quaternion = ahead.quaternion * Quaternion(rotation: ahead.rate * 0.05)
        #expect(isClose(hand.axisTilt.tilt(of: ahead), 33, within: 1e-6))
        #expect(isClose(hand.axisTilt.tilt, 30, within: 1e-6))
    }

    @Test func `a long step, a doubled and a backward time change nothing`() {
        var hand = Hand(pitch: 90)
        for seconds in [10.0, 10, 3] {
            let turning = attitude(pitch: 90, at: seconds, rate: Vector3(0, 1, 0))
            #expect(hand.axisTilt.update(with: turning) == 0)
        }
    }
}
