import Motion
import Platform
import TestSupport
import Testing

@testable import MotionLog

private let degree = Double.pi / 180

/// A format: its text, and the samples in it.
struct LogExample: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let samples: [ImuSample]

    init(_ name: String, _ text: String, _ samples: [ImuSample]) {
        (testDescription, self.text, self.samples) = (name, text, samples)
    }
}

private let two = [
    ImuSample(
        timestamp: 0, acceleration: Vector3(0.5, -0.25, 9.75), rotationRate: Vector3(0.5, 0, -1)),
    ImuSample(
        timestamp: 10_000_000, acceleration: Vector3(0, 0, 9.5), rotationRate: Vector3(0, 2, 0)),
]

private let examples = [
    LogExample(
        "its own",
        """
        # BMI160 on iio:device0
        # timestamp,1.csv
        timestamp_ns,accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z
        0,0.5,-0.25,9.75,0.5,0,-1
        # a remark, with timestamp in it
        10000000,0,0,9.5,0,2,0

        """, two),
    LogExample(
        "another order, blanks and windows lines",
        "gyro_z, gyro_y,gyro_x ,accel_x,accel_y,accel_z,timestamp_ns\r\n"
            + "-1,0, 0.5 ,0.5,-0.25,9.75,0\r\n0,2,0,0,0,9.5,10000000\r\n", two),
    LogExample(
        "BROAD",
        """
        \u{FEFF}timestamp_ns,accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z,ref_qw,ref_qx,ref_qy,ref_qz,movement
        0,0.5,-0.25,9.75,0.5,0,-1,,,,,0
        10000000,0,0,9.5,0,2,0,1,0,0,0,1

        """, two),
    LogExample(
        "xio",
        """
        Time (s),Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s),Accelerometer X (g),\
        Accelerometer Y (g),Accelerometer Z (g),Magnetometer X (uT)
        0.010078907,90,0,-45,0,0,1,15.3

        """,
        [
            ImuSample(
                timestamp: 10_078_907, acceleration: Vector3(0, 0, 9.80665),
                rotationRate: Vector3(90 * degree, 0, -45 * degree))
        ]),
    LogExample(
        "EuRoC",
        """
        #timestamp [ns],w_RS_S_x [rad s^-1],w_RS_S_y [rad s^-1],w_RS_S_z [rad s^-1],\
        a_RS_S_x [m s^-2],a_RS_S_y [m s^-2],a_RS_S_z [m s^-2]
        0,0.5,0,-1,0.5,-0.25,9.75
        10000000,0,2,0,0,0,9.5

        """, two),
    LogExample(
        "semicolons and decimal commas",
        """
        "timestamp_ns";"accel_x";"accel_y";"accel_z";"gyro_x";"gyro_y";"gyro_z"
        0;0,5;-0,25;9,75;0,5;0;-1
        10000000;0;0;9,5;0;2;0
        """, two),
    LogExample(
        "everything in quotes",
        """
        "timestamp_ns","accel_x","accel_y","accel_z","gyro_x","gyro_y","gyro_z","note"
        "0","0.5","-0.25","9.75","0.5","0","-1","a"
        "10000000","0","0","9.5","0","2","0",""

        """, two),
    LogExample(
        "tabs",
        "timestamp_ms\taccel_x\taccel_y\taccel_z\tgyro_x\tgyro_y\tgyro_z\n"
            + "0\t0,5\t-0.25\t9.75\t.5\t0\t-1\n10\t0\t0\t9.5\t0\t2\t0\n", two),
    LogExample(
        "a comment sign before the header",
        "# timestamp_ns,accel_x,accel_y,accel_z\n0,0,0,9.5\n",
        [ImuSample(timestamp: 0, acceleration: Vector3(0, 0, 9.5), rotationRate: nil)]),
    LogExample(
        "columns that begin like the time's",
        "t_x,Time Zone,time_offset,timestamp_ns,accel_x,accel_y,accel_z\n5,UTC,7,0,0,0,9.5\n",
        [ImuSample(timestamp: 0, acceleration: Vector3(0, 0, 9.5), rotationRate: nil)]),
    LogExample(
        "rates of their own",
        """
        timestamp_us,accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z
        0,,,,0.5,0,-1
        1,0,0,9.5,,,
        2,,,,,,

        """,
        [
            ImuSample(timestamp: 0, acceleration: nil, rotationRate: Vector3(0.5, 0, -1)),
            ImuSample(timestamp: 1000, acceleration: Vector3(0, 0, 9.5), rotationRate: nil),
            ImuSample(timestamp: 2000, acceleration: nil, rotationRate: nil),
        ]),
]

@Suite struct LogFormatTests {
    @Test(arguments: examples)
    func `each format gives its samples`(example: LogExample) throws {
        let folder = TemporaryFolder()
        #expect(try readAll(folder.write(example.text)) == example.samples)
    }

    @Test(arguments: examples)
    func `text where a number belongs names file, line and column`(example: LogExample) throws {
        let folder = TemporaryFolder()
        // In UTF-8, where a carriage return and a newline are two.
        let newline = UInt8(ascii: "\n")
        let isWhole = example.text.utf8.last == newline
        let path = folder.write(example.text + (isWhole ? "abc\n" : "\nabc\n"))
        let line = example.text.utf8.count { $0 == newline } + (isWhole ? 1 : 2)
        #expect {
            try readAll(path)
        } throws: { error in
            "\(error)".hasPrefix("\(path):\(line):")
                && (error as? MotionLogError)?.kind == .malformed
        }
    }

    @Test(arguments: [
        ("1,2", "no column of time: a log begins with a header line"),
        ("timestamp_ns,accel_x,accel_y", "lacks a column of acceleration along x, y or z"),
        (
            "timestamp_ns,accel_x (ft/s^2)",
            "column 2, accel_x (ft/s^2): the unit \"ft/s^2\" is not known here; it must be m/s^2, g or mg"
        ),
        (
            "timestamp_ns,accel_x (deg/s)",
            "column 2, accel_x (deg/s): the unit \"deg/s\" is not known here; it must be m/s^2, g or mg"
        ),
        (
            "timestamp_ns,gyro_x (g)",
            "column 2, gyro_x (g): the unit \"g\" is not known here; it must be rad/s or deg/s"
        ),
        (
            "Time (s),X (rad/s)",
            "column 2, X (rad/s): the unit \"rad/s\" is not known here; it must be m/s^2, g or mg"
        ),
        (
            "timestamp (h),accel_x",
            "column 1, timestamp (h): the unit \"h\" is not known here; it must be s, ms, us or ns"
        ),
        ("timestamp_h,accel_x", "no column of time: a log begins with a header line"),
        (
            "time,accel_x,accel_y,accel_z,gyro_x", "lacks a column of rotation rate along x, y or z"
        ),
        ("time,accel_x,accel_x", "the header has two columns for accel_x"),
        ("time,seconds_elapsed,z,y,x", "acceleration with gravity lies in another file"),
    ])
    func `a header that makes no log says why`(header: String, problem: String) throws {
        let folder = TemporaryFolder()
        let path = folder.write("# a comment\n\(header)\n", to: "Accelerometer.csv")
        #expect {
            try readAll(path)
        } throws: {
            "\($0)".hasPrefix("\(path):2: ") && "\($0)".contains(problem)
        }
    }
}

/// All samples of the log at `path`.
@discardableResult
func readAll(
    _ path: String, options: MotionLogReader.Options = .init()
) throws -> [ImuSample] {
    let reader = try MotionLogReader(path: path, options: options)
    var samples: [ImuSample] = []
    while try reader.read(into: &samples, atMost: 3) {}
    return samples
}
