import Foundation
import Testing

/// A service whose device comes, goes, sleeps and wakes.
@Suite(.enabled(if: Rig.isAvailable, Rig.absence))
struct RigServiceTests {
    /// `begin` starts a service that systemd could follow, and `end` ends it.
    private static let functions = """
        export NOTIFY_SOCKET=$PWD/notify
        socat -u UNIX-RECV:$NOTIFY_SOCKET OPEN:notified,creat,append &
        begin() {
            "$program" serve --from $1 --socket motion.sock &
            service=$!
            await [ -S motion.sock ]
        }
        is_same() { [ "$before" = "$(settings)" ]; }
        end() { kill -TERM $service; wait $service; echo "ended $?"; }
        hears() { listen 0.5 2> no | grep -q "$1"; }
        told() { grep -ao "$1" notified | tail -1; }

        """

    /// When a state line says that its sample was measured, in seconds of CLOCK_BOOTTIME.
    private func timestamp(_ state: String) throws -> Double {
        struct Line: Decodable {
            let timestamp: Int64
            enum CodingKeys: String, CodingKey { case timestamp = "timestamp_ns" }
        }
        let line = try JSONDecoder().decode(Line.self, from: Data(state.utf8))
        return Double(line.timestamp) / 1e9
    }

    @Test func `a service starts before its device, and says so`() throws {
        let result = try Rig(options: ["--udev"]).run(
            Self.functions + """
                control unplug iio:device0
                begin auto
                listen 0.7 > log
                told 'STATUS=waiting for a sensor'; told READY=1
                control plug iio:device0
                await hears '"device":"bmi160'
                listen 2 >> log
                told 'STATUS=bmi160 (accel-display) [a-z]*ing'
                end
                cat log
                """)
        let log = ProbeLog(result.output)
        let away = #"{"lenticule":1,"device":null"#
        let here = #"{"lenticule":1,"device":"bmi160 (accel-display)""#
        for words in ["STATUS=waiting for a sensor", "READY=1", "ended 0"] {
            #expect(result.output.split(separator: "\n").contains { $0 == words }, "\(words)")
        }
        #expect(result.output.contains("\nSTATUS=bmi160 (accel-display) st"))
        #expect(log.words[1].hasPrefix(away) && log.words[2] == #"{"device":"waiting"}"#)
        let arrival = try log.time(of: here)
        #expect(try log.time(of: #"{"timestamp_ns""#, after: arrival) - arrival < 4)
        #expect(result.words.contains("waiting for a sensor: "))
    }

    @Test func `a client that came before the device learns its name, clock and sensors`() throws {
        let result = try Rig(options: ["--udev"]).run(
            Self.functions + """
                control unplug iio:device0
                begin local:
                listen 20 > log & listener=$!
                await has_lines log 1 '"device":null'
                control plug iio:device0
                await has_lines log 1 '"device":"bmi160'
                await has_lines log 1 timestamp_ns
                kill $listener
                end
                date +now%s.%N
                cat log
                """)
        let log = ProbeLog(result.output)
        let hello = try #require(log.words.first { $0.hasPrefix(Self.present) }, "\(result.words)")
        #expect(hello.contains(#""sensors":["accel","gyro"]"#))
        // By the wall clock, a state was measured in the last minute.
        struct Line: Decodable {
            struct Clock: Decodable {
                let name: String
                let zero: Int64
                enum CodingKeys: String, CodingKey {
                    case name
                    case zero = "zero_unix_ns"
                }
            }
            let clock: Clock
        }
        let clock = try JSONDecoder().decode(Line.self, from: Data(hello.utf8)).clock
        let state = try #require(log.words.first { $0.hasPrefix(#"{"timestamp_ns"#) })
        let now = try #require(result.output.firstMatch(of: /now([0-9.]+)/)?.output.1)
        let age = try (Double(now) ?? 0) - Double(clock.zero) * 1e-9 - timestamp(state)
        #expect(clock.name == "boottime" && age > 0 && age < 60, "\(age)")
    }

    private static let present = #"{"lenticule":1,"device":"bmi160 (accel-display)""#

    @Test func `auto takes a service only with a device`() throws {
        let result = try Rig(options: ["--udev"]).run(
            Self.functions + """
                mkdir -m 700 lenticule; ln -s lenticule/motion.sock motion.sock
                "$program" serve --socket lenticule/motion.sock 2> no &
                service=$!
                await hears '"device":"bmi160'
                lenticule record log.csv --from auto --duration 1; echo "sleeping $?"
                control unplug iio:device0
                await hears '"device":null'
                lenticule record log.csv --from auto --duration 1; echo "away $?"
                end
                """)
        #expect(result.output == "sleeping 0\naway 69\nended 0\n", "\(result.words)")
        #expect(result.words.contains("motion.sock is used\n"))
        #expect(result.words.contains("motion.sock is not used: it has no sensor\n"))
    }

    @Test func `auto does not record from a service that gives attitudes`() throws {
        let result = try Rig(preset: "rotation").run(
            Self.functions + """
                mkdir -m 700 lenticule; ln -s lenticule/motion.sock motion.sock
                "$program" serve --socket lenticule/motion.sock 2> no &
                service=$!
                await [ -S motion.sock ]
                # Ends at once when the service says that it has no samples.
                lenticule record log.csv --from socket: --duration 20; echo "socket $?"
                lenticule record log.csv --from auto --duration 1; echo "auto $?"
                end
                """)
        #expect(result.output == "socket 69\nauto 0\nended 0\n", "\(result.words)")
        let reason = "the service says \"the sensor gives attitudes, not samples\""
        #expect(result.words.contains("\(reason); --from local: reads a sensor itself\n"))
        #expect(result.words.contains("motion.sock is not used: \(reason)\n"))
        // Which sensor is recorded instead.
        #expect(result.words.contains("accel_3d is used\n"), "\(result.words)")
    }

    /// `other` is the process of the system's service.
    private static let systemService = """
        system=/run/lenticule/motion.sock
        mkdir -p ${system%/*}; mount -t tmpfs -o mode=755 none ${system%/*}
        "$program" serve --from simulated: --socket $system 2> no &
        other=$!
        await [ -S $system ]

        """

    @Test func `auto takes the system's service if the user's answers wrongly`() throws {
        let result = try Rig(options: ["--udev"]).run(
            Self.functions + Self.systemService + """
                control unplug iio:device0
                mkdir -m 700 lenticule
                socat UNIX-LISTEN:lenticule/motion.sock,fork SYSTEM:'echo nonsense; cat > no' &
                wrong=$!
                await [ -S lenticule/motion.sock ]
                lenticule record log.csv --from auto --duration 1; echo "recorded $?"
                kill -TERM $other $wrong; wait $other
                """)
        #expect(result.output == "recorded 0\n", "\(result.words)")
        #expect(result.words.contains("service at /run/lenticule/motion.sock is used\n"))
    }

    @Test func `auto takes the system's service if the user's has no device`() throws {
        let result = try Rig(options: ["--udev"]).run(
            Self.functions + Self.systemService + """
                control unplug iio:device0
                mkdir -m 700 lenticule; ln -s lenticule/motion.sock motion.sock
                "$program" serve --socket lenticule/motion.sock 2> no &
                service=$!
                await hears '"device":null'
                lenticule record log.csv --from auto --duration 1; echo "recorded $?"
                end
                kill -TERM $other; wait $other
                """)
        #expect(result.output == "recorded 0\nended 0\n", "\(result.words)")
        #expect(result.words.contains("lenticule/motion.sock is not used: it has no sensor\n"))
        #expect(result.words.contains("service at /run/lenticule/motion.sock is used\n"))
    }

    @Test(arguments: [("combo", 0), ("hid", 0), ("rotation", 1)])
    func `a device sleeps without clients as it was, and wakes for the first`(
        preset: String, number: Int
    ) throws {
        let result = try Rig(preset: preset, options: ["--udev"]).run(
            RigSavedSettingsTests.functions + Self.functions + """
                device=/sys/bus/iio/devices/iio:device\(number)
                begin local:
                listen 1.5 > no; differs
                await is_same; same; cat $device/buffer/enable
                listen 4 > log & await has_lines log 5; cat $device/buffer/enable; wait $!
                await is_same; same
                end
                cat log
                """)
        let log = ProbeLog(result.output)
        let lines = result.output.split(separator: "\n").prefix(6)
        #expect(lines == ["differs", "same", "0", "1", "same", "ended 0"], "\(result.words)")
        let first = try #require(log.words.first { $0.hasPrefix(#"{"timestamp_ns"#) })
        let (connection, measurement) = (try log.time(of: "connected"), try timestamp(first))
        // Opening takes its time here, where each attribute is another program's work.
        let enabling = try #require(
            result.served.lines.last { $0.words.hasSuffix(" on") && $0.time < measurement }
        ).time
        #expect(enabling > connection && enabling - connection < 4)
        // Two intervals are 0.02 s; a busy machine takes its time to turn on.
        #expect(measurement - enabling < 0.5)
    }

    @Test func `a device whose other reader was killed while it slept is captured again`() throws {
        let result = try Rig(options: ["--udev"]).run(
            RigSavedSettingsTests.functions + Self.functions + """
                begin local:
                listen 1.5 > no; differs
                await is_same
                start log.csv
                kill -KILL $reader; wait $reader
                differs
                listen 4 > log & await has_lines log 5; wait $!
                await is_same; same
                end
                """)
        #expect(result.output == "differs\ndiffers\nsame\nended 0\n", "\(result.words)")
        #expect(result.words.contains("are restored: an earlier run was killed"))
        #expect(!result.words.contains("polling at"), "\(result.words)")
    }

    @Test(arguments: [("combo", 0), ("hid", 0), ("rotation", 1)])
    func `a device that was plugged anew while it slept wakes`(
        preset: String, number: Int
    ) throws {
        let result = try Rig(preset: preset, options: ["--udev"]).run(
            Self.functions + """
                begin local:
                listen 1 > no
                sleep 2
                control unplug iio:device\(number)
                control plug iio:device\(number)
                sleep 0.5
                listen 6 > log
                end
                cat log
                """)
        let log = ProbeLog(result.output)
        let states = log.words.filter { $0.contains("timestamp_ns") }
        #expect(states.count > 20, "\(result.words)")
        let first = try #require(states.first)
        // Not the pose of before.
        let wait = try timestamp(first) - log.time(of: "connected")
        #expect(wait > 0 && wait < 4)
        #expect(result.output.hasPrefix("ended 0"))
    }

    @Test func `a sensor that falls silent is waited for`() throws {
        let result = try Rig(options: ["--udev"]).run(
            Self.functions + """
                begin local:
                listen 10 > log &
                listener=$!
                await has_lines log 50
                control stall iio:device0
                await has_lines log 1 waiting
                control resume iio:device0
                wait $listener
                end
                cat log
                """)
        let words = ProbeLog(result.output).words
        let silence = try #require(
            words.firstIndex { $0.contains(#""device":"waiting""#) }, "\(result.words)")
        #expect(words[..<silence].contains { $0.contains(#""device":"streaming""#) })
        #expect(words.last { $0.contains("timestamp_ns") }?.contains("streaming") == true)
    }
}
