import Foundation
import TestSupport
import Testing

private let hasClients = (try? Program.run(script: "command -v mosquitto_sub jq").status) == 0

/// What a broker's own clients hear of a service, and what they can do to it.
@Suite(
    .enabled(if: Broker.program != nil && hasClients, "needs mosquitto and mosquitto-clients"),
    .timeLimit(.minutes(10)))
struct ServePublishTests {
    private let folder = TemporaryFolder()

    private func publish(
        _ source: String, on broker: Broker, _ options: String...
    ) throws -> RunningProgram {
        try RunningProgram(
            [
                "serve", "--from", source, "--socket", folder.file("motion.sock").path, "--mqtt",
                "mqtt://127.0.0.1:\(broker.port)/card",
            ] + options)
    }

    /// What somebody hears who comes now: some keys of the retained state.
    private func retained(on broker: Broker) throws -> String {
        try Program.run(
            script: """
                mosquitto_sub -p \(broker.port) -t card -C 1 -W 10 --retained-only \\
                    | jq -c '[.device, (.q | length)]'
                """
        ).output
    }

    @Test func `a state is there for mosquitto's own client`() throws {
        let broker = try Broker()
        let service = try publish("simulated:hand", on: broker)
        #expect(try eventually { try retained(on: broker) == "[\"streaming\",4]\n" })
        #expect(service.isRunning)
    }

    @Test func `what the service says of itself is retained below the topic`() throws {
        let broker = try Broker()
        let service = try publish("simulated:hand", on: broker)
        func hello() throws -> String {
            try Program.run(
                script: """
                    mosquitto_sub -p \(broker.port) -t card/hello -C 1 -W 10 --retained-only \\
                        | jq -c '[.lenticule, .device, .sensors, .clock.name, (.version | type)]'
                    """
            ).output
        }
        let words = #"[1,"simulated hand",["accel","gyro"],"simulation","string"]"# + "\n"
        #expect(try eventually { try hello() == words })
        // A broker that has lost what it retained gets it again.
        broker.kill()
        try broker.start()
        #expect(try eventually { try hello() == words })
        #expect(service.isRunning)
    }

    /// The timestamps of so many states that a broker's client gets, in seconds.
    private func times(_ count: Int, on broker: Broker) throws -> [Double] {
        try Program.run(
            script: """
                mosquitto_sub -p \(broker.port) -t card -C \(count) -W 60 -R \\
                    | jq '.timestamp_ns / 1e9'
                """
        ).lines.compactMap { Double($0) }
    }

    @Test(arguments: [("simulated:hand", 0.1), ("simulated:still", 1)])
    func `states come as often as it is configured, and at rest once a second`(
        source: String, interval: Double
    ) throws {
        let broker = try Broker()
        let config = folder.write("my.toml", "serve.mqtt_hz = 10\n")
        let service = try publish(source, on: broker, "--config", config)
        // The vertical has to be found before a device rests.
        let hasPace = try eventually {
            let times = try times(4, on: broker)
            let mean = try (#require(times.last) - #require(times.first)) / 3
            return mean > 0.8 * interval && mean < 1.5 * interval
        }
        #expect(hasPace)
        #expect(service.isRunning)
    }

    @Test func `the last word of a service that is ended is that it has gone`() throws {
        let broker = try Broker()
        let service = try publish("simulated:hand", on: broker)
        #expect(try eventually { try retained(on: broker) == "[\"streaming\",4]\n" })
        service.send(SIGTERM)
        #expect(try service.result(within: 10)?.status == 0)
        #expect(try retained(on: broker) == "[\"offline\",4]\n")
    }

    @Test func `the broker says it of a service that was killed`() throws {
        let broker = try Broker()
        let service = try publish("simulated:hand", on: broker)
        #expect(try eventually { try retained(on: broker) == "[\"streaming\",4]\n" })
        service.send(SIGKILL)
        #expect(try eventually { try retained(on: broker) == "[\"offline\",0]\n" })
    }

    @Test func `the last word of a log is its last state`() throws {
        let broker = try Broker()
        let log = folder.file("log.csv").path
        _ = try Program.run("simulate", "--preset", "hand", "--duration", "3", "-o", log)
        let service = try publish("file:\(log)", on: broker)
        #expect(try service.result(within: 30)?.status == 0)
        #expect(try retained(on: broker) == "[\"ended\",4]\n")
    }

    @Test func `the last word of a log that goes wrong is that the service has gone`() throws {
        let broker = try Broker()
        let rows = (0..<300).map { "\($0)0000000,0,0,9\n" }.joined()
        let log = folder.write("log.csv", "timestamp_ns,accel_x,accel_y,accel_z\n\(rows)x\n")
        let service = try publish("file:\(log)", on: broker)
        #expect(try service.result(within: 30)?.status == 65)
        #expect(try retained(on: broker) == "[\"offline\",4]\n")
    }

    @Test func `a huge message on the topic takes no memory`() throws {
        let broker = try Broker()
        let sent = try Program.run(
            script: """
                head -c 100000000 /dev/zero > '\(folder.path)/huge'
                mosquitto_pub -p \(broker.port) -t card -r -f '\(folder.path)/huge'
                """)
        #expect(sent.status == 0)
        let listener = try RunningProgram([
            "serve", "--from", "mqtt://127.0.0.1:\(broker.port)/card", "--socket",
            folder.file("motion.sock").path,
        ])
        #expect(
            eventually { listener.words.contains("a message there is larger than 65536 bytes") },
            "\(listener.words)")
        let status = try String(contentsOfFile: "/proc/\(listener.process)/status", encoding: .utf8)
        let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
        // Kilobytes; without a limit 300,000.
        let kilobytes = Int(peak.split(separator: " ").dropLast().last ?? "") ?? .max
        #expect(kilobytes < 80_000, "\(peak)")
        // Once it is cleared, states come through.
        _ = try Program.run(script: "mosquitto_pub -p \(broker.port) -t card -r -n")
        let state = "{\"device\":\"starting\"}"
        let client = try ServiceListener(folder.file("motion.sock").path)
        let hasCome = try eventually {
            _ = try Program.run(
                script: "mosquitto_pub -p \(broker.port) -t card -m '\(state)'")
            return client.line(within: 0.5)?.contains("starting") == true
        }
        #expect(hasCome)
    }
}
