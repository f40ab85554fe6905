import Glibc
import Testing

@testable import Motion

/// The filter and the display together, with the noise of real sensors.
struct AtRestTests {
    /// A sensor lying at a tilt: 0.1 degrees a second and 0.3 mg for each √Hz, and its steps.
    private struct Sensor {
        var rate: Double
        var bits: Double
        var random = RandomNumbers(seed: 4)

        /// The reading at `t` seconds where the tilt is `angle` and turns with `w`, both in radians.
        mutating func sample(at t: Double, angle: Double, turning w: Double) -> ImuSample {
            let width = (rate / 2).squareRoot()
            let noise = (0.1 * .pi / 180 * width, 0.3e-3 * standardGravity * width)
            let force = standardGravity * Vector3(0, sin(angle), cos(angle))
            let bias = 0.5 * .pi / 180 * Vector3(1, -1, 0.5)
            return ImuSample(
                timestamp: Int64(t * 1e9),
                acceleration: coarse(force + noise.1 * random.sumsOfTwelve(), 4 * standardGravity),
                rotationRate: coarse(
                    Vector3(w, 0, 0) + bias + noise.0 * random.sumsOfTwelve(), 2000 * .pi / 180))
        }

        private func coarse(_ v: Vector3, _ span: Double) -> Vector3 {
            let step = 2 * span / pow(2, bits)
            return step * (v * (1 / step)).rounded(.toNearestOrAwayFromZero)
        }
    }

    /// The tilts shown, degrees, from the fifth second on, with the true ones.
    private func shown(
        _ sensor: Sensor, seconds: Double, tilt: (Double) -> Double, rate: Double
    ) -> [(shown: Double, truth: Double)] {
        var (sensor, filter, display) = (sensor, AttitudeFilter(), TiltDeadBand())
        var pairs: [(shown: Double, truth: Double)] = []
        for k in 0..<Int(seconds * sensor.rate) {
            let t = Double(k) / sensor.rate
            let angle = tilt(t) * .pi / 180
            filter.update(with: sensor.sample(at: t, angle: angle, turning: rate * .pi / 180))
            guard let attitude = filter.attitude,
                let value = display.update(
                    tilt: atan2(attitude.up.y, attitude.up.z) * 180 / .pi,
                    rate: attitude.rate.x * 180 / .pi, timestamp: attitude.timestamp)
            else { continue }
            if t > 5 { pairs.append((value, tilt(t))) }
        }
        return pairs
    }

    @Test(arguments: [(100.0, 12.0), (200, 16), (400, 16)], [-1.17, 14.9])
    func `the picture of a resting device does not change`(
        sensor: (rate: Double, bits: Double), tilt: Double
    ) {
        let values = shown(
            Sensor(rate: sensor.rate, bits: sensor.bits), seconds: 65, tilt: { _ in tilt }, rate: 0)
        // One level of 255 over 60 degrees, and at most one change in this minute.
        let levels = values.map { ($0.shown * 255 / 60).rounded() }
        let changes = zip(levels, levels.dropFirst()).filter { $0 != $1 }
        #expect(changes.count <= 1)
        for (a, b) in changes { #expect(abs(a - b) <= 1) }
    }

    @Test(arguments: [(50.0, 10.0), (100, 10), (200, 16)], [-1.17, 1])
    func `no level of the picture comes and goes more often than once a minute`(
        sensor: (rate: Double, bits: Double), tilt: Double
    ) {
        let values = shown(
            Sensor(rate: sensor.rate, bits: sensor.bits), seconds: 605, tilt: { _ in tilt }, rate: 0
        ).map(\.shown)
        let moves = zip(values, values.dropFirst()).filter { $0 != $1 }
        // Wherever an edge may lie: how often the shown tilt passed it.
        for edge in stride(from: tilt - 0.25, to: tilt + 0.25, by: 0.002) {
            #expect(moves.count { ($0 < edge) != ($1 < edge) } <= 10)
        }
    }

    @Test func `a slow turn from rest is shown within a second`() {
        let values = shown(
            Sensor(rate: 200, bits: 16), seconds: 45, tilt: { 5 + 0.2 * max(0, $0 - 4) }, rate: 0.2)
        // A second at 0.2 degrees a second, and the noise of what is shown.
        for value in values { #expect(abs(value.shown - value.truth) <= 0.2 + 0.03) }
    }
}
