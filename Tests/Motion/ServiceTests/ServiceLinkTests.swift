import Foundation
import Motion
import Synchronization
import TestSupport
import Testing

@testable import Service

@Suite(.timeLimit(.minutes(5))) struct ServiceLinkTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("motion.sock").path }

    /// Lines for people, from any thread.
    private final class Words: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    /// Says `lines` to the next client that connects, and nothing more.
    private func answer(on socket: ListeningSocket, _ lines: String) -> CInt {
        var client: CInt = -1
        _ = eventually {
            client = accept(socket.descriptor, nil, nil)
            return client >= 0
        }
        _ = send(client, lines, lines.utf8.count, CInt(MSG_NOSIGNAL))
        return client
    }

    @Test func `a service that systemd is starting is waited for`() throws {
        let socket = try ListeningSocket(at: SocketFile(path: path))
        defer { close(socket.descriptor) }
        // Nobody has taken the connection yet.
        let source = try ServiceSource(.attitudes, of: [path]) { _ in }
        #expect(source.isStarting && !source.isReady)
        var readings: [Reading] = []
        #expect(
            try source.read(into: &readings, timeout: .zero)
                == .waiting(for: "the service at \(path) to start"))
        let client = answer(on: socket, "{\"lenticule\":1,\"device\":\"x\",\"version\":\"1\"}\n")
        defer { close(client) }
        source.finishStarting()
        #expect(source.isReady && source.sensorName == "x")
        #expect(try source.read(into: &readings, timeout: .zero) == .open)
    }

    @Test(arguments: [
        (
            "{\"lenticule\":2,\"device\":\"x\"}\n",
            "the service speaks version 2 of the protocol, not 1; update lenticule on both sides"
        ),
        (
            "{\"error\":\"64 clients are connected already; try again later\"}\n",
            "the service says \"64 clients are connected already; try again later\""
        ),
        ("HTTP/1.1 200 OK\n", "not a line of this protocol: not a JSON object"),
    ])
    func `why a service is of no use is said once, and shown`(line: String, reason: String) throws {
        let socket = try ListeningSocket(at: SocketFile(path: path))
        defer { close(socket.descriptor) }
        let words = Words()
        let source = try ServiceSource(.samples, of: [path], notify: words.add)
        var readings: [Reading] = []
        for _ in 0..<2 {
            let client = answer(on: socket, line)
            let isShown = try eventually {
                try source.read(into: &readings, timeout: .milliseconds(50))
                    == .waiting(for: "the service at \(path): \(reason)")
            }
            #expect(isShown)
            close(client)
            // It tries again.
            #expect(
                try eventually {
                    _ = try source.read(into: &readings, timeout: .milliseconds(50))
                    return source.isStarting
                })
        }
        #expect(words.all == ["\(path): \(reason); trying again"])
    }

    /// Reads what a service sends after its hello line, until `isEnough` of the source and the number
    /// of readings; returns the source, the readings and the state.
    private func read(
        _ lines: String..., as subscription: ServiceSource.Subscription = .samples,
        until isEnough: (ServiceSource, Int) -> Bool
    ) throws -> (source: ServiceSource, readings: [Reading], state: SourceState) {
        let socket = try ListeningSocket(at: SocketFile(path: path))
        defer { close(socket.descriptor) }
        let source = try ServiceSource(subscription, of: [path]) { _ in }
        let hello = "{\"lenticule\":1,\"device\":\"x\",\"version\":\"1\"}"
        let client = answer(on: socket, ([hello] + lines).map { $0 + "\n" }.joined())
        defer { close(client) }
        var (readings, state) = ([Reading](), SourceState.open)
        #expect(
            try eventually {
                state = try source.read(into: &readings, timeout: .milliseconds(50))
                return isEnough(source, readings.count)
            })
        return (source, readings, state)
    }

    @Test func `a service that gives attitudes ends a source of samples`() throws {
        let error = #expect(throws: SocketError.self) {
            _ = try read("{\"error\":\"\(ServedLine.noSamples)\"}") { _, _ in false }
        }
        #expect(error?.kind == .noSamples)
        #expect(error?.reason == "the service says \"\(ServedLine.noSamples)\"")
    }

    @Test func `a sensor that is replaced by one that gives attitudes is told as that`() throws {
        let error = #expect(throws: SocketError.self) {
            _ = try read(
                "{\"timestamp_ns\":1}", "{\"error\":\"\(ServedLine.noSamples)\"}"
            ) { _, _ in false }
        }
        #expect(error?.kind == .noSamples)
        #expect(
            error?.reason
                == "the service's sensor was replaced by one that gives attitudes, not samples")
    }

    @Test func `a sensor that comes later is known by its name, and what it measures`() throws {
        let found = try read(
            #"{"lenticule":1,"device":null}"#,
            #"{"lenticule":1,"device":"y","clock":{"name":"boottime"},"sensors":["accel"]}"#,
            "{\"timestamp_ns\":1}"
        ) { $1 == 1 }
        #expect(found.source.sensorName == "y")
        #expect(found.source.quantities == .acceleration && found.source.clock == .boottime)
    }

    @Test func `what is awaited is read later`() throws {
        let socket = try ListeningSocket(at: SocketFile(path: path))
        defer { close(socket.descriptor) }
        let source = try ServiceSource(.samples, of: [path]) { _ in }
        let client = answer(on: socket, "{\"lenticule\":1,\"device\":\"x\",\"version\":\"1\"}\n")
        defer { close(client) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.3) {
            let line = "{\"timestamp_ns\":1}\n"
            _ = send(client, line, line.utf8.count, CInt(MSG_NOSIGNAL))
        }
        try source.awaitSample()
        var readings: [Reading] = []
        for _ in 0..<2 { _ = try source.read(into: &readings, timeout: .zero) }
        #expect(readings.map(\.timestamp) == [1])
    }

    @Test func `a service whose log has ended has no sample to await`() throws {
        let socket = try ListeningSocket(at: SocketFile(path: path))
        defer { close(socket.descriptor) }
        let source = try ServiceSource(.samples, of: [path]) { _ in }
        let hello = "{\"lenticule\":1,\"device\":\"x\",\"version\":\"1\"}\n"
        let client = answer(on: socket, hello + "{\"device\":\"ended\"}\n")
        defer { close(client) }
        let error = #expect(throws: SocketError.self) { try source.awaitSample() }
        #expect(error?.reason == "the log that the service reads has ended")
    }

    /// A state line of a device that lies flat.
    private func flat(_ timestamp: Int, restarts: Int = 0, device: String = "streaming") -> String {
        "{\"timestamp_ns\":\(timestamp),\"q\":[1,0,0,0],\"rate\":[0,0,0],\"tilt_deg\":0,"
            + "\"state\":\"flat\",\"back\":1,\"middle\":1,\"front\":0,"
            + "\"restarts\":\(restarts),\"device\":\"\(device)\"}"
    }

    @Test func `the last state of a log is taken, and its end is shown`() throws {
        let found = try read(flat(1, device: "ended"), as: .attitudes) { $1 == 1 }
        #expect(found.readings.map(\.timestamp) == [1])
        #expect(found.state == .waiting(for: "the service at \(path): its log has ended"))
    }

    @Test func `a log that has started again is noticed in whatever state comes next`() throws {
        let found = try read(
            flat(1, restarts: 2), flat(2, restarts: 2), flat(3, restarts: 4), flat(4, restarts: 4),
            as: .attitudes
        ) { $1 == 4 }
        #expect(found.readings.map(\.startsAgain) == [false, false, true, false])
    }

    @Test func `lines of an unknown kind are ignored`() throws {
        let found = try read(#"{"power":{"percent":5}}"#, "{\"timestamp_ns\":1}", "{}") { $1 == 1 }
        #expect(found.state == .open)
    }

    @Test func `lost samples are counted`() throws {
        let found = try read("{\"lost\":7}", "{\"timestamp_ns\":1}", "{\"lost\":5}") { source, _ in
            source.lost == 12
        }
        #expect(found.readings.count == 1)
    }

    @Test func `numbers of lost samples that are too large together are no end`() throws {
        let lost = "{\"lost\":\(Int.max)}"
        let found = try read(lost, lost, "{\"timestamp_ns\":1}") { $1 == 1 }
        #expect(found.source.lost == .max)
    }

    @Test func `a sensor that gives samples is not waited for`() throws {
        let found = try read("{\"device\":\"waiting\"}", "{\"timestamp_ns\":1}") { $1 == 1 }
        #expect(found.state == .open)
    }
}
