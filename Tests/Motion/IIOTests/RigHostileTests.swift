import Testing

/// What a device, or a server that pretends to have one, says of itself and cannot be.
@Suite(.enabled(if: Rig.isAvailable, Rig.absence))
struct RigHostileTests {
    private let record =
        "lenticule record log.csv --from ${uri:-local:} --duration 1; wc -l < log.csv"

    /// Ended by itself, with a status that is meant.
    private func check(_ result: Rig.Result, _ statuses: Set<Int32> = [0]) {
        #expect(statuses.contains(result.status), "\(result.status): \(result.words)")
    }

    @Test(
        arguments: ["", "serve; "],
        [
            "le:s32/32X4>>0", "le:s32/32X4000000>>0", "le:s128/128>>0", "le:s16/16>>200",
            "le:s16/0>>0",
            "le:s0/16>>0",
        ])
    func `a scan format that no sensor has is not captured`(server: String, format: String) throws {
        let result = try Rig(preset: "hid").run(
            "control set iio:device0 scan_elements/in_accel_y_type '\(format)'; \(server)\(record)")
        check(result)
        #expect(result.words.contains("accel_3d: polling at") || format.contains("/0"))
    }

    @Test(arguments: ["inf", "1e300", "nan", "0", "-1", "1e-300", ""])
    func `a rate that no sensor has is not believed`(rate: String) throws {
        let result = try Rig(preset: "hid").run(
            """
            for device in 0 1; do
                control set iio:device$device in_accel_sampling_frequency '\(rate)'
                control set iio:device$device in_anglvel_sampling_frequency '\(rate)'
            done
            lenticule devices --json > found.json && python3 -m json.tool found.json > /dev/null
            \(record)
            """)
        check(result)
    }

    @Test(arguments: [
        ("in_accel_scale", "inf"), ("in_accel_scale", "0"), ("in_accel_scale", "1e300"),
        ("in_accel_scale", "nan"),
    ])
    func `a scale that makes no number of a reading is refused`(name: String, text: String) throws {
        let result = try Rig(preset: "hid").run(
            "control set iio:device0 \(name) \(text); lenticule record log.csv --from local:")
        check(result, [69])
        #expect(result.words.contains("cannot read scale of accel_x"), "\(result.words)")
    }

    @Test func `a name cannot tell the terminal anything`() throws {
        let result = try Rig(preset: "hid").run(
            "control set iio:device0 name $'accel\\e]52;c;cm0=\\a'; lenticule devices")
        check(result)
        #expect(result.output.contains("accel\\u{1B}]52;c;cm0=\\u{7}"))
        #expect(!result.output.contains("\u{1B}"))
    }
}
