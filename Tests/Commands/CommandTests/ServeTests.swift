import Foundation
import TestSupport
import Testing

/// What a service's clients get who behave.
@Suite struct ServeTests {
    @Test func `two clients get their own rates, and samples if they ask`() throws {
        let service = try Service("simulated:hand")
        let (slow, fast, samples) = (
            try service.listener(), try service.listener(), try service.listener()
        )
        slow.send("{\"subscribe\":\"state\",\"hz\":10}\n")
        samples.send("{\"subscribe\":\"samples\"}\n")
        for (listener, hz) in [(fast, 60.0), (slow, 10)] {
            // What came before it was listened to is not to the point.
            _ = listener.lines(for: 1)
            let times = try listener.lines(for: 2).map { try StateLine($0).time }
            // While the machine stands still lines are lost.
            let steps = zip(times.dropFirst(), times).map { Double($0 - $1) / 1e9 }
                .filter { $0 < 3 / hz }
            let rate = Double(steps.count) / steps.reduce(0, +)
            #expect(rate > 0.9 * hz && rate < 1.05 * hz, "\(rate), \(hz)")
        }
        let sample = try #require(samples.lines(for: 0.1).last)
        #expect(sample.contains("\"accel\":[") && sample.contains("\"gyro\":["))
        #expect(!sample.contains("\"q\""))
        #expect(try service.end().status == 0)
    }

    @Test func `state, tilt and opacities follow the configuration; recenter is for all`() throws {
        let service = try Service("simulated:still")
        let config = service.folder.write(
            "my.toml", "tilt.neutral = -30\ntilt.base_degrees = 40\n")
        let other = try RunningProgram(
            [
                "serve", "--from", "simulated:still", "--config", config, "--socket",
                service.folder.file("other.sock").path,
            ])
        let plain = try #require(try service.listener().line(with: "streaming"))
        let listener = try ServiceListener(service.folder.file("other.sock").path)
        let line = try StateLine(try #require(listener.line(with: "streaming")))
        let flat = try StateLine(plain)
        #expect(abs(line.tilt - flat.tilt - 30) < 0.5)
        #expect(line.state == "forward" && abs(line.front - line.tilt / 40) < 1e-9)
        listener.send("{\"recenter\":true}\n")
        #expect(listener.line(with: "recenter") == "{\"recenter\":true}")
        let second = try ServiceListener(service.folder.file("other.sock").path)
        #expect(second.line(with: "\"state\":\"flat\"") != nil)
        other.send(SIGINT)
        #expect(try #require(try other.result(within: 10)).status == 0)
    }

    @Test(arguments: [("1", 990_000_000), ("0.5", 1_980_000_000)] as [(String, Int64)])
    func `a log is served to its end, which is told`(speed: String, end: Int64) throws {
        let log = try TemporaryFile()
        _ = try Program.run("simulate", "--preset", "hand", "--duration", "1", "-o", log.path)
        let service = try Service("file:\(log.path)", "--speed", speed)
        let listener = try service.listener()
        let lines = listener.lines(for: 10)
        let times = try lines.map { try StateLine($0).time }
        #expect(times.count > 50 && times == times.sorted())
        #expect(lines.dropLast().allSatisfy { !$0.contains("ended") })
        let last = try StateLine(try #require(lines.last))
        #expect(last.device == "ended" && last.time == end)
        let result = try #require(try service.program.result(within: 10))
        #expect(result.status == 0)
        #expect(access(service.path, F_OK) != 0)
    }

    @Test func `clients of states and of samples hear that a log has started again`() throws {
        let rows = (0..<20).map { "\($0 * 10_000_000),0,0,9.8\n" }.joined()
        let log = try TemporaryFile("timestamp_ns,accel_x,accel_y,accel_z\n\(rows)")
        let service = try Service("file:\(log.path)", "--loop")
        let (states, samples) = (try service.listener(), try service.listener())
        samples.send("{\"subscribe\":\"samples\"}\n")
        #expect(samples.line(with: "\"restart\":true") != nil)
        #expect(states.line(with: "\"restarts\":3") != nil)
        #expect(try service.end().status == 0)
    }

    @Test func `a log that goes wrong ends the service with its error`() throws {
        let log = try TemporaryFile("timestamp_ns,accel_x,accel_y,accel_z\n0,0,0,9\nx\n")
        let service = try Service("file:\(log.path)")
        let listener = try service.listener()
        #expect(listener.isClosed())
        let result = try #require(try service.program.result(within: 10))
        #expect(result.status == 65)
        #expect(result.errors.contains("\(log.path):3:1"))
    }

    @Test func `a new folder is for the socket's group, whatever the umask is`() throws {
        let folder = TemporaryFolder()
        let result = try Program.run(
            script: """
                cd '\(folder.path)' && umask 077
                "$0" serve --from simulated:hand --socket made/motion.sock & pid=$!
                while [ ! -S made/motion.sock ]; do kill -0 $pid || exit 1; sleep 0.05; done
                stat -c %a made
                kill $pid && wait $pid
                """)
        #expect(result.output == "755\n", "\(result.errors)")
    }

    @Test func `no link is followed where anybody may write to the working folder`() throws {
        let folder = TemporaryFolder()
        let result = try Program.run(
            script: """
                cd '\(folder.path)' && mkdir real shared && chmod 1777 shared && cd shared
                ln -s ../real link
                timeout 10 "$0" serve --from simulated:hand --socket link/motion.sock
                """)
        #expect(result.status == 77)
        #expect(result.errors.contains("is a link in a folder that everybody may write to"))
    }

    @Test func `a client on a pipe that has said all goes on listening`() throws {
        let service = try Service("simulated:hand")
        let listener = try service.listener()
        listener.send("{\"subscribe\":\"state\",\"hz\":200}\n")
        listener.finish()
        #expect(listener.lines(50).count == 50)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal closes all and takes the socket away`(signal: Int32) throws {
        let service = try Service("simulated:hand")
        let listeners = try (0..<5).map { _ in try service.listener() }
        service.program.send(signal)
        let result = try #require(try service.program.result(within: 10))
        #expect(result.status == 0)
        #expect(result.errors == "lenticule: simulated hand is served at \(service.path)\n")
        for listener in listeners { #expect(listener.isClosed()) }
        #expect(access(service.path, F_OK) != 0)
    }

    @Test func `a second signal right after the first ends no clean-up`() throws {
        let service = try Service("simulated:hand")
        _ = try service.listener()
        for _ in 0..<3 { service.program.send(SIGTERM) }
        let result = try #require(try service.program.result(within: 10))
        #expect(result.status == 0)
        #expect(access(service.path, F_OK) != 0)
    }

    @Test func `jq reads what the source measures, and on which clock`() throws {
        let service = try Service("simulated:hand")
        _ = try service.listener()
        let words = try Program.run(
            script: """
                socat -u UNIX-CONNECT:'\(service.path)' - | head -n 1 \\
                    | jq -c '[.lenticule, .device, .clock, .sensors, (.version | type)]'
                """
        ).output
        #expect(
            words == #"[1,"simulated hand",{"name":"simulation"},["accel","gyro"],"string"]"# + "\n"
        )
    }

    @Test func `after SIGKILL the next service takes the socket over`() throws {
        let service = try Service("simulated:hand")
        _ = try service.listener()
        service.program.send(SIGKILL)
        _ = try service.program.result()
        let next = try RunningProgram(
            ["serve", "--from", "simulated:hand", "--socket", service.path])
        #expect(try service.listener().line() != nil)
        next.send(SIGTERM)
        #expect(try next.result().status == 0)
    }

    @Test func `a second service says that one is running`() throws {
        let service = try Service("simulated:hand")
        let listener = try service.listener()
        let second = try Program.run("serve", "--from", "simulated:", "--socket", service.path)
        #expect(second.status == 69)
        #expect(
            second.errors == "lenticule: \(service.path): a service is running there already; "
                + "end it, or give another --socket\n")
        #expect(listener.lines(6).count == 6)
    }

    @Test func `a socket or folder that is taken away is made anew`() throws {
        let service = try Service("simulated:hand")
        let folder = "\(service.folder.path)/runtime"
        let path = "\(folder)/motion.sock"
        let other = try RunningProgram(["serve", "--from", "simulated:hand", "--socket", path])
        let listener = try ServiceListener(path)
        try FileManager.default.removeItem(atPath: folder)
        let second = try ServiceListener(path)
        #expect(second.line(with: "timestamp_ns") != nil)
        #expect(listener.lines(6).count == 6)
        #expect(
            eventually { other.words.contains("\(path) was removed; the socket was created again") }
        )
        other.send(SIGTERM)
        #expect(try other.result().status == 0)
        #expect(access(path, F_OK) != 0)
    }

    @Test func `socat and jq are enough`() throws {
        let service = try Service("simulated:hand")
        _ = try service.listener()
        let result = try Program.run(
            script: """
                echo '{"subscribe":"state","hz":20}' \\
                    | timeout 2 socat -,ignoreeof UNIX-CONNECT:'\(service.path)' \\
                    | jq -r 'select(.q) | .state'
                """)
        #expect(result.lines.count > 10)
        #expect(Set(result.lines).isSubset(of: ["flat", "forward", "backward"]))
    }

    @Test func `what docs/api.md shows works as printed, also into a pipe`() throws {
        let service = try Service("simulated:hand")
        _ = try service.listener()
        let commands = Manual("api.md").text.replacing("\\\n", with: "").split(separator: "\n")
            .filter { $0.contains("UNIX-CONNECT:$SOCKET") }
        #expect(commands.count == 4)
        for command in commands {
            let result = try Program.run(
                script: "SOCKET='\(service.path)'; (\(command)) | head -n 3")
            let isSilent = command.contains("recenter")
            #expect(result.lines.count == (isSilent ? 0 : 3), "\(command)")
        }
    }
}
