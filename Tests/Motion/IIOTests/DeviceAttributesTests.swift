import FoundationEssentials
import Testing

@testable import IIO

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
        #expect(record.before.texts == ["buffer/enable": "0"])
        #expect(record.runningBuffer?.texts == ["buffer/enable": "1"])
    }
}
