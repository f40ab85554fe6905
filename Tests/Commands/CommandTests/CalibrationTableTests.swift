import FoundationEssentials
import Motion
import Playback
import TOML
import TestSupport
import Testing

@testable import lenticule

/// A device's table in the configuration.
@Suite struct CalibrationTableTests {
    private func read(_ text: String) throws -> (Config, [TOMLError]) {
        var config = Config()
        let table = try TOMLTable(parsing: text, file: "config.toml")
        let unknown = try config.read(table)
        return (config, unknown)
    }

    private let head =
        "[calibration.\"bmi160/lid\"]\nmount_matrix = \"0, 1, 0; -1, 0, 0; 0, 0, 1\"\n"

    private static let whole: Calibration = {
        var whole = Calibration()
        whole.mount = MountMatrix(
            x: Vector3(0.866025, 0, 0.5), y: Vector3(0, 1, 0), z: Vector3(-0.5, 0, 0.866025))
        whole.gyroscopeMount = MountMatrix("0, 1, 0; 1, 0, 0; 0, 0, 1")
        whole.isReversed = true
        whole.accelerationOffset = Vector3(0.123456789, -0.0000001, 1e-7)
        whole.accelerationScale = Vector3(1.01, 0.99, 1)
        whole.rotationBias = Vector3(-0.01, 0, 0.00002)
        whole.date = "2026-01-31"
        return whole
    }()

    @Test(arguments: ["bmi160/lid", "a \"b\" \\ c\n\u{1}\u{7F}", "ä.[x] = 3 # no"])
    func `what is written is read back`(identity: String) throws {
        let calibration = Self.whole.rounded
        let (config, unknown) = try read(calibration.toml(for: identity))
        #expect(config.source.calibrations == [identity: calibration])
        #expect(unknown.isEmpty)
        #expect((calibration.accelerationOffset - Self.whole.accelerationOffset).length < 1e-6)
    }

    @Test func `what a table leaves out is as the driver says`() throws {
        let calibration = try #require(read(head).0.source.calibrations["bmi160/lid"])
        var plain = Calibration()
        plain.mount = try #require(MountMatrix("0, 1, 0; -1, 0, 0; 0, 0, 1"))
        #expect(calibration == plain)
    }

    @Test func `a later file's table of a device goes before an earlier one's`() throws {
        var config = Config()
        for text in [head + "accel_scale = [1, 1, 1.1]\n[calibration.b]\n", head] {
            let whole =
                text.hasSuffix("b]\n") ? text + "mount_matrix = \"1,0,0;0,1,0;0,0,1\"" : text
            let table = try TOMLTable(parsing: whole, file: "config.toml")
            _ = try config.read(table)
        }
        #expect(config.source.calibrations.keys.sorted() == ["b", "bmi160/lid"])
        #expect(config.source.calibrations["bmi160/lid"]?.accelerationScale == Vector3(1, 1, 1))
    }

    @Test func `an unknown key is named with the nearest`() throws {
        let (_, unknown) = try read(head + "accel_ofset = [0, 0, 0]")
        #expect(
            unknown.map(\.description) == [
                "config.toml:3:1: unknown key \"calibration.bmi160/lid.accel_ofset\"; "
                    + "the nearest is \"calibration.bmi160/lid.accel_offset\""
            ])
        let (_, others) = try read("[calibratoin.x]")
        #expect(
            others.first?.description.hasSuffix("the nearest is \"calibration\"") == true)
    }

    @Test(arguments: [
        (
            "accel_offset = [1, 2]",
            "3:16: calibration.bmi160/lid.accel_offset must be a list of three"
        ),
        (
            "accel_offset = [1, 2, nan]",
            "3:23: calibration.bmi160/lid.accel_offset[3] is nan, but must"
        ),
        ("accel_scale = [1, 1, 0]", "3:22: calibration.bmi160/lid.accel_scale[3] is 0, but must"),
        ("gyro_bias = [inf, 0, 0]", "3:14: calibration.bmi160/lid.gyro_bias[1] is inf, but must"),
        ("reversed = 1", "3:12: calibration.bmi160/lid.reversed must be true or false"),
        ("date = \"today\"", "3:8: calibration.bmi160/lid.date must be a date"),
        (
            "gyro_mount_matrix = \"0, 0, 0; 0, 0, 0; 0, 0, 0\"",
            "3:21: calibration.bmi160/lid.gyro_mount_matrix must be three rows of a rotation"
        ),
    ])
    func `a wrong value names its key and place`(line: String, message: String) {
        let error = #expect(throws: TOMLError.self) { try read(head + line) }
        #expect(error?.description.hasPrefix("config.toml:\(message)") == true, "\(error!)")
    }

    @Test func `a table without a matrix is no calibration`() {
        let error = #expect(throws: TOMLError.self) { try read("[calibration.x]\nreversed = true") }
        #expect(error?.description == "config.toml:1:1: calibration.x needs a mount_matrix")
    }

    @Test func `the example in config.toml names every key`() throws {
        let root = Repository.root.path
        let text = try String(contentsOfFile: "\(root)/config.toml", encoding: .utf8)
        let lines = text.split(separator: "\n").drop { !$0.hasPrefix("# [calibration") }
        let (config, unknown) = try read(lines.map { $0.dropFirst(2) }.joined(separator: "\n"))
        #expect(unknown.isEmpty)
        let (identity, example) = try #require(config.source.calibrations.first)
        // What is written of it has all its lines: it leaves out none.
        #expect(example.toml(for: identity).split(separator: "\n").count == lines.count)
    }
}
