import Testing

/// What the program says when something is wrong: one line, its exit status, and no loss.
@Suite(.enabled(if: Rig.isAvailable, Rig.absence))
struct RigFailureTests {
    private let record = "lenticule record log.csv --from local: --duration 4"

    @Test(arguments: ["combo", "hid", "mpu6050"])
    func `an unplugged device ends the recording, which is kept`(preset: String) throws {
        let result = try Rig(preset: preset).run(
            """
            (await has_lines log.csv 50; control unplug iio:device0) &
            \(record)
            echo $?
            wc -l < log.csv
            """)
        let lines = result.output.split(separator: "\n")
        #expect(lines.first == "69")
        #expect(Int(lines.last ?? "") ?? 0 > 30)
        #expect(result.words.contains("No such device"))
    }

    @Test func `an attribute that cannot be read is named`() throws {
        let broken = try Rig(preset: "mpu6050").run(
            "control err iio:device0 in_accel_y_raw 5; \(record)")
        #expect(broken.status == 69)
        #expect(broken.words.contains("cannot read raw of accel_y: Input/output error"))
        let nonsense = try Rig().run("control set iio:device0 in_accel_scale abc; \(record)")
        #expect(nonsense.status == 69)
        #expect(nonsense.words.contains("cannot read scale of accel_x: \"abc\" is no number"))
    }

    @Test func `a bus error now and then does not end it`() throws {
        let result = try Rig(preset: "mpu6050").run(
            """
            (await has_lines log.csv 50; control err iio:device0 in_accel_y_raw 5; sleep 0.3;
                control err iio:device0 in_accel_y_raw 0) &
            \(record)
            """)
        #expect(result.status == 0)
    }

    @Test func `what was read before an error is kept`() throws {
        let result = try Rig(preset: "hid").run(
            """
            "$probe" read=600 > log &
            await has_lines log 50 sample
            control fail iio:device0 5
            await has_lines log 1 'notice waiting for'
            kill $!
            wait $!
            cat log
            """)
        let log = ProbeLog(result.output)
        let failed = try result.served.time(of: "iio:device0 fails")
        // Ten scans of the accelerometer came together right before: a tenth of a second.
        let newest = log.lines.filter { $0.words.split(separator: " ").count == 3 }.compactMap {
            Double($0.words.split(separator: " ")[1])
        }.filter { $0 < failed }.max()
        #expect(failed - (try #require(newest)) < 0.06)
    }

    @Test
    func `a sensor of one sample a second is read through its buffer, however long a read waits`()
        throws
    {
        let result = try Rig(preset: "hid").run(
            """
            "$probe" rate=1 timeout=2 read=600 > log &
            await has_lines log 2 'sample [^ ]* [0-9]'
            kill $!
            wait $!
            cat log
            """)
        #expect(result.output.contains("sample ") && !result.output.contains("polling"))
    }

    @Test func `a device that is not there is asked for in vain`() throws {
        let result = try Rig().run("lenticule devices --uri ip:127.0.0.1:1")
        #expect(result.status == 69)
        #expect(
            result.words == "lenticule: cannot open ip:127.0.0.1:1: Connection refused; "
                + "check that iiod is running there\n")
        #expect(try Rig().run("lenticule devices --uri nonsense").status == 64)
    }

    @Test func `what a stopped program has missed is not made up for`() throws {
        let result = try Rig().run(
            """
            "$program" record log.csv --from local: --duration 4 &
            await has_lines log.csv 50
            kill -STOP $!
            sleep 1.5
            kill -CONT $!
            wait $!
            cat log.csv
            """)
        let times = result.output.split(separator: "\n").compactMap {
            Double($0.prefix { $0 != "," })
        }
        let steps = zip(times, times.dropFirst()).map { ($1 - $0) / 1e9 }
        #expect(steps.allSatisfy { $0 > 0 })
        // The kernel's buffer holds what fits into it, a third of a second.
        #expect(steps.max() ?? 0 > 1)
    }

    @Test func `what does not come to its end is set back by the signal's thread`() throws {
        let result = try Rig().run(
            """
            settings() { cat $device/buffer/enable $device/sampling_frequency; }
            settings
            "$probe" rate=400 read=60 stuck > said & probe=$!
            until [ "$(cat $device/buffer/enable)" = 1 ]; do sleep 0.1; done
            kill -TERM $probe
            wait $probe
            echo $?
            # What a crowded machine had no time for.
            lenticule devices --restore
            settings
            ls lenticule
            """)
        #expect(result.output == "0\n100.000000\n143\n0\n100.000000\n", "\(result.words)")
    }

    @Test func `a server that does not answer holds up no end`() throws {
        let result = try Rig().run(
            """
            serve
            "$program" show --card '\(Rig.card)' --from $uri --display terminal --frames 40 > frames 2> words & program=$!
            until [ -s frames ] || ! kill -0 $program; do sleep 0.1; done
            kill -STOP $server
            kill -INT $program
            python3 -c 'import time; print(time.monotonic())' > start
            wait $program
            python3 -c 'import time; print(time.monotonic() - float(open("start").read()))'
            kill -CONT $server
            """)
        let seconds = try #require(Double(result.output.dropLast()), "\(result.words)")
        #expect(seconds < 1.5)
    }
}
