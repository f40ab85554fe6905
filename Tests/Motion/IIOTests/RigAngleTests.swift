import Foundation
import Testing

/// The built program on fake devices: what it says of their motion is what was pushed.
///
/// The rig rocks the device about x: pitch is 30° sin(2π f t), t in seconds since the rig's start.
/// Local timestamps are on the clock that the rig goes by, so an angle is compared with the motion at its
/// own timestamp.
///
/// What is polled is measured axis by axis, and gets its time after that: all between the reading before
/// and the one after, so an angle is compared with the motion in that time. It sways slowly (f is 0.1 Hz,
/// not 0.5): in the tenth of a second that a busy machine takes for a reading it turns by 2°.
@Suite(.serialized, .enabled(if: Rig.isAvailable, Rig.absence))
struct RigAngleTests {
    private let record = Self.recording(seconds: 3)
    /// Polling waits for the machine: it gets twice the time, and need not give all its rows.
    private let polledRecord = Self.recording(seconds: 6)

    private static func recording(seconds: Int) -> String {
        """
        lenticule record log.csv --from ${uri:-local:} --duration \(seconds) >&2 &&
            lenticule angles log.csv
        """
    }

    private let sway = ["--motion", "sway"]

    /// Checks each angle that the program printed, and that there are enough of them.
    ///
    /// The first 0.2 s, and as much after the gyroscope's first reading, are left out: until then the filter has
    /// gravity alone. On a busy machine the second of two devices begins half a second after the first.
    private func check(
        _ result: Rig.Result, atLeast rows: Int, within tolerance: Double = 1,
        hertz: Double = 0.5
    ) throws {
        try #require(result.status == 0, "\(result.words)")
        let angles = try Angles(of: result)
        #expect(angles.pitches.count >= rows)
        #expect(angles.isInOrder)
        angles.check(after: 0.2, within: tolerance) {
            30 * sin(2 * .pi * hertz * ($0 - result.start))
        }
    }

    @Test(arguments: [
        ("combo", 290), ("be12", 290), ("hid", 500), ("hid16", 500),
    ])
    func `a buffer's angles are those of the motion`(preset: String, rows: Int) throws {
        let result = try Rig(preset: preset).run(record)
        try check(result, atLeast: rows)
        #expect(!result.words.contains("polling at"))
        #expect(!result.words.contains("WARNING"))
    }

    @Test(arguments: [
        ("bmi160", "there is no trigger bmi160-dev0"), ("mpu6050", "it has no buffer"),
    ])
    func `polled angles are those of the motion`(preset: String, reason: String) throws {
        let result = try Rig(preset: preset, options: sway).run(polledRecord)
        try check(result, atLeast: 50, hertz: 0.1)
        #expect(result.words.contains(reason))
    }

    @Test func `the pair of a HID hub is polled where it may not be captured`() throws {
        let result = try Rig(preset: "hid", options: sway).run(
            """
            control err iio:device0 buffer/enable 13
            control err iio:device1 buffer/enable 13
            \(polledRecord)
            """)
        try check(result, atLeast: 50, hertz: 0.1)
        #expect(result.words.contains("accel_3d: polling at"))
        #expect(result.words.contains("udev/60-lenticule.rules"))
    }

    @Test(arguments: [("combo", 290), ("hid", 500), ("hid16", 500)])
    func `a buffer's angles come through iiod too`(preset: String, rows: Int) throws {
        // The server of a busy machine begins late.
        try check(try Rig(preset: preset).run("serve; \(record)"), atLeast: rows * 2 / 3)
    }

    @Test(arguments: ["mpu6050", "bmi160"])
    func `polled angles come through iiod too`(preset: String) throws {
        let result = try Rig(preset: preset, options: sway).run("serve; \(polledRecord)")
        try check(result, atLeast: 50, hertz: 0.1)
    }

    @Test func `an accelerometer alone follows, but gravity is smoothed`() throws {
        let result = try Rig(preset: "convertible").run(record)
        try check(result, atLeast: 290, within: 6)
    }

    @Test func `an accelerometer in use is polled beside a captured gyroscope`() throws {
        let result = try Rig(preset: "hid", options: sway).run(
            """
            echo 1 > $device/scan_elements/in_accel_x_en
            echo 1 > $device/buffer/enable
            \(record)
            cat $device/buffer/enable >&2
            """)
        try check(result, atLeast: 200, hertz: 0.1)
        #expect(result.words.contains("accel_3d: polling at"))
        #expect(!result.words.contains("gyro_3d: polling at"))
        #expect(result.words.hasSuffix("1\n"))
    }
}

/// The angles that `lenticule angles` printed.
struct Angles {
    /// Seconds of the source's clock, and degrees.
    var pitches: [(time: Double, degrees: Double)] = []
    /// Whether the samples were measured at some time near their timestamps.
    let arePolled: Bool
    /// When the gyroscope's first reading was made, seconds; nil without one.
    private let gyroscopeStart: Double?

    /// Those of a run that has recorded log.csv and printed its angles.
    init(of result: Rig.Result) throws {
        let rows = result.recorded.split(separator: "\n").filter { $0.first?.isNumber == true }
            .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        // The time, three axes of the accelerometer, and those of the gyroscope.
        let first = rows.first { $0.count > 4 && !$0[4].isEmpty }
        try self.init(
            result.output, arePolled: result.words.contains("polling at"),
            first.flatMap { Double($0[0]) }.map { $0 / 1e9 })
    }

    private init(_ text: String, arePolled: Bool, _ gyroscopeStart: Double?) throws {
        (self.arePolled, self.gyroscopeStart) = (arePolled, gyroscopeStart)
        let rows = text.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let header = try #require(rows.first)
        let time = try #require(header.firstIndex(of: "timestamp_ns"))
        let pitch = try #require(header.firstIndex(of: "pitch_deg"))
        pitches = try rows.dropFirst().compactMap { row in
            if row[pitch].isEmpty { return nil }
            let values = (Double(row[time]), Double(row[pitch]))
            return (try #require(values.0) / 1e9, try #require(values.1))
        }
    }

    /// s: on a busy machine one of two devices may come late by so much; to the filter that is no
    /// jump of its clock.
    static let lateness = 0.5

    var isInOrder: Bool {
        zip(pitches, pitches.dropFirst()).allSatisfy { $0.time - Self.lateness <= $1.time }
    }

    /// Degrees that a busy machine costs: a polled sample's axes may be read a tenth of a second apart,
    /// and of two devices the filter goes on without the one that is late by more than the program waits.
    var leastTolerance: Double {
        let isLate = zip(pitches, pitches.dropFirst()).contains { $0.time - $1.time > 0.025 }
        return isLate ? 6 : arePolled ? 2 : 0
    }

    /// Checks that nine of ten angles are `truth` within a tolerance, and that none is far off: in a tenth
    /// of a second, which a busy machine may take for other work, the rig turns by nine degrees.
    func check(after pause: Double, within tolerance: Double, _ truth: (Double) -> Double) {
        let tolerance = max(tolerance, leastTolerance)
        let worst = worst(after: pause, truth)
        #expect(usualError(after: pause, truth) < tolerance)
        #expect(worst.error < max(10, 3 * tolerance), "\(worst)")
    }

    /// The time and size of the greatest error against `truth`, in degrees.
    func worst(
        after pause: Double, _ truth: (Double) -> Double
    ) -> (time: Double, error: Double) {
        errors(after: pause, truth).last ?? (.nan, .infinity)
    }

    /// The error that nine of ten are below: on a busy machine the axes of a polled sample may be read
    /// far apart now and then.
    func usualError(after pause: Double, _ truth: (Double) -> Double) -> Double {
        let errors = errors(after: pause, truth)
        return errors.isEmpty ? .infinity : errors[errors.count * 9 / 10].error
    }

    /// From the least to the greatest.
    private func errors(
        after pause: Double, _ truth: (Double) -> Double
    ) -> [(time: Double, error: Double)] {
        let start = max(gyroscopeStart ?? 0, pitches.first?.time ?? 0) + pause
        return zip(pitches, moments).filter { $0.0.time >= start }.map { pitch, moments in
            let errors = (0...20).map { part in
                let length = moments.upperBound - moments.lowerBound
                let moment = moments.lowerBound + length * Double(part) / 20
                return abs(pitch.degrees - truth(moment))
            }
            return (pitch.time, errors.min() ?? .infinity)
        }.sorted { $0.1 < $1.1 }
    }

    /// Of what time each angle may be: its timestamp, if it has no reason to be of another.
    ///
    /// Of two devices one may come late: its angles are those of the newest sample, and the other's are
    /// turned on from an older one.
    private var moments: [ClosedRange<Double>] {
        let times = pitches.map(\.time)
        var (latest, earliest) = (times, times)
        for index in times.indices.dropFirst() {
            latest[index] = max(times[index], latest[index - 1])
        }
        for index in times.indices.dropLast().reversed() {
            earliest[index] = min(times[index], earliest[index + 1])
        }
        return times.indices.map { index in
            let neighbours =
                arePolled ? (max(index - 1, 0), min(index + 1, times.count - 1)) : (index, index)
            return earliest[neighbours.0]...latest[neighbours.1]
        }
    }
}
