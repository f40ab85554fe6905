import Service
import Testing

@testable import Motion

@Suite struct StateFollowerTests {
    private func follower() -> StateFollower {
        StateFollower(
            tilt: TiltSettings(neutral: .auto), state: TiltStateSettings(), isHeldInHand: true)
    }

    /// Upright by `pitch` degrees, at so many seconds.
    private func attitude(pitch: Double, at seconds: Double) -> Attitude {
        Attitude(
            timestamp: Int64(seconds * 1e9),
            quaternion: Quaternion(rotation: Vector3(pitch * .pi / 180, 0, 0)), rate: .zero)
    }

    @Test func `after an interruption the old pose is not told as a new one`() {
        var follower = follower()
        follower.update(with: .attitude(attitude(pitch: 30, at: 0)))
        #expect(follower.state(of: .open).sensorState == .streaming)
        follower.interrupt()
        let waiting = follower.state(of: .waiting(for: "x"))
        #expect(waiting.sensorState == .waiting && waiting.values != nil)
        #expect(follower.state(of: .open) == MotionState(sensorState: .starting))
        let present = attitude(pitch: -20, at: 60)
        follower.update(with: .attitude(present))
        let state = follower.state(of: .open)
        #expect(state.sensorState == .streaming && state.values?.attitude == present)
    }

    @Test func `after an interruption the gyroscope alone tells no pose`() {
        var follower = follower()
        func update(_ milliseconds: Int64, isRateAlone: Bool = false) {
            follower.update(
                with: .sample(
                    ImuSample(
                        timestamp: milliseconds * 1_000_000,
                        acceleration: isRateAlone ? nil : Vector3(0, 0, 9.8), rotationRate: .zero)))
        }
        for index in 0..<100 { update(Int64(index) * 10) }
        follower.interrupt()
        update(60_000, isRateAlone: true)
        #expect(follower.state(of: .open) == MotionState(sensorState: .starting))
        update(60_010)
        #expect(follower.state(of: .open).sensorState == .streaming)
    }

    @Test func `neutral auto is gravity, and a corrected sign keeps the tilt`() {
        var follower = follower()
        var tilts: [Double] = []
        for index in 0..<200 {
            let pose = attitude(pitch: 30, at: Double(index) / 100)
            follower.update(with: .attitude(index < 100 ? pose : pose.withUpReversed))
            tilts.append(follower.state(of: .open).values?.tilt ?? .nan)
        }
        #expect(abs(tilts[99] - 30) < 1e-9)
        // Then neutral goes back to gravity's, at 180 degrees in a time constant of a second.
        #expect(abs(tilts[100] - 30) < 3)
    }
}
