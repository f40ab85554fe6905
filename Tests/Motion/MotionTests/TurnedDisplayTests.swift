import Glibc
import Motion
import Testing

/// The tilt while the display is turned against the device.
struct TurnedDisplayTests {
    /// The tilts of a device whose left edge is raised by `degrees`, after each step.
    private struct Device {
        var pipeline: TiltPipeline<AttitudeFilter>
        private var time: Int64 = 0

        init(_ settings: TiltSettings) {
            pipeline = TiltPipeline(TiltFollower(settings, forCard: true))
        }

        /// Rests for a second; gives the tilt about the card's axis.
        mutating func rest(leftEdge degrees: Double) -> Double? {
            for _ in 0..<100 {
                let turn = Quaternion(rotation: Vector3(0, degrees * .pi / 180, 0))
                pipeline.update(
                    with: Attitude(timestamp: time, quaternion: turn, rate: .zero))
                time += 10_000_000
            }
            return pipeline.tilts?.card
        }
    }

    private func isNear(_ tilt: Double?, _ wanted: Double) -> Bool {
        tilt.map { abs($0 - wanted) < 1e-6 } ?? false
    }

    @Test(arguments: [
        (DisplayOrientation.natural, 0.0), (.landscapeLeft, 20), (.landscapeRight, -20),
        (.inverted, 0),
    ])
    func `lying flat stays neutral, about the turned axis`(
        orientation: DisplayOrientation, tilt: Double
    ) {
        var device = Device(TiltSettings(neutral: .gravity))
        #expect(isNear(device.rest(leftEdge: 20), 0))
        device.pipeline.turn(to: orientation)
        #expect(isNear(device.rest(leftEdge: 20), tilt))
        device.pipeline.turn(to: .natural)
        #expect(isNear(device.rest(leftEdge: 20), 0))
    }

    @Test func `the pose in which a display was turned is the new start`() {
        var device = Device(TiltSettings(neutral: .start))
        _ = device.rest(leftEdge: 0)
        device.pipeline.turn(to: .landscapeLeft)
        #expect(isNear(device.rest(leftEdge: 20), 0))
        #expect(isNear(device.rest(leftEdge: 35), 15))
    }

    @Test func `a pose that the viewer has taken is taken anew`() {
        var device = Device(TiltSettings(neutral: .gravity))
        _ = device.rest(leftEdge: 10)
        device.pipeline.recenter()
        device.pipeline.turn(to: .landscapeLeft)
        #expect(isNear(device.rest(leftEdge: 20), 0))
        #expect(isNear(device.rest(leftEdge: 0), -20))
    }

    @Test func `an orientation that was chosen stays`() {
        var device = Device(TiltSettings(orientation: .landscapeRight, neutral: .gravity))
        device.pipeline.turn(to: .landscapeLeft)
        #expect(isNear(device.rest(leftEdge: 20), -20))
    }
}
