import Motion
import Testing

@testable import IIO

struct AngularRatesTests {
    /// The rate that an attitude gets, at a time in milliseconds.
    private func rate(
        _ rates: inout AngularRates, _ quaternion: Quaternion, at time: Int64
    ) -> Vector3? {
        var reading = Reading.attitude(
            Attitude(timestamp: time * 1_000_000, quaternion: quaternion, rate: .zero))
        rates.setRate(of: &reading)
        return reading.attitude?.rate
    }

    @Test func `the rate is that between two rotations, in the device's frame`() throws {
        var rates = AngularRates()
        let step = Vector3(0.01, -0.02, 0.005)
        let first = Quaternion(rotation: Vector3(0.3, 1, -2))
        #expect(rate(&rates, first, at: 0) == .zero)
        // The other sign is the same rotation.
        let next = first * Quaternion(rotation: step)
        let opposite = Quaternion(w: -next.w, vector: -next.vector)
        let found = try #require(rate(&rates, opposite, at: 10))
        #expect((found - step / 0.01).length < 1e-9)
    }

    @Test(arguments: [0, -5, 700])
    func `a step that is none, back or too long says nothing of the rate`(time: Int64) {
        var rates = AngularRates()
        _ = rate(&rates, .identity, at: 0)
        #expect(rate(&rates, Quaternion(rotation: Vector3(1, 0, 0)), at: time) == .zero)
    }
}
