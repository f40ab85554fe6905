import Foundation
import TestSupport
import Testing

/// `record --from socket:`.
@Suite struct ServeRecordTests {
    private let folder = TemporaryFolder()

    @Test func `a recording through the service is the log that it serves`() throws {
        let log = folder.file("log.csv").path
        _ = try Program.run("simulate", "--preset", "hand", "--duration", "2", "-o", log)
        let socket = folder.file("motion.sock").path
        let copy = folder.file("copy.csv").path
        // The recording begins to wait before the service is there.
        let recording = try RunningProgram(["record", copy, "--from", "socket:\(socket)"])
        let service = try RunningProgram(["serve", "--from", "file:\(log)", "--socket", socket])
        #expect(try #require(try service.result(within: 20)).status == 0)
        // Rows reach the file twice a second.
        #expect(
            eventually {
                (try? String(contentsOfFile: copy, encoding: .utf8))?.contains("\n1990000000,")
                    == true
            })
        recording.send(SIGINT)
        #expect(try #require(try recording.result(within: 10)).status == 0)
        let rows = try String(contentsOfFile: copy, encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
        let original = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
        // All but what came before the subscription was heard.
        #expect(rows.count > 190)
        for (row, expected) in zip(rows.reversed(), original.reversed()).dropLast() {
            #expect(expected.hasPrefix(row + ","))
        }
    }

    @Test(arguments: ["socket:", "auto"])
    func `clients look first where the configuration has the socket`(source: String) throws {
        let (socket, copy) = (folder.file("motion.sock").path, folder.file("copy.csv").path)
        let config = folder.write("my.toml", "serve.socket = \"\(socket)\"\n")
        let service = try RunningProgram(
            ["serve", "--from", "simulated:still", "--config", config])
        #expect(try ServiceListener(socket).line() != nil)
        let recording = try Program.run(
            "record", copy, "--from", source, "--config", config, "--duration", "0.5")
        #expect(recording.status == 0, "\(recording.errors)")
        let text = try String(contentsOfFile: copy, encoding: .utf8)
        #expect(text.hasPrefix("# simulated still through the service at \(socket)\n"))
        service.send(SIGTERM)
        #expect(try service.result().status == 0)
    }

    @Test func `two recordings at once are the same`() throws {
        let service = try Service("simulated:hand")
        _ = try service.listener()
        let recordings = try (0..<2).map { index in
            try RunningProgram(
                [
                    "record", folder.file("\(index).csv").path, "--from", "socket:\(service.path)",
                    "--duration", "2",
                ])
        }
        var rows: [Set<Substring>] = []
        for (index, recording) in recordings.enumerated() {
            #expect(try #require(try recording.result(within: 20)).status == 0)
            let text = try String(contentsOf: folder.file("\(index).csv"), encoding: .utf8)
            #expect(text.hasPrefix("# simulated hand through the service at \(service.path)\n"))
            rows.append(Set(text.split(separator: "\n").dropFirst(2)))
        }
        #expect(rows[0].intersection(rows[1]).count > 150)
    }

    @Test func `a service of attitudes has its tilt from another`() throws {
        let first = try Service("simulated:still")
        let second = try Service("socket:\(first.path)")
        let listener = try second.listener()
        let line = try StateLine(try #require(listener.line(with: "streaming")))
        let original = try StateLine(try #require(try first.listener().line(with: "streaming")))
        #expect(abs(line.tilt - original.tilt) < 0.5)
        // The first goes: the second says so, and goes on when it is back.
        #expect(try first.end().status == 0)
        #expect(listener.line(with: "\"device\":\"waiting\"") != nil)
        let back = try RunningProgram(
            ["serve", "--from", "simulated:still", "--socket", first.path])
        #expect(listener.line(with: "streaming") != nil)
        back.send(SIGTERM)
        #expect(try back.result().status == 0)
    }

    @Test(arguments: [
        ("mqtt://localhost/card", "mqtt://127.0.0.1:1883/card"),
        ("mqtts://localhost/card", "mqtt://localhost/card"),
    ])
    func `a service does not listen to the topic that it publishes on`(
        source: String, topic: String
    ) throws {
        let path = folder.file("motion.sock").path
        let result = try Program.run(
            "serve", "--from", source, "--mqtt", topic, "--socket", path)
        #expect(result.status == 64)
        #expect(result.errors.contains("a service cannot listen to itself; give another topic"))
    }

    @Test func `a service does not listen to its own socket by another name`() throws {
        let result = try Program.run(
            "serve", "--from",
            "socket:/proc/self/root\(folder.path)/../"
                + "\(URL(filePath: folder.path).lastPathComponent)/motion.sock", "--socket",
            folder.file("motion.sock").path)
        #expect(result.status == 64)
    }

    @Test(arguments: [("/", 65), ("/dev/null", 65), ("/nonexistent", 66)])
    func `a password file that holds none is refused at the start`(
        file: String, status: Int32
    ) throws {
        let result = try Program.run(
            "serve", "--from", "simulated:", "--socket", folder.file("motion.sock").path, "--mqtt",
            "mqtt://127.0.0.1:1/card", "--mqtt-user", "me", "--mqtt-password-file", file)
        #expect(result.status == status)
        #expect(result.errors.hasPrefix("lenticule: cannot read the password in \(file): "))
    }

    @Test func `a service does not listen to itself`() throws {
        let path = folder.file("motion.sock").path
        let result = try Program.run("serve", "--from", "socket:\(path)", "--socket", path)
        #expect(result.status == 64)
        #expect(
            result.errors == "lenticule: \(path): a service cannot read from itself; "
                + "--from local: reads the sensor\n")
    }
}
