import Testing

/// What the program does to the devices, and to others that use them.
@Suite(.enabled(if: Rig.isAvailable, Rig.absence))
struct RigSharingTests {
    // libiio itself cannot read a scan of a rotation and a timestamp.
    @Test(arguments: [("combo", "bmi160", 0), ("rotation", "dev_rotation rot_quaternion", 1)])
    func `another program's capture goes on undisturbed`(
        preset: String, channels: String, number: Int
    ) throws {
        let result = try Rig(preset: preset).run(
            """
            iio_readdev -b 10 \(channels) 2> no > other &
            await is_on /sys/bus/iio/devices/iio:device\(number)
            probe read=3 > log
            size=$(wc -c < other)
            await eval '[ $(wc -c < other) -gt $size ]' && echo 0 goes on
            kill $!; wait $!
            cat log
            """)
        let log = ProbeLog(result.output)
        #expect(log.words.contains("goes on"))
        #expect(log.words.contains { $0.contains("iio_readdev has its buffer on") })
        // On a busy machine a device is polled a few times a second.
        #expect(log.timestamps.count > 5)
    }

    @Test func `a program that may not be seen has no name`() throws {
        let result = try Rig().run(
            """
            echo 1 > $device/scan_elements/in_accel_x_en
            echo 1 > $device/buffer/enable
            lenticule record log.csv --from local: --duration 0.5
            """)
        #expect(result.words.contains("another program has its buffer on"))
    }

    @Test func `a buffer that the desktop's service will want is left to it, unless asked for`()
        throws
    {
        let result = try Rig(options: ["--desktop"]).run(
            """
            "$program" record log.csv --from local: --duration 1 &
            await has_lines log.csv 10
            cat $device/buffer/enable
            wait $!
            printf '[source]\nbuffer = true\n' > ours.toml
            "$program" record ours.csv --from local: --duration 1 --config ours.toml &
            await has_lines ours.csv 10
            cat $device/buffer/enable
            wait $!
            """)
        #expect(result.output == "0\n1\n")
        #expect(result.words.contains("its buffer is used by iio-sensor-proxy"))
    }

    @Test func `a buffer that the desktop's service takes meanwhile is still its own at the end`()
        throws
    {
        let result = try Rig(options: ["--desktop"]).run(
            """
            "$program" record log.csv --from local: --duration 2 &
            await has_lines log.csv 10
            echo 1 > $device/scan_elements/in_accel_x_en
            echo 1 > $device/buffer/enable
            wait $!
            cat $device/buffer/enable $device/scan_elements/in_accel_x_en
            """)
        #expect(result.output == "1\n1\n")
    }

    @Test func `a remote buffer that others let fill is left alone`() throws {
        let result = try Rig().run(
            """
            echo 1 > $device/scan_elements/in_accel_x_en
            echo 8 > $device/buffer/length
            echo 1 > $device/buffer/enable
            serve
            lenticule record log.csv --from $uri --duration 0.5
            cat $device/buffer/enable $device/buffer/length
            """)
        #expect(result.status == 0)
        #expect(result.output == "1\n8\n")
    }

    @Test func `a trigger is bound, the clock set, and the nearest rate`() throws {
        let result = try Rig().run(
            """
            echo > $device/trigger/current_trigger
            echo 25 > $device/sampling_frequency
            "$program" record log.csv --from local: --duration 1 &
            await has_lines log.csv 10
            (cd $device
            cat trigger/current_trigger current_timestamp_clock sampling_frequency buffer/enable)
            wait $!
            """)
        #expect(result.output == "bmi160-dev0\nmonotonic\n100.000000\n1\n")
        #expect(!result.words.contains("polling at"))
    }

    @Test func `a rate that cannot be set is said, and lived with`() throws {
        let result = try Rig().run(
            """
            control set iio:device0 sampling_frequency 50.000000
            control err iio:device0 sampling_frequency 0
            control set iio:device0 sampling_frequency_available "95 190"
            lenticule record log.csv --from local: --duration 1
            """)
        #expect(result.status == 0)
        #expect(result.words.contains("bmi160 keeps its sampling rate"))
    }

    @Test func `a trigger that never fires ends in polling`() throws {
        let result = try Rig().run(
            """
            control stall iio:device0
            "$program" record log.csv --from local: &
            await has_lines log.csv 100
            cat $device/buffer/enable
            kill -TERM $!; wait $!
            """)
        #expect(result.words.contains("its buffer is on but gives no scans"))
        #expect(result.output == "0\n")
    }

    @Test(arguments: ["combo", "hid"])
    func `a buffer works although its first scans come while the reader is held up`(
        preset: String
    ) throws {
        let result = try Rig(preset: preset).run(
            """
            "$program" record log.csv --from local: --duration 3 &
            until is_on $device; do kill -0 $! || break; done
            kill -STOP $!; sleep 1.5; kill -CONT $!
            wait $!
            """)
        #expect(result.status == 0, "\(result.words)")
        #expect(!result.words.contains("polling at"), "\(result.words)")
    }

    @Test func `libiio's own warnings stay unsaid`() throws {
        let result = try Rig(preset: "hid").run(
            "lenticule record log.csv --from local: --duration 0.5")
        let lines = result.words.split(separator: "\n")
        #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("lenticule: ") })
    }
}
