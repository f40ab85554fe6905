import Service
import Testing

@Suite struct MQTTAddressTests {
    @Test(arguments: [
        ("mqtt://pi/card", "pi", 1883, "card", false),
        ("mqtt://192.168.1.7:1884/wall/left", "192.168.1.7", 1884, "wall/left", false),
        ("mqtts://broker.example/a", "broker.example", 8883, "a", true),
        ("mqtt://[fe80::1]:1885/a", "fe80::1", 1885, "a", false),
        ("mqtt://[::1]/a", "::1", 1883, "a", false),
    ])
    func `an address names host, port and topic`(
        text: String, host: String, port: UInt16, topic: String, isEncrypted: Bool
    ) throws {
        let address = try MQTTAddress(text)
        #expect(address.host == host)
        #expect(address.port == port)
        #expect(address.topic == topic)
        #expect(address.isEncrypted == isEncrypted)
        #expect(try MQTTAddress("\(address)") == address)
    }

    @Test(arguments: [
        ("http://pi/card", "begin with mqtt://"), ("mqtt://pi", "no topic"),
        ("mqtt://pi/", "no topic"), ("mqtt:///card", "no host"), ("mqtt://[::1/card", "no host"),
        ("mqtt://pi:0/card", "port"), ("mqtt://pi:65536/card", "port"),
        ("mqtt://pi:/card", "port"), ("mqtt://me:secret@pi/card", "--mqtt-user"),
        ("mqtt://pi/wall/#", "wildcards"), ("mqtt://pi/+/a", "wildcards"), ("", "begin with"),
    ])
    func `a text that is no address says why`(text: String, reason: String) {
        let flaw = #expect(throws: MQTTAddress.Flaw.self) { try MQTTAddress(text) }
        #expect(flaw?.description.contains(reason) == true)
    }
}
