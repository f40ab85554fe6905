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
            for try in {1..50}; do [ -S motion.sock ] && break; sleep 0.1; done
        }
        end() { kill -TERM $service; wait $service; echo "ended $?"; }
        told() { grep -ao "$1" notified | tail -1; }

        """

    /// When a state line says that its sample was measured, in seconds of CLOCK_MONOTONIC.
    private func timestamp(_ state: String) throws -> Double {
        struct Line: Decodable {
            let timestamp: Int64
            enum CodingKeys: String, CodingKey { case timestamp = "timestamp_ns" }
        }
        let line = try JSONDecoder().decode(Line.self, from: Data(state.utf8))
        return Double(line.timestamp) / 1e9
    }

    /// When buffers were turned on, by the lines of the rig's log, "[   1.234] iio:device0 on".
    private func enablings(of result: Rig.Result) -> [Double] {
        result.output.split(separator: "\n").filter { $0.hasSuffix(" on") }.compactMap {
            Double($0.dropFirst().prefix { $0 != "]" }.drop { $0 == " " }).map { result.start + $0 }
        }
    }

    @Test func `a service starts before its device, and says so`() throws {
        let result = try Rig(options: ["--udev"]).run(
            Self.functions + """
                control unplug iio:device0
                begin auto
                listen 0.7 > log
                told 'STATUS=waiting for a sensor'; told READY=1
                control plug iio:device0
                sleep 1
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
        #expect(try log.time(of: #"{"timestamp_ns""#, after: arrival) - arrival < 1)
        #expect(result.words.contains("waiting for a sensor: "))
    }

    @Test func `auto takes a service only with a device`() throws {
        let result = try Rig(options: ["--udev"]).run(
            Self.functions + """
                mkdir -m 700 lenticule; ln -s lenticule/motion.sock motion.sock
                "$program" serve --socket lenticule/motion.sock 2> no &
                service=$!
                sleep 1.5
                lenticule record log.csv --from auto --duration 1; echo "sleeping $?"
                control unplug iio:device0
                listen 1.5 > no
                sleep 1.5
                lenticule record log.csv --from auto --duration 1; echo "away $?"
                end
                """)
        #expect(result.output == "sleeping 0\naway 69\nended 0\n", "\(result.words)")
        #expect(result.words.contains("motion.sock is running and is taken\n"))
        #expect(result.words.contains("motion.sock is not taken: it has no sensor\n"))
    }

    @Test(arguments: ["combo", "hid"])
    func `a device sleeps without clients as it was, and wakes for the first`(
        preset: String
    ) throws {
        let result = try Rig(preset: preset, options: ["--udev"]).run(
            RigLoanTests.functions + Self.functions + """
                begin local:
                listen 1.5 > no; differs
                sleep 2; same; cat $device/buffer/enable
                listen 1 > log & sleep 0.6; cat $device/buffer/enable; wait $!
                sleep 2; same
                end
                cat log; grep ' on$' rig.log
                """)
        let log = ProbeLog(result.output)
        let lines = result.output.split(separator: "\n").prefix(6)
        #expect(lines == ["differs", "same", "0", "1", "same", "ended 0"], "\(result.words)")
        let first = try #require(log.words.first { $0.hasPrefix(#"{"timestamp_ns"#) })
        let (connection, measurement) = (try log.time(of: "connected"), try timestamp(first))
        // Opening takes its time here, where each attribute is another program's work.
        let enabling = try #require(
            enablings(of: result).last { $0 < measurement })
        #expect(enabling > connection && enabling - connection < 1)
        // Two intervals, and a little for a busy machine.
        #expect(measurement - enabling < 0.02 + 0.005)
    }

    @Test(arguments: ["combo", "hid"])
    func `a device that was plugged anew while it slept wakes`(preset: String) throws {
        let result = try Rig(preset: preset, options: ["--udev"]).run(
            Self.functions + """
                begin local:
                listen 1 > no
                sleep 2
                control unplug iio:device0
                control plug iio:device0
                sleep 0.5
                listen 3 > log
                end
                cat log
                """)
        let log = ProbeLog(result.output)
        let states = log.words.filter { $0.contains("timestamp_ns") }
        #expect(states.count > 100, "\(result.words)")
        let first = try #require(states.first)
        #expect(try timestamp(first) - log.time(of: "connected") < 1)
        #expect(result.output.hasPrefix("ended 0"))
    }

    @Test func `a sensor that falls silent is waited for`() throws {
        let result = try Rig(options: ["--udev"]).run(
            Self.functions + """
                begin local:
                listen 7 > log &
                listener=$!
                sleep 1.5
                control stall iio:device0
                sleep 3.5
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
