import FoundationEssentials
import Testing

@testable import Sensor

struct DeviceAttributesTests {
    @Test(arguments: [
        "name", "uevent", "", "/", "buffer", "buffer/", "buffer/data_available", "power/control",
        "buffer/../power/control", "../trigger0/name", "scan_elements/../in_x_en", "in_accel_raw",
        "scan_elements/in_accel_x_type", "scan_elements/in_accel_x_index", "buffer/enable/x",
        "/etc/in_sampling_frequency", "trigger/trigger_now", "events/in_accel_x_thresh_hysteresis",
    ])
    func `what reading does not change is never written`(path: String) {
        #expect(DeviceAttributes.order(of: path) == nil)
    }

    @Test func `the buffer's switch comes last`() throws {
        let paths = [
            "sampling_frequency", "in_accel_sampling_frequency", "in_accel_hysteresis",
            "current_timestamp_clock", "trigger/current_trigger", "scan_elements/in_accel_x_en",
            "buffer/length", "buffer/watermark",
        ]
        let last = try #require(DeviceAttributes.order(of: "buffer/enable"))
        #expect(paths.allSatisfy { DeviceAttributes.order(of: $0).map { $0 < last } ?? false })
    }
}

struct SavedSettingsTests {
    @Test func `a record that an earlier version wrote is read`() throws {
        let text = """
            {"device":"iio:device0","identity":"bmi160/i2c","number":1,
            "owner":{"pid":12,"start":345},"before":{"texts":{"buffer/enable":"0"}},
            "during":{"texts":{"buffer/enable":"1"}}}
            """
        let record = try JSONDecoder().decode(SavedSettings.Record.self, from: Data(text.utf8))
        #expect(record.fileName == "iio:device0.12.1.loan")
        #expect(record.before.texts == ["buffer/enable": "0"])
        #expect(record.during?.isBufferOn == true)
    }
}

struct ProcessIdentityTests {
    @Test func `this program is alive, and another of its number is not it`() {
        #expect(ProcessIdentity.own.isAlive)
        let own = ProcessIdentity.own
        #expect(!ProcessIdentity(pid: own.pid, start: own.start + 1).isAlive)
        #expect(!ProcessIdentity(pid: 0, start: 0).isAlive)
    }

    @Test func `a program may have any name`() throws {
        let fields = "S " + (4...21).map { _ in "7" }.joined(separator: " ") + " 4711 8 9"
        let status = try #require(ProcessIdentity.Status(text: "12 (a) b) S (c) \(fields)"))
        #expect(status.start == 4711)
        #expect(!status.hasEnded)
        #expect(ProcessIdentity.Status(text: "12 (x) Z " + fields.dropFirst(2))?.hasEnded == true)
        #expect(ProcessIdentity.Status(text: "") == nil)
    }
}
