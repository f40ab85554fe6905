import Glibc
import Motion
import Testing

@testable import Service

@Suite struct ClientOutputTests {
    /// A client's end of a connection.
    private struct Client: ~Copyable {
        let output: ClientOutput
        private let ends: (CInt, CInt)

        init() throws {
            var ends: [CInt] = [0, 0]
            #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
            self.ends = (ends[0], ends[1])
            output = try ClientOutput(ends[0])
        }

        deinit {
            close(ends.0)
            close(ends.1)
        }

        /// All that was sent, as lines.
        func lines() -> [String] {
            String(decoding: bytes(), as: UTF8.self).split(separator: "\n").map(String.init)
        }

        /// All that was sent.
        func bytes() -> [UInt8] {
            var text: [UInt8] = []
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = recv(ends.1, &bytes, bytes.count, CInt(MSG_DONTWAIT)),
                count > 0
            {
                text += bytes.prefix(count)
            }
            return text
        }

        /// Sends what was measured at `index` hundredths of a second.
        func send(_ index: Int, isSensorNew: Bool = false, isHelloNew: Bool = false) {
            let attitude = Attitude(
                timestamp: Int64(index) * 10_000_000, quaternion: .identity, rate: .zero)
            let values = MotionState.Values(
                attitude: attitude, tilt: 0, state: .flat, opacities: LayerOpacities(.flat))
            let sample = ImuSample(
                timestamp: attitude.timestamp, acceleration: .zero, rotationRate: .zero)
            var outgoing = Outgoing(
                MotionState(sensorState: .streaming, values: values), [.sample(sample)],
                ClientOutputTests.hello, isHelloNew: isHelloNew, isSensorStateNew: isSensorNew)
            output.send(&outgoing)
        }
    }

    private static let sensor = ServedSensor(
        name: "x", quantities: [.acceleration, .rotationRate], clock: .log)
    fileprivate static let hello = Hello(sensor: sensor, version: "1")

    @Test(arguments: [false, true])
    func `a new hello comes before the next line, also when the client did not read`(
        areSamples: Bool
    ) throws {
        let client = try Client()
        client.output.subscribe(toStates: 1000)
        if areSamples { client.output.subscribeToSamples() }
        for index in 0..<10_000 { client.send(index) }
        client.send(10_000, isHelloNew: true)
        _ = client.lines()
        // The end of a line that was cut comes first.
        client.send(10_001)
        let lines = client.lines()
        let hello = try #require(lines.firstIndex { $0.hasPrefix("{\"lenticule\":1,") })
        #expect(try ServedLine(parsing: lines[hello].utf8) == .hello(Self.hello))
        #expect(hello <= 1 && lines.count > hello + 1)
        client.send(10_002)
        #expect(!client.lines().contains { $0.contains("lenticule") })
    }

    @Test func `each request to recenter is answered, also when the client reads later`() throws {
        let client = try Client()
        client.output.subscribe(toStates: 1000)
        for index in 0..<1000 { client.send(index) }
        for _ in 0..<3 { client.output.answerRecenter() }
        let before = client.bytes()
        client.send(1000)
        let lines = String(decoding: before + client.bytes(), as: UTF8.self).split(separator: "\n")
        #expect(lines.filter { $0 == "{\"recenter\":true}" }.count == 3)
    }

    @Test func `a client that came before the sensor learns of it, once`() throws {
        let settings = MotionServer.Settings(
            socketFile: SocketFile(path: ""), sensor: Self.sensor, isWaiting: true, version: "1",
            isSuspended: false, suspendsWhenIdle: false)
        let clients = Clients(settings, .ignoring)
        let client = try Client()
        #expect(clients.add(client.output))
        for state in [SensorState.waiting, .starting, .streaming, .streaming, .waiting] {
            clients.send(MotionState(sensorState: state), of: Self.sensor, [])
        }
        let hellos = try client.lines().map { try ServedLine(parsing: $0.utf8) }.filter {
            if case .hello = $0 { true } else { false }
        }
        let away = ServedLine.hello(Hello(sensor: nil, version: "1"))
        #expect(hellos == [away, .hello(Self.hello), away])
    }

    @Test func `states come at the rate that was asked for, and with the sensor's news`() throws {
        let client = try Client()
        client.output.subscribe(toStates: 10)
        for index in 0..<31 { client.send(index) }
        // The first two come at once.
        #expect(client.lines().count == 5)
        client.send(31)
        client.send(32, isSensorNew: true)
        #expect(client.lines().count == 1)
    }

    @Test func `of a source that is read without clients the first gets the state`() throws {
        let settings = MotionServer.Settings(
            socketFile: SocketFile(path: ""), sensor: Self.sensor, isWaiting: false, version: "1",
            isSuspended: false, suspendsWhenIdle: false)
        let clients = Clients(settings, .ignoring)
        clients.send(MotionState(sensorState: .starting), of: Self.sensor, [])
        #expect(clients.status() == "x starting, 0 readings/s, 0 clients")
        let client = try Client()
        #expect(clients.add(client.output))
        #expect(client.lines().last == "{\"device\":\"starting\"}")
    }

    @Test func `a client that did not read gets whole lines, and at last the newest`() throws {
        let client = try Client()
        client.output.subscribe(toStates: 1000)
        for index in 0..<1000 { client.send(index) }
        let old = client.lines()
        #expect(old.count < 20)
        client.send(1000)
        let lines = old + client.lines()
        let states = try lines.map { try MotionState(parsing: $0.utf8) }
        #expect(states.last?.values?.attitude.timestamp == 10_000_000_000)
    }

    @Test func `a client of samples gets no attitudes that the source has fused`() throws {
        let client = try Client()
        client.output.subscribeToSamples()
        let attitude = Attitude(timestamp: 0, quaternion: .identity, rate: .zero)
        let sample = ImuSample(timestamp: 1, acceleration: .zero, rotationRate: nil)
        let publications: [([Reading], ServedLine)] = [
            ([.attitude(attitude), .sample(sample)], .sample(sample)),
            // Only attitudes: it would wait in vain.
            ([.attitude(attitude)], .error(ServedLine.noSamples)),
        ]
        for (readings, line) in publications {
            var outgoing = Outgoing(
                MotionState(sensorState: .streaming), readings, Self.hello, isHelloNew: false,
                isSensorStateNew: false)
            client.output.send(&outgoing)
            #expect(try client.lines().map { try ServedLine(parsing: $0.utf8) } == [line])
        }
    }

    @Test func `the end of a cut line comes without new samples`() throws {
        let client = try Client()
        client.output.subscribeToSamples()
        // More than the socket's buffer holds, then nothing.
        let readings = (0..<10_000).map {
            Reading.sample(ImuSample(timestamp: $0, acceleration: .zero, rotationRate: .zero))
        }
        var bytes: [UInt8] = []
        for readings in [readings] + Array(repeating: [], count: 100) {
            var outgoing = Outgoing(
                MotionState(sensorState: .streaming), readings, Self.hello, isHelloNew: false,
                isSensorStateNew: false)
            client.output.send(&outgoing)
            bytes += client.bytes()
        }
        #expect(bytes.filter { $0 == UInt8(ascii: "\n") }.count == 10_000)
    }

    @Test func `samples that a client did not take are counted`() throws {
        let client = try Client()
        client.output.subscribeToSamples()
        for index in 0..<10_000 { client.send(index) }
        var lines = client.lines()
        client.send(10_000)
        lines += client.lines()
        var (samples, lost) = (0, 0)
        for line in try lines.map({ try ServedLine(parsing: $0.utf8) }) {
            if case .lost(let count) = line { lost += count } else { samples += 1 }
        }
        #expect(lost > 0 && samples + lost == 10_001)
    }
}

extension MotionServer.Callbacks {
    /// Callbacks without an effect.
    fileprivate static let ignoring = Self(
        resume: {}, suspend: {}, recenter: {}, isReading: { true }, notify: { _ in })
}
