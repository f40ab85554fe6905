import Motion
import Testing

@Suite struct AttitudeFollowerTests {
    /// Turns about x at `rate` rad/s, 100 times a second.
    private func turning(at rate: Double, seconds: Double) -> [Attitude] {
        stride(from: 0, to: seconds, by: 0.01).map { time in
            Attitude(
                timestamp: Int64(time * 1e9),
                orientation: Quaternion(rotation: Vector3(rate * time, 0, 0)),
                rate: Vector3(rate, 0, 0))
        }
    }

    @Test func `a ready-made attitude passes unchanged and is carried forward by its rate`() throws
    {
        var follower = AttitudeFollower()
        let attitudes = turning(at: 1, seconds: 1)
        for attitude in attitudes { follower.update(with: attitude) }
        #expect(follower.attitude == attitudes.last)
        #expect(follower.status == .moving)
        let ahead = try #require(follower.predicted(after: 0.02))
        let pitch = EulerAngles(ahead.orientation).pitch
        // 0.99 s and 20 ms more; a constant rate leaves nothing to guess but the low-pass's trust.
        #expect(abs(pitch - 1.01) < 1e-3)
    }

    @Test func `at rest nothing is carried forward`() {
        var follower = AttitudeFollower()
        for attitude in turning(at: 0.001, seconds: 1) { follower.update(with: attitude) }
        #expect(follower.status == .resting)
        #expect(follower.predicted(after: 0.05) == follower.attitude)
    }

    @Test func `an attitude that is no number is not taken`() {
        var follower = AttitudeFollower()
        let good = turning(at: 1, seconds: 0.1)
        for attitude in good { follower.update(with: attitude) }
        var bad = good[0]
        bad.orientation.w = .nan
        follower.update(with: bad)
        #expect(follower.attitude == good.last)
        #expect(follower.status == .doubtful)
    }
}
