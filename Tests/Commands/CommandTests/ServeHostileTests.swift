import Foundation
import TestSupport
import Testing

/// What clients do that do not behave, while one that does keeps its rate.
@Suite struct ServeHostileTests {
    /// The states of a second that a well-behaved client gets while `body` runs beside it.
    private func steadyRate(_ service: Service, _ body: () throws -> Void) throws -> Double {
        let witness = try service.listener()
        _ = witness.line(with: "streaming")
        try body()
        let times = try witness.lines(for: 0.2).map { try StateLine($0).time }
        let seconds = Double(try #require(times.last) - times[0]) / 1e9
        return Double(times.count - 1) / seconds
    }

    @Test(arguments: [
        ("hello\n", "not a line"), ("\n", "not a line"), ("{\"subscribe\":\"all\"}\n", "subscribe"),
        (String(repeating: "x", count: 10_000_000), "a line of more than 1024 bytes"),
        (String(repeating: " ", count: 1500) + "\n", "a line of more than 1024 bytes"),
        (String(repeating: "{\"recenter\":true}\n", count: 5000), "more than 100 requests"),
        ("{\"subscribe\":\"state\",\"hz\":1e9}\n", "hz must be from 1 to 1000"),
    ])
    func `nonsense is told and dropped, and others keep their rate`(
        text: String, answer: String
    ) throws {
        let service = try Service("simulated:hand")
        var share = 0.0
        // A machine that stands still for a moment loses states of the witness, but not three times; one
        // that is busy loses some without mischief, too.
        for _ in 0..<3 where !(share > 0.55) {
            let usual = try steadyRate(service) { usleep(200_000) }
            let rate = try steadyRate(service) {
                for _ in 0..<5 {
                    let listener = try service.listener()
                    listener.send(text)
                    let line = listener.line(with: "error")
                    #expect(line?.hasPrefix("{\"error\":\"") == true)
                    #expect(line?.contains(answer) == true)
                    #expect(listener.isClosed())
                }
            }
            // Not all lines were read at once: those since the start of the mischief count.
            share = rate / usual
        }
        #expect(share > 0.55)
        #expect(try service.end().status == 0)
    }

    @Test func `a client that is dropped hears why, also if it reads late and still sends`() throws
    {
        let service = try Service("simulated:hand")
        let (sleeper, witness) = (try service.listener(), try service.listener())
        sleeper.send("{\"subscribe\":\"state\",\"hz\":1000}\n")
        // Its socket is full then.
        #expect(witness.lines(50).count == 50)
        #expect(sleeper.send(String(repeating: "x", count: 50_000)))
        #expect(witness.lines(10).count == 10)
        #expect(sleeper.send(String(repeating: "x", count: 50_000)))
        let last = sleeper.lines(1000).last
        #expect(last == "{\"error\":\"a line of more than 1024 bytes\"}")
    }

    @Test func `a client that is dropped hears why, also if it never reads before it was closed`()
        throws
    {
        let service = try Service("simulated:hand")
        let (sleeper, witness) = (try service.listener(), try service.listener())
        sleeper.send("{\"subscribe\":\"state\",\"hz\":1000}\n")
        // Its socket is full then.
        #expect(witness.lines(50).count == 50)
        // The service does not read all of it.
        #expect(!sleeper.send(String(repeating: "x", count: 10_000_000)))
        let last = sleeper.lines(1000).last
        #expect(last == "{\"error\":\"a line of more than 1024 bytes\"}")
    }

    @Test func `the 65th client is told, and gets in when another leaves`() throws {
        let service = try Service("simulated:hand")
        var listeners = try (0..<64).map { _ in try service.listener() }
        let late = try ServiceListener(service.path)
        #expect(
            late.line()
                == "{\"error\":\"64 clients are connected already; try again later\"}")
        #expect(late.isClosed())
        listeners.removeLast()
        let isIn = try eventually {
            try ServiceListener(service.path).line()?.hasPrefix("{\"lenticule\":1") == true
        }
        #expect(isIn)
        for listener in listeners { #expect(listener.line(with: "timestamp_ns") != nil) }
    }

    @Test(arguments: ["{\"subscribe\":\"state\",\"hz\":1000}", "{\"subscribe\":\"samples\"}"])
    func `a client that stops reading costs nothing`(request: String) throws {
        let log = try TemporaryFile()
        _ = try Program.run("simulate", "--preset", "hand", "--duration", "1500", "-o", log.path)
        // 5,000 samples and 1,000 states a second: a megabyte every two or five seconds.
        let service = try Service("file:\(log.path)", "--speed", "50")
        let (sleeper, witness) = (try service.listener(), try service.listener())
        sleeper.send("\(request)\n")
        _ = witness.lines(for: 2)
        // A machine that stood still for a second has samples to make up for; what is kept for the
        // sleeper would grow each time.
        let growths = (0..<3).lazy.map { _ in
            let before = service.privateMemory
            #expect(witness.lines(200).count == 200)
            return service.privateMemory - before
        }
        #expect(growths.contains { $0 < 500 })
    }

    @Test func `a client that stops reading goes on with the newest`() throws {
        let service = try Service("simulated:hand")
        let (sleeper, witness) = (try service.listener(), try service.listener())
        sleeper.send("{\"subscribe\":\"state\",\"hz\":1000}\n")
        _ = sleeper.line(with: "streaming")
        #expect(witness.lines(180).count == 180)
        let now = try StateLine(try #require(witness.line(with: "streaming"))).time
        let times = try (0..<12).map { _ in try StateLine(try #require(sleeper.line())).time }
        let old = times.prefix { $0 < now - 500_000_000 }
        // What lay in the kernel, then at once the newest.
        #expect(old.count <= 8)
        #expect(times[old.count] > now - 100_000_000)
    }

    @Test func `samples that a client did not take are counted, and it hears of them`() throws {
        let log = try TemporaryFile()
        _ = try Program.run("simulate", "--preset", "hand", "--duration", "1500", "-o", log.path)
        let service = try Service("file:\(log.path)", "--speed", "50")
        let sleeper = try service.listener()
        sleeper.send("{\"subscribe\":\"samples\"}\n")
        _ = sleeper.line(with: "accel")
        // Some 10,000 samples, of which the kernel holds a fifth.
        usleep(2_000_000)
        var (newest, lost) = (Int64?.none, Int64(0))
        for _ in 0..<5000 {
            let line = try SampleLine(try #require(sleeper.line()))
            if let count = line.lost { lost += count }
            guard let time = line.time else { continue }
            if let newest { #expect(time - newest == 10_000_000 * (lost + 1)) }
            if lost > 0 { return }
            newest = time
        }
        Issue.record("nothing was lost")
    }

    @Test func `a link in a shared folder is refused`() throws {
        let folder = TemporaryFolder()
        let shared = folder.file("shared").path
        mkdir(shared, 0o777)
        chmod(shared, 0o1777)
        symlink(folder.path, "\(shared)/link")
        for arguments in [
            ["serve", "--from", "simulated:", "--socket"], ["record", "-", "--from"],
        ] {
            let path = "\(shared)/link/motion.sock"
            let source = arguments[0] == "record" ? "socket:\(path)" : path
            let result = try Program.run(arguments: arguments + [source])
            #expect(result.status == 77)
            #expect(result.errors.contains("is a link in a folder that everybody may write to"))
        }
    }

    @Test(.enabled(if: geteuid() == 0, "needs root"))
    func `nobody else may even connect`() throws {
        let service = try Service("simulated:hand")
        _ = try service.listener()
        chmod(service.folder.path, 0o755)
        // The service's own check stands behind the file's permissions.
        for mode in [mode_t(0o600), 0o666] {
            chmod(service.path, mode)
            let result = try Program.run(
                script: """
                    setpriv --reuid 12345 --regid 12345 --clear-groups \\
                        timeout 2 socat -u UNIX-CONNECT:'\(service.path)' -
                    """)
            #expect(!result.output.contains("lenticule"))
            #expect(
                mode == 0o600
                    || result.output.contains("only root, the service's user and its group"))
        }
    }

    @Test(.enabled(if: geteuid() == 0, "needs root"))
    func `a service that may not be reached is not waited for`() throws {
        let service = try Service("simulated:hand")
        let others = TemporaryFolder()
        chmod(others.path, 0o755)
        chmod(service.folder.path, 0o700)
        let result = try Program.run(
            script: """
                cp "$0" '\(others.path)/lenticule' && cd / && HOME=/nonexistent XDG_CONFIG_HOME= \\
                    setpriv --reuid 12345 --regid 12345 --clear-groups timeout 20 \\
                    '\(others.path)/lenticule' record - --from 'socket:\(service.path)'
                """)
        #expect(result.status == 77)
        #expect(result.errors.hasSuffix("cannot connect: Permission denied\n"))
    }
}
