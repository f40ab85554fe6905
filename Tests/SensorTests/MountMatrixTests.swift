import Motion
import Testing

@testable import Sensor

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

    @Test func `the first home that has a matrix is taken, and only that`() {
        let settings = MountMatrix(x: Vector3(0, 0, 1), y: Vector3(0, 1, 0), z: Vector3(-1, 0, 0))
        let all = FoundMountMatrix(
            settings: settings, channel: turned, device: upright, udev: upright)
        #expect(all == FoundMountMatrix(settings: settings))
        let calibrated = FoundMountMatrix(
            calibration: settings, channel: turned, device: upright, udev: upright)
        #expect(calibrated.home == .calibration && calibrated.matrix == settings)
        let driver = FoundMountMatrix(channel: turned, device: upright, udev: upright)
        #expect(driver.home == .channel)
        #expect(driver.matrix.description == turned)
        #expect(FoundMountMatrix(device: turned, udev: upright).home == .device)
        #expect(FoundMountMatrix(udev: turned).home == .udev)
        #expect(FoundMountMatrix().matrix == .identity)
        #expect(FoundMountMatrix().home == .none)
    }

    @Test func `a singular matrix is passed over`() {
        #expect(FoundMountMatrix(channel: zero, device: turned).home == .device)
        #expect(FoundMountMatrix(channel: zero).home == .none)
        #expect(FoundMountMatrix(channel: "1, 0, 0; 1, 0, 0; 0, 0, 1").home == .none)
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
        #expect(none.orThat(of: udev).home == .accelerometer)
        #expect(FoundMountMatrix(channel: upright).orThat(of: udev).home == .channel)
        #expect(none.orThat(of: none).home == .none)
    }

    @Test func `udev's record gives its properties`() {
        let record = UdevRecord(text: "N:iio:device0\nE:ACCEL_MOUNT_MATRIX=\(turned)\nE:EMPTY=\n")
        #expect(record["ACCEL_MOUNT_MATRIX"] == turned)
        #expect(record["EMPTY"] == "")
        #expect(record["ACCEL"] == nil)
    }
}
