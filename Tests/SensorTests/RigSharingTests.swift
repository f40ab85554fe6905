import Testing

/// What the program does to the devices, and to others that use them.
@Suite(.enabled(if: Rig.isAvailable, Rig.absence))
struct RigSharingTests {
    @Test func `another program's capture goes on undisturbed`() throws {
        let result = try Rig().run(
            """
            iio_readdev -b 10 -s 200 bmi160 2> no > other &
            sleep 0.5
            lenticule record log.csv --from local: --duration 1
            wait $!
            wc -c < other
            """)
        #expect(result.output == "\(200 * 24)\n")
        #expect(result.words.contains("iio_readdev has its buffer on"))
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
            sleep 0.7
            cat $device/buffer/enable
            wait $!
            printf '[source]\nbuffer = true\n' > ours.toml
            "$program" record log.csv --from local: --duration 1 --config ours.toml &
            sleep 0.7
            cat $device/buffer/enable
            wait $!
            """)
        #expect(result.output == "0\n1\n")
        #expect(result.words.contains("its buffer is left to iio-sensor-proxy"))
    }

    @Test func `a buffer that the desktop's service takes meanwhile is still its own at the end`()
        throws
    {
        let result = try Rig(options: ["--desktop"]).run(
            """
            "$program" record log.csv --from local: --duration 2 &
            sleep 0.7
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
            sleep 0.7
            (cd $device
            cat trigger/current_trigger current_timestamp_clock sampling_frequency buffer/enable)
            wait $!
            """)
        #expect(result.output == "bmi160-dev0\nmonotonic\n100.000000\n1\n")
        #expect(!result.words.contains("value by value"))
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
            lenticule record log.csv --from local: --duration 3
            cat $device/buffer/enable
            wc -l < log.csv
            """)
        #expect(result.words.contains("its buffer is on but gives nothing"))
        #expect(result.output.hasPrefix("0\n"))
        #expect(Int(result.output.dropFirst(2).prefix { $0 != "\n" }) ?? 0 > 100)
    }

    @Test func `libiio's own warnings stay unsaid`() throws {
        let result = try Rig(preset: "hid").run(
            "lenticule record log.csv --from local: --duration 0.5")
        #expect(result.words.split(separator: "\n").count == 1)
    }
}
