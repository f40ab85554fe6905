import Testing

@testable import IIO

struct SysfsDeviceTests {
    @Test(arguments: [
        (
            "../../../devices/pci0000:00/0000:00:15.0/i2c-1/i2c-BOSC0200:00/iio:device0",
            "i2c-BOSC0200:00"
        ),
        ("../../../devices/platform/soc/fe804000.i2c/i2c-1/1-0068/iio:device0", "1-0068"),
        ("../../../devices/pci0/usb1/1-3/1-3:1.0/i2c-7/7-0068/iio:device2", "-0068"),
        (
            "../../../devices/pci0/usb1/1-3/1-3:1.0/0003:8086:22D8.0005/HID-SENSOR-200073.3.auto/iio:device1",
            "HID-SENSOR-200073"
        ),
    ])
    func `a parent is known again after it was plugged anew`(path: String, parent: String) {
        #expect(SysfsDevice.parent(ofPath: path) == parent)
    }

    @Test func `a name without a parent has none`() {
        #expect(SysfsDevice.parent(ofPath: "iio:device0") == nil)
        #expect(SysfsDevice.parent(ofPath: "") == nil)
    }

    @Test(arguments: [
        "", "iio:device", "iio:device0/..", "iio:device-1", "../iio:device0", "iio:device٣", "x0",
        "iio:device0\n",
    ])
    func `what is no device's id leads nowhere`(id: String) {
        #expect(SysfsDevice(id: id) == nil)
    }

    @Test func `an identity has no number of this plugging in`() {
        let report = IIODeviceReport(
            id: "iio:device3", name: "accel_3d", label: "accel-display", parent: "HID-SENSOR-200073"
        )
        #expect(report.identity == "accel_3d/accel-display/HID-SENSOR-200073")
        #expect(report.isNamed(report.identity))
        #expect(IIODeviceReport(id: "iio:device3").identity == "iio:device3")
    }
}
