import Motion
import MotionLog
import Testing

@testable import Service

@Suite struct StateLineTests {
    private static let forward = MotionState(
        sensorState: .streaming,
        values: MotionState.Values(
            attitude: Attitude(
                timestamp: 1_234_567_890_123, quaternion: Quaternion(0.8, 0.6, 0, 0),
                rate: Vector3(0.5, -1e-7, 0)),
            tilt: 30, state: .forward(30),
            opacities: LayerOpacities(.forward(30))))

    private func text(_ write: (inout TextBuffer) -> Void) -> String {
        var text = TextBuffer()
        write(&text)
        return text.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `a state line has these keys in this order`() {
        let expected =
            #"{"timestamp_ns":1234567890123,"q":[0.8,0.6,0,0],"rate":[0.5,-1e-7,0],"#
            + #""roll_deg":0,"pitch_deg":73.73979529168804,"yaw_deg":0,"tilt_deg":30,"#
            + #""state":"forward","back":1,"middle":1,"front":0.5,"device":"streaming"}"# + "\n"
        #expect(text { $0.appendState(Self.forward) } == expected)
    }

    @Test func `without an attitude a line says what the sensor does`() throws {
        let line = text { $0.appendState(MotionState(sensorState: .waiting)) }
        #expect(line == "{\"device\":\"waiting\"}\n")
        #expect(try MotionState(parsing: line.utf8) == MotionState(sensorState: .waiting))
    }

    @Test(arguments: SensorState.allCases)
    func `what is written reads back`(sensor: SensorState) throws {
        var state = Self.forward
        state.sensorState = sensor
        for (tilt, bare) in [(0.3, TiltState.flat), (61, .forward(61)), (-30.5, .backward(30.5))] {
            state.values?.tilt = tilt
            state.values?.state = bare
            state.values?.opacities = LayerOpacities(bare)
            let line = text { $0.appendState(state) }
            #expect(try MotionState(parsing: line.utf8) == state)
            #expect(try ServedLine(parsing: line.utf8) == .state(state))
        }
    }

    @Test(arguments: [
        ("q\":[0.8,0.6,0,0]", "q\":[1,1,0,0]"), ("q\":[0.8,0.6,0,0]", "q\":[1,0,0]"),
        ("q\":[0.8,0.6,0,0]", "q\":[0.8,0.6,0,NaN]"), ("q\":[0.8,0.6,0,0]", "q\":[0,0,0,0]"),
        ("rate\":[0.5,", "rate\":[1e999,"), ("rate\":[0.5,", "rate\":["),
        ("\"forward\"", "\"sideways\""), ("streaming", "dreaming"), (",\"back\":1", ""),
        ("\"back\":1", "\"back\":1.5"), ("tilt_deg\":30", "tilt_deg\":200"),
        (",\"device\":\"streaming\"", ""), ("1234567890123", "1.5"), ("}", ""),
        ("[0.8", "[\"0.8\""), ("\"device\"", "\"restarts\":0.5,\"device\""),
    ])
    func `a line that makes no sense is refused`(part: String, wrong: String) {
        let line = text { $0.appendState(Self.forward) }.replacingFirst(part, with: wrong)
        #expect(throws: LineError.self) { try MotionState(parsing: line.utf8) }
    }

    @Test(arguments: [
        (#"{"timestamp_ns":0.5,"accel":[0,0,9]}"#, "timestamp_ns must be a whole number"),
        (#"{"timestamp_ns":1e30}"#, "timestamp_ns must be a whole number"),
        (#"{"timestamp_ns":0,"accel":[0,1e999,9]}"#, "accel must be three numbers"),
        (#"{"lost":1e999}"#, "lost must be a whole number"),
    ])
    func `a number that cannot be is named`(line: String, words: String) throws {
        let error = try #require(throws: LineError.self) { try ServedLine(parsing: line.utf8) }
        #expect(error.description == words)
    }

    @Test func `a sample line leaves out what a sensor did not give`() throws {
        let both = ImuSample(
            timestamp: -5, acceleration: Vector3(0, 0.25, 9.81), rotationRate: Vector3(1, 2, 3))
        var accelerometer = both
        accelerometer.rotationRate = nil
        var neither = both
        (neither.acceleration, neither.rotationRate) = (nil, Vector3(.nan, 0, 0))
        #expect(
            text { $0.appendSample(both) }
                == "{\"timestamp_ns\":-5,\"accel\":[0,0.25,9.81],\"gyro\":[1,2,3]}\n")
        #expect(
            text { $0.appendSample(accelerometer) }
                == "{\"timestamp_ns\":-5,\"accel\":[0,0.25,9.81]}\n")
        #expect(text { $0.appendSample(neither) } == "{\"timestamp_ns\":-5}\n")
        for sample in [both, accelerometer] {
            let line = text { $0.appendSample(sample) }
            #expect(try ServedLine(parsing: line.utf8) == .sample(sample))
        }
    }

    @Test func `a log that starts again is told in states and samples`() throws {
        var state = Self.forward
        state.values?.restarts = 2
        let stateLine = text { $0.appendState(state) }
        #expect(stateLine.hasSuffix(",\"front\":0.5,\"restarts\":2,\"device\":\"streaming\"}\n"))
        #expect(try MotionState(parsing: stateLine.utf8) == state)
        var sample = ImuSample(timestamp: 5, acceleration: nil, rotationRate: nil)
        sample.startsAgain = true
        let sampleLine = text { $0.appendSample(sample) }
        #expect(sampleLine == "{\"timestamp_ns\":5,\"restart\":true}\n")
        #expect(try ServedLine(parsing: sampleLine.utf8) == .sample(sample))
    }

    @Test func `a sensor's name may hold anything`() throws {
        let name = "a \"b\" \\ \n \u{1} ü"
        let hello = text { $0.appendHello(Self.hello(of: name)) }
        #expect(hello.split(separator: "\n").count == 1)
        #expect(
            try ServedLine(parsing: hello.utf8) == .hello(Self.hello(of: "a \"b\" \\     ü")))
        let error = text { $0.appendError("no") }
        #expect(try ServedLine(parsing: error.utf8) == .error("no"))
    }

    @Test func `lost samples are a line of their own`() throws {
        let line = text { $0.appendLost(12) }
        #expect(line == "{\"lost\":12}\n")
        #expect(try ServedLine(parsing: line.utf8) == .lost(12))
        #expect(throws: LineError.self) { try ServedLine(parsing: #"{"lost":-1}"#.utf8) }
    }

    @Test func `the first line names no sensor that is away`() throws {
        let none = Hello(sensor: nil, version: "1")
        let hello = text { $0.appendHello(none) }
        #expect(hello == "{\"lenticule\":1,\"device\":null,\"version\":\"1\"}\n")
        #expect(try ServedLine(parsing: hello.utf8) == .hello(none))
    }

    private static func hello(
        of name: String, _ quantities: Quantities = [], clock: SourceClock? = nil
    ) -> Hello {
        Hello(
            sensor: ServedSensor(name: name, quantities: quantities, clock: clock), version: "1")
    }

    @Test func `the first line says what is measured, and on which clock`() throws {
        let log = Self.hello(of: "walk.csv", [.rotationRate, .acceleration], clock: .log)
        #expect(
            text { $0.appendHello(log) }
                == #"{"lenticule":1,"device":"walk.csv","version":"1","clock":{"name":"log"},"#
                + #""sensors":["accel","gyro"]}"# + "\n")
        for hello in [log, Self.hello(of: "x", .attitude, clock: .boottime), Self.hello(of: "y")] {
            let line = text { $0.appendHello(hello) }
            #expect(try ServedLine(parsing: line.utf8) == .hello(hello))
        }
    }

    @Test(arguments: [
        (
            #"{"lenticule":1,"device":"x"}"#,
            Hello(sensor: .init(name: "x", quantities: [], clock: nil), version: nil)
        ),
        (
            #"{"lenticule":1,"device":"x","clock":{"name":"tai"},"sensors":["magn","gyro"],"new":[]}"#,
            Hello(sensor: .init(name: "x", quantities: .rotationRate, clock: nil), version: nil)
        ),
    ])
    func `the first line of an older or a newer service is read`(line: String, hello: Hello) throws
    {
        #expect(try ServedLine(parsing: line.utf8) == .hello(hello))
    }

    @Test func `the answer to a request to recenter is a line of its own`() throws {
        let line = text { $0.appendRecentered() }
        #expect(line == "{\"recenter\":true}\n")
        #expect(try ServedLine(parsing: line.utf8) == .recentered)
    }

    @Test(arguments: [
        "{}", #"{"power":0.5}"#, #"{"power":{"device":"x"},"version":2,"clock":[],"restart":"no"}"#,
    ])
    func `a line of an unknown kind is one, whatever it holds`(line: String) throws {
        #expect(try ServedLine(parsing: line.utf8) == .unknown)
    }

    @Test(arguments: ["[]", "1", "\"power\"", "{\"power\":", "", "{\"accel\":[0,0,9]}"])
    func `what is no line is refused`(line: String) {
        #expect(throws: LineError.self) { try ServedLine(parsing: line.utf8) }
    }

    @Test func `a newer protocol is refused in those words`() throws {
        let error = try #require(throws: LineError.self) {
            try ServedLine(parsing: #"{"lenticule":2,"device":["x"],"version":3}"#.utf8)
        }
        #expect(
            error.description == "the service speaks version 2 of the protocol, not 1; "
                + "update lenticule on both sides")
    }
}

extension String {
    fileprivate func replacingFirst(_ part: String, with other: String) -> String {
        guard let range = firstRange(of: part) else { return self }
        return self[..<range.lowerBound] + other + self[range.upperBound...]
    }
}
