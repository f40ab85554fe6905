import Testing

/// A device that comes, goes and comes back while it is read here, through no server.
@Suite(.enabled(if: Rig.isAvailable, Rig.absence))
struct RigHotplugTests {
    /// `now` prints the time in the probe's way.
    private static let functions = """
        now() { python3 -c 'import time, sys; print(time.monotonic(), *sys.argv[1:])' "$@" >> log; }
        unplug() { now out; control unplug iio:device$1; }
        plug() { now in; control plug iio:device$1; }

        """

    private func log(_ rig: Rig, _ script: String) throws -> ProbeLog {
        let result = try rig.run(Self.functions + script + "\nwait; cat log")
        #expect(result.status == 0, "\(result.words)")
        return ProbeLog(result.output)
    }

    @Test(arguments: ["combo", "hid", "mpu6050"])
    func `udev tells at once of a device that goes and comes`(preset: String) throws {
        let rig = Rig(preset: preset, options: ["--udev"])
        let log = try log(
            rig,
            """
            probe read=8 >> log &
            sleep 1.5
            unplug 0
            sleep 4
            plug 0
            """)
        let (out, back) = (try log.time(of: "out"), try log.time(of: "in"))
        #expect(try log.time(of: "waiting(for:") - out < 0.4)
        // The growing waits would try 3.75 s after the loss, and then 7.75 s.
        #expect(try log.time(of: "open") - back < 1.5)
        #expect(log.samples(from: back + 1.5, to: back + 2) > 20)
        let steps = zip(log.timestamps, log.timestamps.dropFirst())
        #expect(steps.allSatisfy { $0 - Angles.lateness <= $1 })
    }

    @Test func `without udev the device is found again too`() throws {
        let log = try log(
            Rig(), "probe read=6 >> log & sleep 1.5; unplug 0; sleep 0.5; plug 0")
        #expect(try log.time(of: "waiting(for:") - log.time(of: "out") < 1)
        #expect(try log.time(of: "open") - log.time(of: "in") < 3)
    }

    @Test func `a source may start before its sensor`() throws {
        let log = try log(
            Rig(options: ["--udev"]),
            "control unplug iio:device0; probe waits read=4 >> log & sleep 1.5; plug 0")
        #expect(log.words.first?.hasPrefix("note waiting for a sensor:") == true)
        #expect(log.words.contains("waiting(for: \"a sensor\")"))
        #expect(log.words.contains("note bmi160 (accel-display) is here"))
        #expect(log.samples(from: try log.time(of: "open"), to: .infinity) > 50)
    }

    @Test func `half a hub is not taken for the whole`() throws {
        let log = try log(
            Rig(preset: "hid", options: ["--udev"]),
            """
            probe read=6 >> log &
            sleep 1.5
            unplug 0; unplug 1
            sleep 0.5
            plug 0
            sleep 1.5
            plug 1
            """)
        let whole = try #require(log.lines.last { $0.words == "in" }).time
        #expect(try log.time(of: "open") > whole)
        #expect(try log.time(of: "open") - whole < 1.5)
    }

    @Test func `half a hub is better than none after 10 s, until it is whole`() throws {
        let log = try log(
            Rig(preset: "hid"),
            "probe read=24 >> log & sleep 1.5; unplug 1; sleep 17; plug 1")
        let wait = try log.time(of: "open") - log.time(of: "out")
        #expect(wait > 9.9 && wait < 16)
        #expect(
            log.words.contains(
                "note accel_3d and gyro_3d has not come back; accel_3d is used instead"))
        #expect(log.words.contains("note accel_3d and gyro_3d is back"))
    }

    @Test func `a buffer that gave before is not given up when it stalls at its start`() throws {
        let log = try log(
            Rig(options: ["--udev"]),
            """
            probe read=8 >> log &
            sleep 1.5
            unplug 0
            plug 0
            control stall iio:device0
            sleep 4.5
            now resumed
            control resume iio:device0
            """)
        let (open, resumed) = (try log.time(of: "open"), try log.time(of: "resumed"))
        #expect(open < resumed - 2)
        #expect(log.samples(from: open, to: resumed) == 0)
        #expect(!log.words.contains { $0.contains("gives nothing") })
        #expect(log.samples(from: resumed, to: .infinity) > 30)
    }

    @Test func `a gyroscope that comes after its accelerometer is used too`() throws {
        let log = try log(
            Rig(preset: "hid"), "control unplug iio:device1; probe read=6 >> log & sleep 2; plug 1")
        #expect(log.words.contains("note accel_3d and gyro_3d is here"))
    }

    @Test func `another device is taken only after 10 s, and said`() throws {
        let script = "sleep 1.5; unplug 1; sleep 16; plug 1"
        let log = try log(Rig(preset: "convertible"), "probe read=22 >> log & \(script)")
        let wait = try log.time(of: "open") - log.time(of: "out")
        #expect(wait > 9.9 && wait < 16)
        #expect(
            log.words.contains(
                "note kxcjk1013 (accel-display) has not come back; kxcjk1013 (accel-base) is used "
                    + "instead"))
        #expect(log.words.contains("note kxcjk1013 (accel-display) is back"))
    }

    @Test func `another device is never taken for the one asked for`() throws {
        let script = "sleep 1.5; unplug 1"
        let log = try log(
            Rig(preset: "convertible"), "probe device=accel-display read=18 >> log & \(script)")
        #expect(!log.words.contains("open"))
    }

    @Test(arguments: [("hid", 5), ("combo", 25), ("mpu6050", 10)])
    func `a device that rested gives its first sample within two intervals`(
        preset: String, rate: Double
    ) throws {
        let rig = Rig(preset: preset)
        let log = try log(
            rig,
            """
            settings() { cat $device/buffer/{enable,length,watermark} $device/scan_elements/*_en \
                $device/sampling_frequency $device/current_timestamp_clock 2> no; }
            before=$(settings)
            probe rate=\(rate) read=1.5 rest pause=1 read=1 rest pause=0.2 read=1 rest pause=0.2 \
                read=1 >> log &
            sleep 2.2
            [ "$before" = "$(settings)" ] && now same
            """)
        let wakes = log.lines.filter { $0.words == "pause" }.map(\.time)
        #expect(log.samples(from: try log.time(of: "rest"), to: wakes[0]) == 0)
        #expect(log.words.contains("same"))
        // Each of some 60 attributes takes the rig a millisecond, which the kernel's sysfs does not; and
        // the machine may have other work at one of them.
        let delays = try wakes.map { try log.time(of: "sample", after: $0) - $0 }
        #expect(delays.count == 3)
        #expect(try #require(delays.min()) < 2 / rate + 0.08)
    }
}
