import Motion
import TestSupport
import Testing

@testable import MotionLog

@Suite struct MotionLogWriterTests {
    private let folder = TemporaryFolder()

    @Test func `what is written reads back exactly`() throws {
        let path = folder.write("")
        var random = RandomNumbers(seed: 5)
        var samples: [ImuSample] = []
        for index in 0..<500 {
            let acceleration = random.normalVector() * 10
            samples.append(
                ImuSample(
                    timestamp: Int64(index) * 1_234_567,
                    acceleration: index % 3 == 0 ? nil : acceleration,
                    rotationRate: index % 5 == 0 ? nil : random.normalVector()))
        }
        let writer = try MotionLogWriter(path: path, comments: ["BMI160\nat 100 Hz"])
        for sample in samples { try writer.append(sample) }
        try writer.sync()
        #expect(try readAll(path) == samples)
        #expect(contents(of: path).hasPrefix("# BMI160 at 100 Hz\ntimestamp_ns,accel_x,"))
    }

    @Test func `truth has BROAD's columns`() throws {
        let path = folder.write("")
        let writer = try MotionLogWriter(path: path, hasTruth: true)
        try writer.append(
            ImuSample(timestamp: 5, acceleration: Vector3(1, 2, 3), rotationRate: .zero),
            truth: .identity, isMoving: true)
        try writer.sync()
        #expect(
            contents(of: path) == """
                timestamp_ns,accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z,\
                ref_qw,ref_qx,ref_qy,ref_qz,movement
                5,1,2,3,0,0,0,1,0,0,0,1

                """)
    }

    @Test func `a full disk is one clear error`() {
        #expect {
            _ = try MotionLogWriter(path: "/dev/full")
        } throws: {
            "\($0)"
                == "cannot write /dev/full: No space left on device; what was written before is kept"
        }
    }
}
