import Motion
import TestSupport
import Testing

@testable import IIO

struct AccelerometerSignTests {
    @Test(arguments: [
        (Vector3(0, 0, 9.81), false), (Vector3(0, 0, -9.81), true), (Vector3(0, 9.81, 0), false),
        (Vector3(0, 9.6, -2), false), (Vector3(0, -6, -7.7), true), (Vector3(0, 0, -3), false),
        (Vector3(0, 0, -20), false), (.zero, false), (Vector3(.nan, 0, -9.81), false),
    ])
    func `a display at rest seems to face the floor, or not`(reading: Vector3, seems: Bool) {
        #expect(seemsToFaceFloor(resting: reading) == seems)
    }

    /// A device that is held at `reading` for so many seconds, at 100 Hz, and trembles with the hand if
    /// it is held; the signs that the z axis was given, and when the sign changed, in seconds.
    private func hold(
        _ chooser: inout SignChooser, _ reading: Vector3, seconds: Double, from start: Double = 0,
        isHeld: Bool = true, isInUse: Bool = true
    ) -> (signs: Set<Double>, change: Double?) {
        var (signs, change) = (Set<Double>(), Double?.none)
        for index in 0..<Int(seconds * 100) {
            let time = start + Double(index) / 100
            let tremor = isHeld && index % 300 < 50 ? Vector3(1.5, 0, 0) : .zero
            var sample = ImuSample(
                timestamp: Int64(time * 1e9), acceleration: reading + tremor, rotationRate: nil)
            let hasChanged = chooser.apply(to: &sample, isInUse: isInUse)
            if hasChanged { change = change ?? time - start }
            signs.insert((sample.acceleration?.z ?? 0) / reading.z)
        }
        return (signs, change)
    }

    @Test func `a sign that is set is not found out`() {
        for (sign, factor) in [(AccelerometerSign.asReported, 1.0), (.reversed, -1)] {
            var chooser = SignChooser(sign)
            let result = hold(&chooser, Vector3(0, 0, -9.8), seconds: 30)
            #expect(result.signs == [factor] && result.change == nil)
        }
    }

    @Test func `a display that is handled and faces the floor is reversed after some seconds`() {
        var chooser = SignChooser(.fromUse)
        let result = hold(&chooser, Vector3(0, 0, -9.8), seconds: 10)
        #expect(result.signs == [1, -1])
        #expect(3...8 ~= result.change ?? 0)
    }

    @Test func `a display that nobody handles, or that nobody can see, says nothing`() {
        for (isHeld, isInUse) in [(false, true), (true, false)] {
            var chooser = SignChooser(.fromUse)
            let result = hold(
                &chooser, Vector3(0, 0, -9.8), seconds: 600, isHeld: isHeld, isInUse: isInUse)
            #expect(result.signs == [1])
        }
    }

    @Test func `a guess is overturned by later evidence, and the sample says so`() {
        var chooser = SignChooser(.fromUse)
        _ = hold(&chooser, Vector3(0, 0, -9.8), seconds: 10)
        #expect(chooser.isReversed)
        // Used the other way up, which reads +g now, the guess was wrong.
        _ = hold(&chooser, Vector3(0, 0, 9.8), seconds: 100, from: 10)
        #expect(!chooser.isReversed)
        var next = ImuSample(timestamp: 0, acceleration: .zero, rotationRate: nil)
        var fresh = SignChooser(.fromUse)
        #expect(!fresh.apply(to: &next, isInUse: true) && !next.reversesSign)
    }

    @Test func `the first sample with another sign is marked`() {
        var chooser = SignChooser(.fromUse)
        var marked: [Bool] = []
        for index in 0..<1000 {
            let tremor = index % 300 < 50 ? 1.5 : 0
            var sample = ImuSample(
                timestamp: Int64(index) * 10_000_000, acceleration: Vector3(tremor, 0, -9.8),
                rotationRate: nil)
            let before = chooser.isReversed
            _ = chooser.apply(to: &sample, isInUse: true)
            if sample.reversesSign { marked.append(before) }
        }
        #expect(marked == [true])
    }

    @Test func `a swing that a person makes does not overturn what long use has told`() {
        var chooser = SignChooser(.fromUse)
        _ = hold(&chooser, Vector3(0, 3, 9), seconds: 60)
        #expect(hold(&chooser, Vector3(0, 0, -9.8), seconds: 10, from: 60).change == nil)
    }
}

struct DisplayUseTests {
    /// A machine's folders with those files.
    private func isPossible(_ files: [String: String]) -> Bool {
        let folder = TemporaryFolder()
        for (path, text) in files { folder.write(path, text) }
        var use = DisplayUse(root: folder.path)
        return use.isPossible()
    }

    @Test func `a closed lid and a panel that is off cannot be looked at`() {
        let lid = "proc/acpi/button/lid/LID0/state"
        let panel = "sys/class/drm/card1-eDP-1"
        #expect(isPossible([:]))
        #expect(isPossible([lid: "state:      open\n"]))
        #expect(!isPossible([lid: "state:      closed\n"]))
        #expect(isPossible(["\(panel)/enabled": "enabled\n", "\(panel)/dpms": "On\n"]))
        #expect(!isPossible(["\(panel)/enabled": "enabled\n", "\(panel)/dpms": "Off\n"]))
        #expect(!isPossible(["\(panel)/enabled": "disabled\n", "\(panel)/dpms": "On\n"]))
        #expect(isPossible(["sys/class/drm/card1-HDMI-A-1/enabled": "disabled\n"]))
    }
}

extension SignChooser {
    fileprivate mutating func apply(to sample: inout ImuSample, isInUse: Bool) -> Bool {
        var readings = [Reading.sample(sample)]
        defer { sample = readings[0].sample ?? sample }
        return apply(to: &readings, from: 0, isInUse: isInUse)
    }
}
