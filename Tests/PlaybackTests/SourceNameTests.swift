import Motion
import MotionLog
import Service
import TestSupport
import Testing

@testable import Playback

/// Which source a name means.
@Suite struct SourceNameTests {
    private let folder = TemporaryFolder()

    private let opener = SourceOpener(SourceSettings(), socket: nil, access: MQTTAccess()) { _ in }

    @Test(arguments: [
        ("auto", SourceName.auto), ("local:", .sensor), ("ip:pi", .iio(uri: "ip:pi")),
        ("usb:1.2", .iio(uri: "usb:1.2")), ("-", .log(path: "-")),
        ("file:a:b.csv", .log(path: "a:b.csv")), ("socket:", .socket(path: nil)),
        ("socket:/run/a", .socket(path: "/run/a")), ("pointer:", .pointer),
        ("gamepad:", .gamepad), ("simulated:", .simulated(.hand)),
        ("simulated:orbit", .simulated(.orbit)),
    ])
    func `a name means one source`(text: String, name: SourceName) throws {
        #expect(try SourceName(text) == name)
    }

    @Test(arguments: [
        ("ip:", "ip: needs a host's name"), ("file:", "file: needs the path of a log"),
        ("local:x", "\"local:x\": nothing may follow local:"),
        ("simulated:walk", "there is no simulation \"walk\"; give one of hand, "),
        ("walk", "there is no source \"walk\"; give auto, "),
        ("auto:", "there is no source \"auto:\"; give auto, "),
        ("mqtt:x", "\"mqtt:x\" is not an MQTT address: "),
    ])
    func `a name that means none says what to give`(text: String, words: String) {
        let error = #expect(throws: SourceError.self) { try SourceName(text) }
        #expect(error?.description.hasPrefix(words) == true, "\(String(describing: error))")
    }

    @Test func `a log without file: before it is named with it`() {
        let log = folder.write("walk.csv", "")
        let error = #expect(throws: SourceError.self) { try SourceName(log) }
        #expect(error?.description == "there is no source \"\(log)\"; a log is file:\(log)")
    }

    @Test func `a log's name may look like a source's`() throws {
        let log = folder.write("local:", "")
        #expect(try LogOrigin(naming: log) == .log(path: log))
        #expect(try LogOrigin(naming: "file:walk.csv") == .log(path: "walk.csv"))
        #expect(throws: SourceError.self) { try LogOrigin(naming: "local:") }
    }

    @Test func `the pointer is no source of readings`() throws {
        #expect(try opener.openUnlessPointer(.pointer, for: .card) == nil)
        #expect(throws: SourceError.self) { try opener.open(.pointer, for: .service) }
    }

    @Test func `a broker has no samples to record`() throws {
        let name = try SourceName("mqtt://localhost/card")
        #expect(throws: SourceError.self) { try opener.open(name, for: .recording) }
    }

    @Test func `standard input is not played twice`() {
        #expect(throws: SourceError.self) {
            try opener.open(.log(path: "-"), for: .card, ReplayTiming(loops: true))
        }
    }
}
