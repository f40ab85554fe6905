import Motion
import Testing

@testable import IIO

struct MountMatrixTests {
    private let turned = "0, 1, 0; -1, 0, 0; 0, 0, 1"
    private let upright = "1, 0, 0; 0, 1, 0; 0, 0, 1"
    private let zero = "0, 0, 0; 0, 0, 0; 0, 0, 0"

    @Test func `the kernel's notation is read and written`() throws {
        let matrix = try #require(MountMatrix(turned))
        #expect(matrix.description == turned)
        #expect(matrix.determinant == 1)
        #expect(matrix.apply(to: Vector3(2, 3, 4)) == Vector3(3, -2, 4))
    }

    @Test(arguments: [
        "", "1, 0, 0", "1, 0; 0, 1; 0, 0", "1, 0, 0; 0, 1, 0; 0, 0, x", "1,0,0;0,1,0;0,0,nan",
        "1, 0, 0; 0, 1, 0; 0, 0, 1; 0, 0, 0", "1, 0, 0; ; 0, 0, 1",
    ])
    func `what is no matrix is none`(text: String) {
        #expect(MountMatrix(text) == nil)
    }

    @Test func `the first origin that has a matrix is taken, and only that`() {
        let settings = MountMatrix(x: Vector3(0, 0, 1), y: Vector3(0, 1, 0), z: Vector3(-1, 0, 0))
        let all = FoundMountMatrix(
            settings: settings, udev: upright, channel: turned, device: upright)
        #expect(all == FoundMountMatrix(settings: settings))
        let calibrated = FoundMountMatrix(
            calibration: settings, udev: upright, channel: turned, device: upright)
        #expect(calibrated.origin == .calibration && calibrated.matrix == settings)
        // A driver reports the identity if the firmware declares no matrix.
        let udev = FoundMountMatrix(udev: turned, channel: upright, device: upright)
        #expect(udev.origin == .udev)
        #expect(udev.matrix.description == turned)
        #expect(FoundMountMatrix(channel: turned, device: upright).origin == .channel)
        #expect(FoundMountMatrix(device: turned).origin == .device)
        #expect(FoundMountMatrix().matrix == .identity)
        #expect(FoundMountMatrix().origin == .none)
    }

    @Test func `a singular matrix is passed over`() {
        #expect(FoundMountMatrix(channel: zero, device: turned).origin == .device)
        #expect(FoundMountMatrix(channel: zero).origin == .none)
        #expect(FoundMountMatrix(channel: "1, 0, 0; 1, 0, 0; 0, 0, 1").origin == .none)
    }

    @Test(
        arguments: [
            ("2, 0, 0; 0, 2, 0; 0, 0, 2", "its first row has the length 2, not 1"),
            ("1e300, 0, 0; 0, 1, 0; 0, 0, 1", "its first row has the length inf, not 1"),
            ("1, 0, 0; 0, 1, 0; 0, 0, 0.98", "its third row has the length 0.98, not 1"),
            ("1, 0, 0; 0.02, 1, 0; 0, 0, 1", "its rows are not at right angles"),
            ("1, 0, 0; 0, 1, 0; 0, 0, -1", "it is a mirror (determinant -1), not a rotation (+1)"),
            ("1.005, 0, 0; 0, 0.995, 0.005; 0, 0, 1", nil), ("0, 1, 0; -1, 0, 0; 0, 0, 1", nil),
        ] as [(String, String?)])
    func `what is no rotation is told why`(text: String, problem: String?) {
        #expect(MountMatrix(text)?.problem == problem)
    }

    @Test(arguments: ["2, 0, 0; 0, 2, 0; 0, 0, 2", "1e300, 0, 0; 0, 1, 0; 0, 0, 1", "nonsense"])
    func `a matrix of the system that is no rotation is passed over, and said`(text: String) {
        let found = FoundMountMatrix(channel: text, device: turned)
        #expect(found.origin == .device && found.matrix.description == turned)
        #expect(
            found.remark?.contains(text) == true && found.remark?.contains("passed over") == true)
        #expect(FoundMountMatrix(channel: zero).remark == nil)
    }

    @Test func `a driver's mirror keeps its x and y, and is said`() {
        let found = FoundMountMatrix(channel: "1, 0, 0; 0, 1, 0; 0, 0, -1")
        #expect(found.matrix == .identity && found.origin == .channel)
        #expect(found.remark?.contains("its third row is not used") == true)
    }

    @Test func `a matrix that is passed over and one whose third row is not used are both said`() {
        let found = FoundMountMatrix(channel: "nonsense", device: "1, 0, 0; 0, 1, 0; 0, 0, -1")
        #expect(found.matrix == .identity && found.origin == .device)
        #expect(found.remark?.contains("nonsense: it is no matrix; it is passed over; ") == true)
        #expect(found.remark?.hasSuffix("its third row is not used") == true)
    }

    @Test func `udev's matrix comes from the desktop's frame, whose x and y have the other sign`() {
        // A chip that lies as the device does: iio-sensor-proxy wants (0, -g, 0) of an upright screen.
        let found = FoundMountMatrix(udev: "-1, 0, 0; 0, -1, 0; 0, 0, -1")
        #expect(found.fromDesktop(isHub: false).matrix == .identity)
        // A hub reads so by itself, and is reversed.
        let hub = FoundMountMatrix(udev: upright)
        #expect(hub.fromDesktop(isHub: true).matrix == .identity)
        #expect(
            FoundMountMatrix(device: turned).fromDesktop(isHub: false).matrix.description == turned)
    }

    @Test(
        arguments: [
            ("accel_3d", MountMatrixOrigin.udev, true), ("kxcjk1013", .udev, false),
            ("bmi160", .none, false), ("accel_3d", .none, nil), ("unheard-of", .device, nil),
        ] as [(String, MountMatrixOrigin, Bool?)])
    func `a known convention is not guessed`(
        name: String, origin: MountMatrixOrigin, isReversed: Bool?
    ) {
        var device = IIODeviceReport(id: "iio:device0", name: name)
        var mount = FoundMountMatrix()
        mount.origin = origin
        device.accelerometer = IIOSensorReport(channels: [], formats: [], rates: [], mount: mount)
        let found = IIOInventory(uri: "local:", devices: [device], wanted: nil)
        #expect(found.isReversedByConvention == isReversed)
    }

    @Test(arguments: [
        ("0, 1, 0; 1, 0, 0; 0, 0, 1", "0, 1, 0; 1, 0, 0; 0, 0, -1"),
        ("1, 0, 0; 0, -1, 0; 0, 0, 0", "1, 0, 0; 0, -1, 0; 0, 0, -1"),
        ("0, 1, 0; -1, 0, 0; 0, 0, 1", "0, 1, 0; -1, 0, 0; 0, 0, 1"),
    ])
    func `udev's z row is the one that makes a rotation`(text: String, completed: String) {
        let found = FoundMountMatrix(udev: text)
        #expect(found.matrix == MountMatrix(completed))
        #expect(found.matrix.determinant == 1)
    }

    @Test func `a gyroscope without a matrix shares that of its accelerometer`() {
        let none = FoundMountMatrix()
        let udev = FoundMountMatrix(udev: turned)
        #expect(none.orThat(of: udev).matrix == udev.matrix)
        #expect(none.orThat(of: udev).origin == .accelerometer)
        #expect(none.orThat(of: none).origin == .none)
        #expect(FoundMountMatrix(channel: turned).orThat(of: udev).origin == .channel)
    }

    @Test func `a driver's identity for the gyroscope gives way only to udev's matrix`() {
        let udev = FoundMountMatrix(udev: turned).fromDesktop(isHub: false)
        for own in [FoundMountMatrix(channel: upright), FoundMountMatrix(device: upright)] {
            #expect(own.orThat(of: udev).matrix == udev.matrix)
            #expect(own.orThat(of: udev).origin == .accelerometer)
            #expect(own.orThat(of: FoundMountMatrix(channel: turned)) == own)
        }
    }
}
