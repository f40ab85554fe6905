import Foundation
import Motion
import Platform
import Service
import Synchronization
import TestSupport
import Testing

@Suite(.enabled(if: Broker.program != nil, "needs mosquitto"), .timeLimit(.minutes(5)))
struct MQTTConnectionTests {
    /// Lines for people, from any thread.
    private final class Words: Sendable {
        private let lines = Mutex<[String]>([])
        var text: String { lines.withLock { $0.joined(separator: "\n") } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private func connection(
        _ broker: Broker, _ role: MQTTConnection.Role, _ access: MQTTAccess = MQTTAccess(),
        words: Words = Words()
    ) throws -> MQTTConnection {
        try MQTTConnection(
            MQTTAddress("mqtt://127.0.0.1:\(broker.port)/card"), access, as: role, notify: words.add
        )
    }

    /// Publishes until the listener has heard this very message.
    private func says(
        _ publisher: MQTTConnection, _ message: String, to listener: MQTTConnection
    ) -> Bool {
        eventually(within: 20) {
            publisher.publish(Array(message.utf8))
            return listener.receive(timeout: .milliseconds(50)) == Array(message.utf8)
        }
    }

    @Test func `a broker that is killed and started again is found again by all`() throws {
        let broker = try Broker()
        let publisher = try connection(broker, .publisher(will: Array("gone".utf8)))
        let listeners = try (0..<4).map { _ in try connection(broker, .subscriber) }
        defer { for connection in listeners + [publisher] { connection.stop() } }
        for listener in listeners { #expect(says(publisher, "one", to: listener)) }
        broker.kill()
        #expect(eventually { listeners.allSatisfy { !$0.isConnected } && !publisher.isConnected })
        try broker.start()
        for listener in listeners { #expect(says(publisher, "two", to: listener)) }
    }

    @Test func `who comes late hears the last line at once`() throws {
        let broker = try Broker()
        let publisher = try connection(broker, .publisher(will: Array("gone".utf8)))
        let listener = try connection(broker, .subscriber)
        #expect(says(publisher, "kept", to: listener))
        publisher.stop()
        listener.stop()
        let late = try connection(broker, .subscriber)
        #expect(late.receive(timeout: .seconds(10)) == Array("kept".utf8))
        late.stop()
    }

    @Test func `a broker that is not there yet is waited for`() throws {
        let broker = try Broker()
        broker.kill()
        let words = Words()
        let publisher = try connection(broker, .publisher(will: []), words: words)
        #expect(eventually { words.text.contains("cannot reach the broker at 127.0.0.1") })
        // Some more tries, of which nothing is said.
        usleep(1_500_000)
        #expect(words.text.components(separatedBy: "cannot reach").count == 2)
        // Each time that it goes is said.
        for _ in 0..<2 {
            try broker.start()
            #expect(eventually { publisher.isConnected })
            broker.kill()
            #expect(eventually { !publisher.isConnected })
        }
        #expect(eventually { words.text.components(separatedBy: "cannot keep").count == 3 })
        publisher.stop()
    }

    @Test func `a service that has gone is told from one whose sensor rests`() throws {
        let broker = try Broker()
        let address = try MQTTAddress("mqtt://127.0.0.1:\(broker.port)/card")
        let source = try MQTTAttitudes(address, MQTTAccess()) { _ in }
        var publisher: MQTTPublisher? = try MQTTPublisher(
            address, MQTTAccess(), version: "1"
        ) { _ in }
        let sensor = ServedSensor(name: "x", quantities: .acceleration, clock: .boottime)
        var readings: [Reading] = []
        var states: [SourceState] = []
        let state = MotionState(sensorState: .streaming, values: nil)
        // Longer than the listener's patience, and nothing new.
        for _ in 0..<70 {
            publisher?.publish(state, of: sensor)
            states.append(source.read(into: &readings, timeout: .milliseconds(100)))
        }
        #expect(states.contains(.open) && states.suffix(30).allSatisfy { $0 == .open })
        publisher = nil
        let hasNoticed = eventually {
            source.read(into: &readings, timeout: .milliseconds(100))
                == .waiting(for: "the service on card")
        }
        #expect(hasNoticed)
    }

    @Test func `a broker that hangs is sent no more than it can take`() throws {
        let broker = try Broker()
        let publisher = try connection(broker, .publisher(will: Array("gone".utf8)))
        defer { publisher.stop() }
        #expect(eventually { publisher.isConnected })
        broker.freeze(true)
        let before = residentMemory()
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 2000)
        for _ in 0..<50_000 { publisher.publish(line) }
        // What 50,000 lines would take is 100 MB.
        #expect(residentMemory() - before < 20_000_000)
        broker.freeze(false)
    }

    @Test func `a user without the right password is told so`() throws {
        let broker = try Broker(user: ("card", "secret"))
        let folder = TemporaryFolder()
        let wrong = MQTTAccess(user: "card", passwordFile: folder.write("wrong", "guess\n"))
        let right = MQTTAccess(user: "card", passwordFile: folder.write("right", "secret\n"))
        let words = Words()
        let refused = try connection(broker, .subscriber, wrong, words: words)
        #expect(eventually { words.text.contains("cannot use the broker at 127.0.0.1") })
        #expect(!refused.isConnected)
        refused.stop()
        let welcome = try connection(broker, .subscriber, right)
        #expect(eventually { welcome.isConnected })
        welcome.stop()
    }

    @Test(.enabled(if: Certificate.canBeMade, "needs openssl"))
    func `through TLS only a broker that is vouched for is believed`() throws {
        let (certificate, another) = (try Certificate(), try Certificate())
        let broker = try Broker(options: certificate.brokerOptions)
        let address = try MQTTAddress("mqtts://127.0.0.1:\(broker.port)/card")
        let words = Words()
        let trusting = try MQTTConnection(
            address, MQTTAccess(authorityFile: certificate.path), as: .subscriber, notify: words.add
        )
        let strange = try MQTTConnection(
            address, MQTTAccess(authorityFile: another.path), as: .subscriber,
            notify: words.add)
        defer { for connection in [trusting, strange] { connection.stop() } }
        #expect(eventually { trusting.isConnected })
        #expect(eventually { words.text.contains("cannot reach the broker") })
        #expect(!strange.isConnected)
    }

    @Test(arguments: [
        MQTTAccess(user: "card", passwordFile: "/nonexistent/file"),
        MQTTAccess(authorityFile: "/nonexistent/file"),
    ])
    func `a file that is not there is named`(access: MQTTAccess) {
        let error = #expect(throws: MQTTError.self) {
            try MQTTConnection(
                MQTTAddress("mqtt://127.0.0.1/card"), access, as: .subscriber
            ) { _ in }
        }
        #expect(error?.fileKind == .missing)
        #expect(error?.description.contains("in /nonexistent/file: No such file") == true)
    }

    @Test func `an empty path is said to be empty`() {
        let error = #expect(throws: MQTTError.self) {
            try MQTTConnection(
                MQTTAddress("mqtt://127.0.0.1/card"), MQTTAccess(user: "card", passwordFile: ""),
                as: .subscriber
            ) { _ in }
        }
        #expect(error?.description == "cannot read the password in \"\": the path is empty")
    }

    @Test func `a topic that libmosquitto refuses is said`() throws {
        let broker = try Broker()
        let words = Words()
        let topic = String(try #require(Unicode.Scalar(UInt32(0xFDD0))))
        let listener = try MQTTConnection(
            MQTTAddress("mqtt://127.0.0.1:\(broker.port)/\(topic)"), as: .subscriber,
            notify: words.add)
        defer { listener.stop() }
        #expect(eventually { words.text.contains("cannot subscribe to mqtt://127.0.0.1") })
        #expect(!listener.isConnected)
    }

    @Test(arguments: ["a folder", "empty", "blank"])
    func `a file that holds no password or certificate is refused at the start`(what: String) {
        let folder = TemporaryFolder()
        let path =
            what == "a folder" ? folder.path : folder.write("file", what == "empty" ? "" : "\n")
        for access in [
            MQTTAccess(user: "card", passwordFile: path), MQTTAccess(authorityFile: path),
        ] {
            let error = #expect(throws: MQTTError.self) {
                try MQTTConnection(
                    MQTTAddress("mqtt://127.0.0.1/card"), access, as: .subscriber
                ) { _ in }
            }
            #expect(error?.fileKind == .malformed)
            #expect(error?.description.contains(path) == true)
        }
    }

    @Test(.enabled(if: Broker.security != nil, "needs mosquitto's dynamic security"))
    func `a refused subscription is said once, shown, and tried again`() throws {
        let broker = try Broker(options: Broker.refusingSubscriptions())
        let words = Words()
        let source = try MQTTAttitudes(
            MQTTAddress("mqtt://127.0.0.1:\(broker.port)/card"), MQTTAccess(), notify: words.add)
        var readings: [Reading] = []
        let isShown = eventually {
            source.read(into: &readings, timeout: .milliseconds(50))
                == .waiting(
                    for:
                        "the broker at 127.0.0.1: the broker refuses it; may this user read the topic?"
                )
        }
        #expect(isShown, "\(words.text)")
        // Two more tries.
        usleep(2_000_000)
        #expect(words.text.contains("cannot subscribe to mqtt://127.0.0.1"))
        #expect(words.text.components(separatedBy: "\n").count == 1)
    }

    /// The bytes of this process that are in memory.
    private func residentMemory() -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
    }
}

/// A certificate of the loopback's address that vouches for itself.
private struct Certificate {
    private let folder = TemporaryFolder()
    var path: String { folder.file("certificate.pem").path }

    static let canBeMade = (try? Child("openssl", ["version"]).wait()) == 0

    init() throws {
        let arguments = [
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=broker",
            "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder.file("key.pem").path,
            "-out", path,
        ]
        #expect(try Child("openssl", arguments).wait() == 0)
    }

    /// What lets a broker show it.
    var brokerOptions: [String] {
        ["certfile \(path)", "keyfile \(folder.file("key.pem").path)"]
    }
}
