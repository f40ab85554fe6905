import Service
import Testing

@testable import Motion

@Suite struct StateFollowerTests {
    private func follower(playbackSpeed: Double? = nil) -> StateFollower {
        StateFollower(
            tilt: TiltSettings(neutral: .auto), state: TiltStateSettings(), isSensor: true,
            playbackSpeed: playbackSpeed)
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

    @Test func `recentering after an interruption takes the pose that follows`() {
        var follower = follower()
        follower.update(with: .attitude(attitude(pitch: 30, at: 0)))
        follower.interrupt()
        follower.recenter()
        follower.interrupt()
        let old = follower.state(of: .waiting(for: "x")).values?.tilt ?? .nan
        #expect(abs(old - 30) < 1e-9)
        for (pitch, tilt) in [(-20.0, 0.0), (-10, 10)] {
            follower.update(with: .attitude(attitude(pitch: pitch, at: 60 + pitch / 100)))
            let found = follower.state(of: .open).values?.tilt ?? .nan
            #expect(abs(found - tilt) < 1e-9)
        }
    }

    @Test func `recentering after a short interruption waits until gravity is found`() {
        var follower = follower()
        func rest(pitch: Double, from start: Int, seconds: Int) {
            let up = Quaternion(rotation: Vector3(-pitch * .pi / 180, 0, 0))
                .rotate(Vector3(0, 0, 9.8))
            for index in start * 100..<(start + seconds) * 100 {
                follower.update(
                    with: .sample(
                        ImuSample(
                            timestamp: Int64(index) * 10_000_000, acceleration: up,
                            rotationRate: .zero)))
            }
        }
        rest(pitch: 0, from: 0, seconds: 5)
        follower.interrupt()
        follower.recenter()
        rest(pitch: 40, from: 6, seconds: 5)
        #expect(abs(follower.state(of: .open).values?.tilt ?? .nan) < 0.5)
    }

    @Test(arguments: [(nil, 1), (1, 1), (4, 4), (0.5, 0.5)] as [(Double?, Double)])
    func `times and rates of a log are as it is played`(speed: Double?, factor: Double) throws {
        var follower = follower(playbackSpeed: speed)
        let found = try [5.0, 6].map { seconds -> Attitude in
            var turning = attitude(pitch: 10 * seconds, at: seconds)
            turning.rate = Vector3(0.25, 0, 0)
            follower.update(with: .attitude(turning))
            return try #require(follower.state(of: .open).values).attitude
        }
        #expect(found[0].timestamp == 5_000_000_000)
        #expect(found[1].timestamp == 5_000_000_000 + Int64(1e9 / factor))
        #expect(found.allSatisfy { $0.rate == Vector3(0.25 * factor, 0, 0) })
    }

    @Test func `without a gyroscope the rate is that of the attitudes`() throws {
        var follower = follower()
        var states: [MotionState.Values] = []
        // Rolls by half a radian a second from the first second on.
        for index in 0..<300 {
            let roll = 0.005 * Double(max(0, index - 100))
            let up = Quaternion(rotation: Vector3(0, -roll, 0)).rotate(Vector3(0, 0, 9.8))
            follower.update(
                with: .sample(
                    ImuSample(
                        timestamp: Int64(index) * 10_000_000, acceleration: up, rotationRate: nil)))
            if let values = follower.state(of: .open).values { states.append(values) }
        }
        #expect(states[90].attitude.rate.length < 1e-6)
        let rate = try #require(states.last).attitude.rate
        #expect((rate - Vector3(0, 0.5, 0)).length < 0.05, "\(rate)")
    }

    @Test func `a state says how often the log has started again`() {
        var follower = follower()
        let counts = (0..<4).map { index -> Int? in
            var sample = ImuSample(
                timestamp: Int64(index) * 10_000_000, acceleration: Vector3(0, 0, 9.8),
                rotationRate: .zero)
            sample.startsAgain = index % 2 == 1
            follower.update(with: .sample(sample))
            return follower.state(of: .open).values?.restarts
        }
        #expect(counts == [0, 1, 1, 2])
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
