import FuzzSupport
import Motion
import Service

/// Reads the input as the messages of a topic, a line each, with a second between them; what they say
/// does not matter, but what is taken has to make sense.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMQTT(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var states = PublishedState(topic: "card")
    var now: Int64 = 0
    let input = UnsafeBufferPointer(start: bytes, count: count)
    for message in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        now += 1_000_000_000
        let before = states.sourceState(at: now)
        if let state = try? states.take(Array(message), at: now) {
            if let values = state.values { check(values) }
            precondition(
                state.sensorState != .streaming || states.sourceState(at: now) == .open, "no news")
        } else {
            precondition(states.sourceState(at: now) == before, "nonsense changed something")
        }
    }
    return 0
}
