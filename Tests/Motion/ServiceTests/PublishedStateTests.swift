import Motion
import Service
import Testing

@Suite struct PublishedStateTests {
    private func source(after message: String, seconds: Int64 = 0) throws -> SourceState {
        var states = PublishedState(topic: "card")
        _ = try states.take(Array(message.utf8), at: 0)
        return states.sourceState(at: seconds * 1_000_000_000)
    }

    @Test func `what the sensor does decides what is waited for`() throws {
        #expect(
            PublishedState(topic: "card").sourceState(at: 0) == .waiting(for: "a state on card"))
        #expect(try source(after: "{\"device\":\"starting\"}") == .open)
        #expect(try source(after: "{\"device\":\"waiting\"}") == .waiting(for: "the sensor"))
        #expect(try source(after: "{\"device\":\"ended\"}", seconds: 60) == .open)
        let gone = SourceState.waiting(for: "the service on card")
        #expect(try source(after: "{\"device\":\"offline\"}") == gone)
        #expect(try source(after: "{\"device\":\"streaming\"}", seconds: 4) == .open)
        #expect(try source(after: "{\"device\":\"streaming\"}", seconds: 6) == gone)
    }

    @Test func `nonsense changes nothing`() throws {
        var states = PublishedState(topic: "card")
        _ = try states.take(Array("{\"device\":\"starting\"}".utf8), at: 0)
        #expect(throws: LineError.self) { _ = try states.take([1, 2, 3], at: 1) }
        #expect(states.sourceState(at: 1) == .open)
    }
}
