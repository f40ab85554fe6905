import Motion
import Testing

@testable import Sensor

struct RotationTrackTests {
    private let ms: Int64 = 1_000_000

    @Test func `the rate is that between two rotations, in the device's frame`() throws {
        var track = RotationTrack()
        let step = Vector3(0.01, -0.02, 0.005)
        let first = Quaternion(rotation: Vector3(0.3, 1, -2))
        _ = track.attitude(first, 0, arrival: 0)
        // The other sign is the same rotation.
        let next = first * Quaternion(rotation: step)
        let opposite = Quaternion(w: -next.w, vector: -next.vector)
        let attitude = try #require(track.attitude(opposite, 10 * ms, arrival: 10 * ms).first)
        #expect((attitude.rate - step / 0.01).length < 1e-9)
    }

    @Test func `what is no rotation, not newer or after a gap says nothing of the rate`() {
        var track = RotationTrack()
        _ = track.attitude(.identity, 0, arrival: 0)
        #expect(track.attitude(nil, 10 * ms, arrival: 10 * ms).isEmpty)
        #expect(track.attitude(.identity, 0, arrival: 20 * ms).isEmpty)
        let turned = Quaternion(rotation: Vector3(1, 0, 0))
        #expect(track.attitude(turned, 700 * ms, arrival: 700 * ms).first?.rate == .zero)
    }

    @Test func `a clock of its own is laid on ours, and may jump`() {
        var track = RotationTrack()
        let times = [(5_000_000, 100), (5_000_010, 110), (7, 120), (17, 130)].map {
            track.attitude(.identity, $0 * ms, arrival: $1 * ms).first?.timestamp
        }
        #expect(times == [100 * ms, 110 * ms, 120 * ms, 130 * ms])
    }
}
