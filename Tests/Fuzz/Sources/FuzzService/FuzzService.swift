import FuzzSupport
import Motion
import Service

/// Reads the input as all that a service, its clients and its command line hear; what it says does
/// not matter, but what is taken has to make sense.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzService(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if case .state(let hz) = try? Request(parsing: input) {
        precondition((1...1000).contains(hz), "a rate that nobody may ask for")
    }
    if case .sample(let sample) = try? ServedLine(parsing: input) {
        precondition(sample.acceleration?.isFinite != false, "no acceleration")
        precondition(sample.rotationRate?.isFinite != false, "no rate")
    }
    if let values = try? MotionState(parsing: input).values { check(values) }
    if let address = try? MQTTAddress(String(decoding: input, as: UTF8.self)) { check(address) }
    return 0
}

private func check(_ address: MQTTAddress) {
    let topic = address.topic.utf8
    precondition(!topic.isEmpty && !topic.contains { "#+\0".utf8.contains($0) }, "no topic")
    precondition(address.host.utf8.allSatisfy { (0x21...0x7e).contains($0) }, "no host")
    // What people are told is what they could have written.
    precondition((try? MQTTAddress(address.description)) == address, address.description)
}
