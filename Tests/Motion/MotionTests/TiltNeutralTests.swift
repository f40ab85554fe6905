import Glibc
import Testing

@testable import Motion

@Suite struct TiltNeutralTests {
    @Test func `start is the mean of the first half second`() {
        var axisTilt = AxisTilt(settings: TiltSettings(neutral: .start))
        for index in 0...50 {
            let swing = index.isMultiple(of: 2) ? 4.0 : -4.0
            _ = axisTilt.update(
                with: attitude(pitch: 70 + (index == 50 ? 0 : swing), at: Double(index) / 100))
        }
        #expect(isClose(axisTilt.update(with: attitude(pitch: 90, at: 0.6)), 20, within: 0.01))
        #expect(isClose(axisTilt.update(with: attitude(pitch: 40, at: 5)), -30, within: 0.01))
    }

    @Test func `start is a mean of directions, so the cut at half a turn does not matter`() {
        var axisTilt = AxisTilt(settings: TiltSettings(neutral: .start))
        for index in 0..<50 {
            let pitch = index.isMultiple(of: 2) ? 178.0 : -178
            _ = axisTilt.update(with: attitude(pitch: pitch, at: Double(index) / 100))
        }
        #expect(isClose(axisTilt.update(with: attitude(pitch: -170, at: 1)), 10))
    }

    @Test(arguments: [-1000.0, 0.6, 1000])
    func `an old attitude before the others is not the start`(pause: Double) {
        var axisTilt = AxisTilt(settings: TiltSettings(neutral: .start))
        _ = axisTilt.update(with: attitude(pitch: 80, at: 2000))
        for index in 0..<100 {
            let time = 2000 + pause + Double(index) / 100
            _ = axisTilt.update(with: attitude(pitch: 30, at: time))
        }
        #expect(isClose(axisTilt.tilt, 0, within: 1e-6))
    }

    @Test func `a sensor that gives one sample a second has a start too`() {
        var axisTilt = AxisTilt(settings: TiltSettings(neutral: .start))
        for second in 0..<4 {
            _ = axisTilt.update(with: attitude(pitch: Double(10 * second), at: Double(second)))
        }
        // The first attitude might be an old one, the second is the start.
        #expect(isClose(axisTilt.tilt, 20))
    }

    @Test func `the card starts flat and does not jump as start ends`() {
        var axisTilt = AxisTilt(
            settings: TiltSettings(neutral: .auto, automaticNeutral: .start), isSensor: true)
        var tilts: [Double] = []
        for index in 0..<100 {
            let pitch = 30 + 10 * sin(Double(index) / 20)
            tilts += [axisTilt.update(with: attitude(pitch: pitch, at: Double(index) / 100))!]
        }
        #expect(tilts[0] == 0)
        let steps = zip(tilts.dropFirst(), tilts).map { abs($0 - $1) }
        #expect(steps.max()! < 1)
    }

    @Test(arguments: [Neutral.start, .gravity, .degrees(20)], TiltAxis.allCases)
    func `a sign that is found to be the other one makes no jump`(neutral: Neutral, axis: TiltAxis)
    {
        var axisTilt = AxisTilt(
            settings: TiltSettings(axis: axis, neutral: neutral), isSensor: true)
        var tilts: [Double] = []
        for index in 0..<400 {
            var pose = attitude(pitch: 30 + 10 * sin(Double(index) / 20), at: Double(index) / 100)
            if index >= 200 { pose = pose.withUpReversed }
            tilts.append(axisTilt.update(with: pose) ?? 0)
        }
        let steps = zip(tilts.dropFirst(), tilts).map { abs(wrappedDegrees($0 - $1)) }
        // Where neutral is fixed it goes there at 180 degrees in a time constant of a second.
        #expect(steps.max()! < 3)
        #expect(steps[199] < 3)
    }

    @Test(arguments: [Neutral.start, .gravity, .degrees(20)])
    func `a recentered pose stays neutral when its sign is found to be the other one`(
        neutral: Neutral
    ) {
        var axisTilt = AxisTilt(settings: TiltSettings(neutral: neutral), isSensor: true)
        var tilts: [Double] = []
        for index in 0..<1000 {
            if index == 100 { axisTilt.recenter() }
            let pose = attitude(pitch: 30, at: Double(index) / 100)
            tilts.append(axisTilt.update(with: index < 200 ? pose.withUpReversed : pose) ?? .nan)
        }
        #expect(tilts[100...].allSatisfy { abs($0) < 1e-9 })
    }

    @Test func `a log whose end and start are opposite is not turned over`() {
        var axisTilt = AxisTilt(settings: TiltSettings(neutral: .gravity))
        _ = axisTilt.update(with: attitude(pitch: 30, at: 0))
        #expect(isClose(axisTilt.update(with: attitude(pitch: 30, at: 0.01).withUpReversed), -150))
    }

    @Test func `recentering makes the present pose neutral`() {
        var axisTilt = AxisTilt(settings: TiltSettings(neutral: .gravity))
        _ = axisTilt.update(with: attitude(pitch: 40))
        axisTilt.recenter()
        #expect(axisTilt.tilt == 0)
        #expect(isClose(axisTilt.update(with: attitude(pitch: 50, at: 0.01)), 10))
    }

    @Test func `a log that starts again has a start anew, but not after a recentering`() {
        var axisTilt = AxisTilt(settings: TiltSettings(neutral: .start))
        _ = axisTilt.update(with: attitude(pitch: 40))
        axisTilt.startAgain()
        #expect(axisTilt.tilt == nil)
        #expect(axisTilt.update(with: attitude(pitch: 60, at: 0.01)) == 0)
        axisTilt.recenter()
        axisTilt.startAgain()
        #expect(isClose(axisTilt.update(with: attitude(pitch: 40, at: 0.02)), -20))
    }

    @Test func `recentering before the first attitude takes the start`() {
        var axisTilt = AxisTilt(settings: TiltSettings(neutral: .gravity))
        axisTilt.recenter()
        #expect(axisTilt.update(with: attitude(pitch: 40)) == 0)
    }

    @Test(arguments: [(0.0, 40.0), (10, 5.413_411)])
    func `neutral follows a resting device with its time constant, to 40 / e² in twice that`(
        seconds: Double, expected: Double
    ) {
        var axisTilt = AxisTilt(settings: TiltSettings(recenterSeconds: seconds))
        // The first second only shows that the device rests.
        for index in 0...2099 {
            _ = axisTilt.update(with: attitude(pitch: 40, at: Double(index) / 100))
        }
        // One step of 10 ms more or less.
        #expect(isClose(axisTilt.tilt, expected, within: 0.01))
    }

    @Test func `neutral does not follow a device that is moved`() {
        var axisTilt = AxisTilt(settings: TiltSettings(recenterSeconds: 1))
        for index in 0...1000 {
            let time = Double(index) / 100
            _ = axisTilt.update(with: attitude(pitch: 40 + 5 * sin(6 * time), at: time))
        }
        _ = axisTilt.update(with: attitude(pitch: 40, at: 11))
        #expect(isClose(axisTilt.tilt, 40))
    }
}
