import Testing

/// What `doctor` says where there is a sensor.
@Suite(.enabled(if: Rig.isAvailable, Rig.absence))
struct RigDoctorTests {
    /// Runs a script with a display; the configuration of whoever runs the tests is not looked at.
    private func doctor(_ script: String, preset: String = "combo") throws -> Rig.Result {
        try Rig(preset: preset, options: ["--motion", "still"]).run(
            """
            export SDL_VIDEODRIVER=offscreen
            export HOME=$PWD XDG_CONFIG_HOME=$PWD XDG_RUNTIME_DIR=$PWD
            mkdir lenticule card
            for name in back middle front; do echo '<svg viewBox="0 0 3 2"/>' > card/$name.svg; done
            echo "show.card = '$PWD/card'" > lenticule/config.toml

            """ + script)
    }

    @Test func `a sensor that works is found to work`() throws {
        let result = try doctor("lenticule doctor; cat $device/buffer/enable")
        #expect(result.status == 0, "\(result.words)")
        for line in [
            "ok       sensor         bmi160 (accel-display): the only accelerometer",
            "ok       permission     iio:device0 may be read at its full rate",
            "ok       clock          timestamps come from the clock monotonic",
            "ok       gravity        9.81 m/s² at rest",
        ] {
            #expect(result.output.contains(line), "\(result.output)")
        }
        #expect(!result.output.contains("\u{1B}"), "no colour where it is no terminal")
        #expect(result.output.hasSuffix("\n0\n"), "the buffer is off again")
    }

    @Test func `a program that has the device open is named`() throws {
        let result = try doctor(
            """
            iio_readdev -b 10 -s 400 bmi160 > no 2>&1 &
            await is_on $device
            lenticule doctor
            wait
            wc -c < no
            """)
        #expect(result.output.contains("iio_readdev (process "))
        #expect(result.output.contains(" has its buffer on"))
    }

    @Test func `JSON says the same`() throws {
        let result = try doctor(
            """
            lenticule doctor --json | python3 -c 'if True:
                import json, sys
                report = json.load(sys.stdin)
                print(report["live_card"], {each["topic"] for each in report["findings"]
                    if each["mark"] == "ok"} >= {"sensor", "rate", "gravity", "card"})'
            """)
        #expect(result.output == "True True\n", "\(result.words)")
    }

    @Test func `a sensor without a buffer is read value by value, and why is said`() throws {
        let result = try doctor("lenticule doctor", preset: "mpu6050")
        #expect(result.status == 0)
        #expect(result.output.contains("it has no buffer"))
        #expect(!result.output.contains("permission"), "values may be read by everybody")
        #expect(!result.output.contains(" clock "))
    }

    @Test func `a fused attitude alone is enough`() throws {
        let result = try doctor(
            "control unplug iio:device0; lenticule doctor", preset: "rotation")
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("ok       sensor         dev_rotation: its own attitude"))
        #expect(result.output.contains("attitude: "))
    }

    @Test func `a device that is not there is named, and no sensor is missed`() throws {
        let result = try doctor(
            "echo 'source.device = \"typo\"' > my.toml; lenticule doctor --config my.toml")
        #expect(result.status == 69)
        #expect(result.output.contains("cannot find the accelerometer \"typo\" on local:"))
        #expect(!result.output.contains("note     machine"), "\(result.output)")
    }

    @Test func `a file in the socket's place is not mended by a group`() throws {
        let result = try doctor("touch lenticule/motion.sock; lenticule doctor")
        #expect(result.output.contains("motion.sock: no socket"), "\(result.output)")
        #expect(!result.output.contains("usermod"))
    }

    @Test func `a driver with the opposite sign is noticed`() throws {
        let result = try doctor(
            """
            printf '[source]\\nmount_matrix = "1, 0, 0; 0, -1, 0; 0, 0, -1"\\n' > my.toml
            lenticule doctor --config my.toml
            """)
        #expect(result.status == 0)
        #expect(result.output.contains("the display seems to face the floor"))
        #expect(result.output.contains("0, 0, -1 (configuration)"))
        #expect(result.output.contains("ok       configuration  my.toml"))
    }

    @Test func `a mistake in the configuration is a problem`() throws {
        let result = try doctor("echo 'tilt.axis = 3' > my.toml; lenticule doctor --config my.toml")
        #expect(result.status == 69)
        #expect(result.output.contains("problem  configuration  my.toml:1:13: tilt.axis"))
    }

    @Test func `a service that runs is found, and shares the sensor`() throws {
        let result = try doctor(
            """
            lenticule serve --from local: --socket $PWD/lenticule/motion.sock &
            await [ -S lenticule/motion.sock ]
            lenticule doctor
            kill $!
            wait $!
            """)
        #expect(result.output.contains("a service is running and reads bmi160 (accel-display)"))
        #expect(!result.output.contains("problem"), "\(result.output)")
    }
}
