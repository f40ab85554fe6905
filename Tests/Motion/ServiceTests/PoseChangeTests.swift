import Motion
import Testing

@testable import Service

@Suite struct PoseChangeTests {
    /// Whether the pose counts as changing, of poses 10 ms apart that are rotated by these angles, in
    /// radians.
    private func changes(_ angles: [Double]) -> [Bool] {
        var poses = PoseChange()
        return angles.enumerated().map { index, angle in
            poses.isRecent(
                at: Attitude(
                    timestamp: Int64(index) * 10_000_000,
                    quaternion: Quaternion(rotation: Vector3(angle, 0, 0)), rate: .zero))
        }
    }

    @Test func `a pose that stays, but for noise, changes no more after half a second`() {
        let found = changes((0..<100).map { $0.isMultiple(of: 2) ? 0 : 0.001 })
        #expect(found == (0..<100).map { $0 < 50 })
    }

    @Test func `slow motion changes the pose all the time`() {
        #expect(changes((0..<500).map { 0.0001 * Double($0) }).allSatisfy { $0 })
    }

    @Test func `a clock that jumps back begins anew`() {
        var poses = PoseChange()
        let times: [Int64] = [0, 2_000_000_000, 1_000_000_000, 1_600_000_000, -1]
        let found = times.map {
            poses.isRecent(at: Attitude(timestamp: $0, quaternion: .identity, rate: .zero))
        }
        #expect(found == [true, false, false, false, true])
    }
}
