import Testing

/// A device that comes, goes and comes back while it is read here, through no server.
@Suite(.enabled(if: Rig.isAvailable, Rig.absence))
struct RigHotplugTests {
    /// `now` prints the time in the probe's way, a line as a whole: the probe writes into the same file,
    /// and with PYTHONUNBUFFERED set Python's print writes each word by itself.
    private static let functions = """
        now() {
            python3 -c 'import os, sys, time
        os.write(1, f"{time.clock_gettime(time.CLOCK_BOOTTIME)} {sys.argv[1]}\\n".encode())' "$1" >> log
        }
        unplug() { now out; control unplug iio:device$1; }
        plug() { now in; control plug iio:device$1 $2; }
        # start WORD...: a probe, until "stop".
        start() { "$probe" "$@" read=600 >> log & }
        stop() { kill $!; wait $!; }
        # said WORDS: until the probe has said so. reads: until ten readings came, also after WORDS.
        said() { await has_lines log 1 "$1"; }
        readings='-e sample -e attitude'
        reads() { await eval "sed '1,/${1:-^}/d' log | grep -c $readings | grep -q '[0-9][0-9]'"; }

        """

    private func log(_ rig: Rig, _ script: String) throws -> ProbeLog {
        let result = try rig.run(Self.functions + script + "\nwait; cat log")
        #expect(result.status == 0, "\(result.words)")
        return ProbeLog(result.output)
    }

    @Test(arguments: [("combo", 0), ("hid", 0), ("mpu6050", 0), ("rotation", 1)])
    func `udev tells at once of a device that goes and comes`(
        preset: String, number: Int
    ) throws {
        let rig = Rig(preset: preset, options: ["--udev"])
        let log = try log(
            rig,
            """
            start
            reads
            unplug \(number)
            sleep 4
            plug \(number)
            reads ' open$'
            stop
            """)
        let (out, back) = (try log.time(of: "out"), try log.time(of: "in"))
        #expect(try log.time(of: "waiting(for:") - out < 1.6)
        // The growing waits would try 3.75 s after the loss, and then 7.75 s.
        #expect(try log.time(of: "open") - back < 3)
        let steps = zip(log.timestamps, log.timestamps.dropFirst())
        #expect(steps.allSatisfy { $0 - Angles.lateness <= $1 })
    }

    @Test(arguments: [("combo", 0), ("rotation", 1)])
    func `without udev the device is found again too`(preset: String, number: Int) throws {
        let log = try log(
            Rig(preset: preset),
            """
            start
            reads
            unplug \(number)
            said 'waiting(for'
            plug \(number)
            said ' open$'
            stop
            """)
        #expect(try log.time(of: "waiting(for:") - log.time(of: "out") < 4)
        #expect(try log.time(of: "open") - log.time(of: "in") < 12)
    }

    /// The pointer tilts this card about the vertical axis, and the device about the horizontal one.
    @Test func `auto changes over to a sensor that comes later, and back to the pointer`() throws {
        let rig = Rig(preset: "combo", options: ["--udev", "--motion", "sway"])
        let result = try rig.run(
            """
            export SDL_VIDEODRIVER=offscreen HOME=$PWD XDG_CONFIG_HOME=$PWD XDG_RUNTIME_DIR=$PWD
            mkdir card
            for name in back middle front; do echo '<svg viewBox="0 0 3 2"/>' > card/$name.svg; done
            control unplug iio:device0
            "$program" show --card card --axis vertical --renderer cpu --trace trace 2> words &
            y() { grep '"input":"tilt"' trace | tail -n 1 | jq .y; }
            await eval '[ "$(y)" = 0 ]'
            for round in 1 2; do
                control plug iio:device0
                await eval 'test "$(y)" && [ "$(y)" != 0 ]'
                control unplug iio:device0
                await eval '[ "$(y)" = 0 ]'
            done
            kill $!
            wait $!
            cat words
            """)
        #expect(result.status == 0, "\(result.words)")
        let lines = result.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("lenticule: the pointer tilts the card: ") == true)
        #expect(lines.contains("lenticule: bmi160 (accel-display) is here"), "\(lines)")
        #expect(!lines.contains { $0.contains("waiting for a sensor") }, "\(lines)")
    }

    /// A device that comes after the probe has started.
    private static let comingLater = """
        control unplug iio:device0
        start waits
        said 'waiting(for'
        plug 0
        reads ' open$'
        stop
        """

    @Test func `a source may start before its sensor`() throws {
        let log = try log(
            Rig(options: ["--udev"]), Self.comingLater)
        #expect(log.words.first?.hasPrefix("notice waiting for a sensor:") == true)
        #expect(log.words.contains("waiting(for: \"a sensor\")"))
        #expect(log.words.contains("notice bmi160 (accel-display) is here"))
        #expect(log.readings(from: try log.time(of: "open"), to: .infinity) >= 10)
    }

    @Test func `a gyroscope that comes later brings its delay`() throws {
        let log = try log(
            Rig(preset: "be12", options: ["--udev"]), Self.comingLater)
        // 0.22 / 32 Hz, before the first sample.
        #expect(try log.time(of: "gyroscope bias 0.0 delay 0.006875") < log.time(of: "sample"))
    }

    @Test func `half a hub is not taken for the whole`() throws {
        let log = try log(
            Rig(preset: "hid", options: ["--udev"]),
            """
            start
            reads
            unplug 0; unplug 1
            said 'waiting(for'
            plug 0
            sleep 1.5
            plug 1
            said ' open$'
            stop
            """)
        let whole = try #require(log.lines.last { $0.words == "in" }).time
        #expect(try log.time(of: "open") > whole)
        #expect(try log.time(of: "open") - whole < 6)
    }

    /// A device of several, and the names of what is read with it and without it.
    private static let parts = [
        ("hid", "accel_3d and gyro_3d", "accel_3d"), ("rotation", "dev_rotation", "accel_3d"),
        ("convertible", "kxcjk1013 (accel-display)", "kxcjk1013 (accel-base)"),
    ]

    @Test(arguments: parts)
    func `another device or half a hub is taken only after 10 s, until the whole is back`(
        preset: String, whole: String, others: String
    ) throws {
        let log = try log(
            Rig(preset: preset),
            """
            start
            reads
            unplug 1
            said 'is used instead'
            said ' open$'
            plug 1
            said 'is back$'
            stop
            """)
        let wait = try log.time(of: "open") - log.time(of: "out")
        #expect(wait > 9.9 && wait < 40)
        #expect(
            log.words.contains("notice \(whole) is still disconnected; \(others) is used instead"))
        #expect(log.words.contains("notice \(whole) is back"))
    }

    @Test func `an accelerometer in another's place is read with its own sign`() throws {
        let rig = Rig(
            preset: "convertible",
            options: ["--motion", "still", "--udev-matrix", "1, 0, 0; 0, 1, 0; 0, 0, 1"])
        // The first is a hub's, which reports the opposite sign, the second a chip's.
        let log = try log(
            rig,
            """
            control set iio:device1 name accel_3d
            control set iio:device1 in_accel_scale -0.009582
            start
            reads
            unplug 1
            reads 'is used instead'
            stop
            """)
        let change = try log.time(of: "notice accel_3d (accel-display) is still disconnected")
        #expect(log.readings(from: 0, to: change) >= 10)
        #expect(log.readings(from: change, to: .infinity) >= 10)
        let samples = log.lines.map(\.words).filter { $0.hasPrefix("sample") }
        let heights = samples.compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
        #expect(heights.allSatisfy { abs($0 - 9.8) < 0.2 })
    }

    // Which of two accelerometers is read is decided at the start.
    @Test(arguments: parts.prefix(2))
    func `a better device that comes later is turned to`(
        preset: String, whole: String, others: String
    ) throws {
        let log = try log(
            Rig(preset: preset),
            """
            control unplug iio:device1
            start
            reads
            plug 1
            reads 'notice \(whole) is here'
            stop
            """)
        #expect(log.words.contains("notice \(whole) is here"))
        let kind = preset == "rotation" ? "attitude" : "sample"
        #expect(log.lines.last { $0.words.contains(" ") }?.words.hasPrefix(kind) == true)
    }

    @Test(arguments: [("combo", 0), ("rotation", 1)])
    func `a buffer that gave before is not given up when it stalls at its start`(
        preset: String, number: Int
    ) throws {
        let log = try log(
            Rig(preset: preset, options: ["--udev"]),
            """
            start
            reads
            unplug \(number)
            plug \(number) stalled
            sleep 4.5
            now resumed
            control resume iio:device\(number)
            reads ' resumed$'
            stop
            """)
        let (open, resumed) = (try log.time(of: "open"), try log.time(of: "resumed"))
        #expect(open < resumed - 2)
        #expect(log.readings(from: open, to: resumed) == 0)
        #expect(!log.words.contains { $0.contains("gives nothing") })
        #expect(log.readings(from: resumed, to: .infinity) >= 10)
    }

    @Test(arguments: [("combo", ""), ("bno055", "fused=true")])
    func `a device that falls silent is waited for`(preset: String, settings: String) throws {
        let log = try log(
            Rig(preset: preset),
            """
            start \(settings)
            reads
            now stalled
            control stall iio:device0
            said 'waiting(for'
            control resume iio:device0
            reads ' open$'
            stop
            """)
        #expect(try log.time(of: "waiting(for:") - log.time(of: "stalled") > 1.9)
        #expect(!log.words.contains { $0.hasPrefix("notice") })
    }

    @Test func `another device is never taken for the one asked for`() throws {
        let script = "reads; unplug 1"
        let log = try log(
            Rig(preset: "convertible"), "probe device=accel-display read=18 >> log & \(script)")
        #expect(!log.words.contains("open"))
    }

    @Test(arguments: [("hid", 0, 5.0), ("combo", 0, 25), ("mpu6050", 0, 10), ("rotation", 1, 10)])
    func `a device that was suspended gives its first reading within two intervals`(
        preset: String, number: Int, rate: Double
    ) throws {
        let result = try Rig(preset: preset).run(
            Self.functions + """
                device=/sys/bus/iio/devices/iio:device\(number)
                settings() { cat $device/buffer/{enable,length,watermark} \
                    $device/scan_elements/*_en $device/*sampling_frequency \
                    $device/current_timestamp_clock 2> no; }
                before=$(settings)
                probe rate=\(rate) read=1.5 suspend pause=3 first=20 suspend pause=0.2 first=20 \
                    suspend pause=0.2 first=20 >> log &
                await has_lines log 1 ' suspend$'
                as_before() { [ "$before" = "$(settings)" ]; }
                await as_before && now same
                wait; cat log
                """)
        let log = ProbeLog(result.output)
        let resumptions = log.lines.filter { $0.words == "pause" }.map(\.time)
        #expect(log.readings(from: try log.time(of: "suspend"), to: resumptions[0]) == 0)
        #expect(log.words.contains("same"))
        let delays = try resumptions.map { resumption in
            // How long turning a buffer on takes is the machine's affair; the device measures from then.
            let on =
                preset == "mpu6050"
                ? resumption
                : try result.served.time(of: "iio:device\(number) on", after: resumption)
            #expect(on - resumption < 3)
            return try #require(log.timestamps.first { $0 > on }) - on
        }
        #expect(delays.count == 3)
        // The rig's log has whole milliseconds, and what is polled has the time of its arrival, which a busy
        // machine makes later: as the readings after the first one show.
        let late = resumptions.map { log.longestStep(of: 10, after: $0) - 1 / rate }.max() ?? 0
        let lateness = preset == "mpu6050" ? 0.2 + max(0, late) : 0
        #expect(try #require(delays.min()) < 2.2 / rate + lateness, "\(delays), \(late)")
    }
}
