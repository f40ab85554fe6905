import Testing

@testable import IIO

struct DiscoveryTests {
    /// The inventory of a context made of those devices.
    private func inventory(_ devices: String..., wanted: String? = nil) throws -> IIOInventory {
        var settings = IIOSource.Settings()
        settings.device = wanted
        return try IIOContext(xml: Array(Self.context(devices).utf8)).inventory(for: settings)
    }

    @Test func `one chip with both parts is used for both`() throws {
        let found = try inventory(Self.device(0, "bmi160", [.acceleration, .rotationRate]))
        #expect(found.accelerometerDevice?.id == "iio:device0")
        #expect(found.gyroscopeDevice?.id == "iio:device0")
        #expect(found.sensorsTitle == "bmi160")
        #expect(found.devices[0].reason == "the only accelerometer")
        #expect(
            found.devices[0].accelerometer?.formats == Array(repeating: "le:s16/16>>0", count: 3))
    }

    @Test func `an accelerometer finds its gyroscope on another device`() throws {
        let found = try inventory(
            Self.device(0, "gyro_3d", [.rotationRate]), Self.device(1, "accel_3d", [.acceleration]))
        #expect(found.sensorsTitle == "accel_3d and gyro_3d")
        #expect(found.gyroscopeDevice?.reason == "the gyroscope for accel_3d")
    }

    @Test func `an accelerometer alone is enough`() throws {
        let found = try inventory(Self.device(0, "kxcjk1013", [.acceleration]))
        #expect(found.accelerometerDevice != nil)
        #expect(found.gyroscopeDevice == nil)
    }

    @Test func `the display's accelerometer is used, and not the base's gyroscope`() throws {
        let found = try inventory(
            Self.device(0, "cros-ec-accel", [.acceleration], label: "accel-base"),
            Self.device(1, "cros-ec-accel", [.acceleration], label: "accel-display"),
            Self.device(2, "cros-ec-gyro", [.rotationRate], label: "gyro-base"))
        #expect(found.accelerometerDevice?.id == "iio:device1")
        #expect(found.gyroscopeDevice == nil)
        #expect(found.devices[0].reason == "it is in the base, not in the display")
        #expect(found.devices[1].reason == "it is in the display")
    }

    @Test func `with a closed lid the base's sensors are used, if it has any`() throws {
        let devices = [
            Self.device(0, "cros-ec-accel", [.acceleration], label: "accel-display"),
            Self.device(1, "cros-ec-accel", [.acceleration], label: "accel-base"),
            Self.device(2, "cros-ec-gyro", [.rotationRate], label: "gyro-base"),
        ]
        var settings = IIOSource.Settings()
        settings.hidesDisplay = true
        func found(_ devices: [String]) throws -> IIOInventory {
            try IIOContext(xml: Array(Self.context(devices).utf8)).inventory(for: settings)
        }
        let closed = try found(devices)
        #expect(closed.accelerometerDevice?.id == "iio:device1")
        #expect(closed.gyroscopeDevice?.id == "iio:device2")
        #expect(closed.devices[0].reason == "it is in the display, and the lid is closed")
        #expect(closed.devices[1].reason == "it is in the base, and the lid is closed")
        #expect(try found([devices[0]]).accelerometerDevice?.id == "iio:device0")
        settings.device = "accel-display"
        #expect(try found(devices).accelerometerDevice?.id == "iio:device0")
    }

    @Test func `the one asked for is used, by id, name or label`() throws {
        let devices = [
            Self.device(0, "bmi160", [.acceleration, .rotationRate]),
            Self.device(1, "adxl345", [.acceleration], label: "lid"),
        ]
        for wanted in ["iio:device0", "bmi160"] {
            let found = try inventory(devices[0], devices[1], wanted: wanted)
            #expect(found.accelerometerDevice?.name == "bmi160")
            #expect(found.devices[1].reason == "\(wanted) was asked for")
        }
        #expect(
            try inventory(devices[0], devices[1], wanted: "lid").accelerometerDevice?.name
                == "adxl345")
        let none = try inventory(devices[0], devices[1], wanted: "absent")
        #expect(none.accelerometerDevice == nil)
    }

    @Test func `a gyroscope at hand beats none, a like name a strange one`() throws {
        let found = try inventory(
            Self.device(0, "adxl345", [.acceleration]),
            Self.device(1, "lsm6dso", [.acceleration, .rotationRate]))
        #expect(found.accelerometerDevice?.name == "lsm6dso")
        #expect(found.devices[0].reason == "lsm6dso has a gyroscope too")
        let pairs = try inventory(
            Self.device(0, "itg3200", [.rotationRate]),
            Self.device(1, "lsm6dso_accel", [.acceleration]),
            Self.device(2, "lsm6dso_gyro", [.rotationRate]))
        #expect(pairs.gyroscopeDevice?.name == "lsm6dso_gyro")
        #expect(pairs.devices[0].reason == "lsm6dso_gyro is the gyroscope")
    }

    @Test func `what measures neither is not listed`() throws {
        #expect(try inventory(Self.device(0, "adc", [])).devices.isEmpty)
        #expect(try inventory().accelerometerDevice == nil)
    }

    @Test func `a gyroscope elsewhere does not serve an accelerometer in the base`() throws {
        let found = try inventory(
            Self.device(0, "adxl345", [.acceleration], label: "accel-base"),
            Self.device(1, "itg3200", [.rotationRate]))
        #expect(found.gyroscopeDevice == nil)
        #expect(found.devices[1].reason == "it is not in the base, as adxl345 (accel-base) is")
    }

    /// An accelerometer, if there is one, and a fused attitude on a device of its own.
    private func hub(hasAccelerometer: Bool = true, wanted: String? = nil) -> IIOInventory {
        var accelerometer = IIODeviceReport(id: "iio:device0", name: "accel_3d")
        accelerometer.accelerometer = IIOSensorReport(
            channels: [], formats: [], rates: [], mount: FoundMountMatrix())
        var rotation = IIODeviceReport(id: "iio:device1", name: "dev_rotation")
        rotation.fusedAttitude = IIOFusedAttitudeReport()
        return IIOInventory(
            uri: "local:", devices: hasAccelerometer ? [accelerometer, rotation] : [rotation],
            wanted: wanted)
    }

    @Test func `a fused attitude does not replace the one asked for`() {
        #expect(hub().fusedAttitudeDevice?.name == "dev_rotation")
        #expect(hub(wanted: "accel_3d").fusedAttitudeDevice?.name == "dev_rotation")
        #expect(hub(wanted: "typo").devicesToRead.isEmpty)
        #expect(
            hub(wanted: "typo").devices.allSatisfy { $0.reason == "typo was asked for" })
        let alone = hub(hasAccelerometer: false, wanted: "dev_rotation")
        #expect(alone.fusedAttitudeDevice?.name == "dev_rotation")
        var other = IIODeviceReport(id: "iio:device2", name: "geomagnetic_orientation")
        other.fusedAttitude = IIOFusedAttitudeReport()
        let two = IIOInventory(
            uri: "local:", devices: hub(wanted: "typo").devices + [other], wanted: other.name)
        #expect(two.fusedAttitudeDevice?.name == other.name)
    }

    @Test func `an accelerometer beside a fused attitude that is used says what it is for`() {
        #expect(
            hub().devices[0].reason
                == "the only accelerometer, for record and calibrate; for a card the attitude that "
                + "dev_rotation fuses is used")
    }

    @Test func `a channel outside of the scans cannot be captured, and why is said`() throws {
        let device = """
            <device id="iio:device0" name="adc"><channel id="accel_x" type="input">\
            <attribute name="raw" filename="in_accel_x_raw" /></channel></device>
            """
        let context = try IIOContext(xml: Array(Self.context([device]).utf8))
        let error = try withExtendedLifetime(context) {
            let channel = try #require(context.devices.first?.channel("accel_x"))
            return #expect(throws: IIOError.self) { _ = try channel.field(count: 1) }
        }
        #expect(
            error?.description
                == "cannot capture accel_x: it is not part of the device's scans")
        #expect(IIOError(operation: "read", code: .min).code == .max)
    }

    @Test func `XML that is none is refused`() {
        #expect(throws: IIOError.self) { _ = try IIOContext(xml: Array("nonsense".utf8)).isLocal }
    }
}

extension DiscoveryTests {
    private static func context(_ devices: [String]) -> String {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <!DOCTYPE context [<!ELEMENT context (device)*><!ATTLIST context name CDATA #REQUIRED>]>
        <context name="fake">\(devices.joined())</context>
        """
    }

    private static func device(
        _ number: Int, _ name: String, _ quantities: [IIOQuantity], label: String? = nil
    ) -> String {
        let axes = quantities.flatMap { quantity in "xyz".map { "\(quantity.rawValue)_\($0)" } }
        let channels = axes.enumerated().map { index, id in
            """
            <channel id="\(id)" type="input">\
            <scan-element index="\(index)" format="le:S16/16&gt;&gt;0" scale="0.001" />\
            <attribute name="raw" filename="in_\(id)_raw" /></channel>
            """
        }
        let label = label.map { " label=\"\($0)\"" } ?? ""
        return """
            <device id="iio:device\(number)" name="\(name)"\(label)>\(channels.joined())</device>
            """
    }
}
