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
        ("mqtt://localhost/a", "mqtt://127.0.0.1:1883/a", true),
        ("mqtt://LOCALHOST./a", "mqtt://localhost/a", true),
        ("mqtt://[::1]/a", "mqtt://127.0.0.1/a", true),
        ("mqtt://localhost/a", "mqtts://localhost/a", true),
        ("mqtt://localhost/a", "mqtt://localhost/b", false),
        ("mqtt://localhost/a", "mqtt://localhost:1884/a", false),
        ("mqtt://192.0.2.1/a", "mqtt://192.0.2.2/a", false),
    ])
    func `one topic of one broker is known however it is spelled`(
        one: String, other: String, isSame: Bool
    ) throws {
        #expect(try MQTTAddress(one).isSame(as: MQTTAddress(other)) == isSame)
    }

    @Test(arguments: [
        ("http://pi/card", "begin with mqtt://"), ("mqtt://pi", "no topic"),
        ("mqtt://pi/", "no topic"), ("mqtt:///card", "no host"), ("mqtt://[::1/card", "no host"),
        ("mqtt://pi:0/card", "port"), ("mqtt://pi:65536/card", "port"),
        ("mqtt://pi:/card", "port"), ("mqtt://me:secret@pi/card", "--mqtt-user"),
        ("mqtt://pi/wall/#", "wildcards"), ("mqtt://pi/+/a", "wildcards"), ("", "begin with"),
        ("mqtt://pi/wall/#\u{301}", "wildcards"), ("mqtt://pi/a\n", "not an MQTT topic"),
        ("mqtt://[[::1]]/a", "no host"), ("mqtt://[::1]]/a", "port"), ("mqtt://pi:+1883/a", "port"),
        ("mqtt://p i/a", "host"), ("mqtt://[::1]\u{301}:80/a", "host"),
    ])
    func `a text that is no address says why`(text: String, reason: String) {
        let flaw = #expect(throws: MQTTAddress.Flaw.self) { try MQTTAddress(text) }
        #expect(flaw?.description.contains(reason) == true)
    }
}
