import Glibc
import Testing

@testable import Motion

/// Rounding of a few operations on angles up to 180.
private let tolerance = 1e-9

/// An attitude that Core Motion would call by these angles, in degrees.
func attitude(
    roll: Double = 0, pitch: Double = 0, yaw: Double = 0, at seconds: Double = 0,
    rate: Vector3 = .zero
) -> Attitude {
    let (x, y, z) = (Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1))
    func turned(_ degrees: Double, about axis: Vector3) -> Quaternion {
        Quaternion(rotation: axis * (degrees * .pi / 180))
    }
    return Attitude(
        timestamp: Int64((seconds * 1e9).rounded()),
        quaternion: turned(yaw, about: z) * turned(pitch, about: x) * turned(roll, about: y),
        rate: rate)
}

func isClose(_ a: Double?, _ b: Double, within tolerance: Double = tolerance) -> Bool {
    a.map { abs($0 - b) <= tolerance } ?? false
}

private func tilt(_ settings: TiltSettings, _ attitude: Attitude) -> Double? {
    var axisTilt = AxisTilt(settings: settings)
    return axisTilt.update(with: attitude)
}

@Suite struct TiltTests {
    @Test(arguments: [-180.0, -135, -90, -60, -1, 0, 1, 30, 90, 135, 180])
    func `pitching tilts about the horizontal axis all the way round`(degrees: Double) {
        let expected = degrees == -180 ? 180 : degrees
        // Half a turn may come out on either side of the cut, by the last bit of the quaternion.
        let tilt = tilt(TiltSettings(), attitude(pitch: degrees)) ?? .nan
        #expect(isClose(abs(degrees) == 180 ? abs(tilt) : tilt, expected))
    }

    @Test(arguments: [-179.0, -90, -30, 0, 30, 90, 179])
    func `rolling tilts about the vertical axis`(degrees: Double) {
        let settings = TiltSettings(axis: .vertical)
        #expect(isClose(tilt(settings, attitude(roll: degrees)), degrees))
    }

    @Test(arguments: [-170.0, -90, -30, 0, 30, 90, 170])
    func `an upright screen turned like a steering wheel tilts about steering`(degrees: Double) {
        let upright = attitude(pitch: 90).quaternion
        // Clockwise for the viewer: the right edge goes down.
        let wheel = Quaternion(rotation: Vector3(0, 0, -degrees * .pi / 180))
        let turned = Attitude(timestamp: 0, quaternion: upright * wheel, rate: .zero)
        #expect(isClose(tilt(TiltSettings(axis: .steering), turned), degrees))
    }

    @Test(arguments: [
        (DisplayOrientation.natural, 20.0, 0.0), (.inverted, -20, 0),
        (.landscapeLeft, 0, 20), (.landscapeRight, 0, -20),
    ])
    func `the orientation turns the axis with the picture`(
        orientation: DisplayOrientation, pitch: Double, roll: Double
    ) {
        let settings = TiltSettings(orientation: orientation)
        #expect(isClose(tilt(settings, attitude(roll: roll, pitch: pitch)), 20))
    }

    @Test(arguments: [
        (DisplayOrientation.natural, 0.0, 20.0), (.inverted, 0, -20),
        (.landscapeLeft, -20, 0), (.landscapeRight, 20, 0),
    ])
    func `about the vertical axis the right edge going down is positive in each orientation`(
        orientation: DisplayOrientation, pitch: Double, roll: Double
    ) {
        let settings = TiltSettings(axis: .vertical, orientation: orientation)
        #expect(isClose(tilt(settings, attitude(roll: roll, pitch: pitch)), 20))
    }

    @Test(arguments: [-150.0, -80, 10, 80, 150], [-70.0, 0, 45])
    func `landscape-left about the horizontal axis is Core Motion's roll`(
        roll: Double, pitch: Double
    ) {
        let settings = TiltSettings(orientation: .landscapeLeft)
        #expect(isClose(tilt(settings, attitude(roll: roll, pitch: pitch, yaw: 33)), roll))
    }

    @Test(arguments: [
        (0.0, 30.0, 30.0), (60, 75, 15), (170, -170, 20), (-170, 170, -20), (-90, 90, 180),
    ])
    func `the difference to neutral is wrapped once`(
        neutral: Double, pitch: Double, expected: Double
    ) {
        let settings = TiltSettings(neutral: .degrees(neutral))
        let tilt = tilt(settings, attitude(pitch: pitch)) ?? .nan
        #expect(isClose(abs(expected) == 180 ? abs(tilt) : tilt, expected))
    }

    @Test func `wrapping gives what is above -180 and at most 180`() {
        let wrapped = [-180, 180, 181, -181, 540, 0].map(wrappedDegrees)
        #expect(wrapped == [180, 180, -179, 179, 180, 0])
    }

    @Test(arguments: [Neutral.start, .gravity])
    func `neutral auto is what the source says`(neutral: Neutral) {
        let auto = TiltSettings(neutral: .auto, automaticNeutral: neutral)
        #expect(auto.resolvedNeutral == neutral)
        let fixed = TiltSettings(neutral: .degrees(3), automaticNeutral: neutral)
        #expect(fixed.resolvedNeutral == .degrees(3))
    }

    @Test func `an axis that stands upright holds the last tilt`() {
        var axisTilt = AxisTilt(settings: TiltSettings())
        #expect(axisTilt.update(with: attitude(roll: 90)) == nil)
        #expect(isClose(axisTilt.update(with: attitude(pitch: 20)), 20))
        #expect(isClose(axisTilt.update(with: attitude(roll: 88, pitch: 0, at: 1)), 20))
        #expect(isClose(axisTilt.tilt(of: attitude(roll: 88, at: 1)), 20))
    }

    @Test func `an attitude that is no number holds the last tilt`() {
        var axisTilt = AxisTilt(settings: TiltSettings())
        _ = axisTilt.update(with: attitude(pitch: 20))
        let bad = Attitude(
            timestamp: 5, quaternion: Quaternion(.nan, 0, 0, 0), rate: Vector3(0, .nan, 0))
        #expect(isClose(axisTilt.update(with: bad), 20))
        #expect(isClose(axisTilt.tilt(of: bad), 20))
    }

    @Test func `a prediction gives the tilt to come and changes nothing`() {
        var axisTilt = AxisTilt(settings: TiltSettings(neutral: .degrees(10)))
        #expect(axisTilt.tilt(of: attitude(pitch: 25)) == 0)
        _ = axisTilt.update(with: attitude(pitch: 20))
        #expect(isClose(axisTilt.tilt(of: attitude(pitch: 25)), 15))
        #expect(isClose(axisTilt.tilt, 10))
    }
}
