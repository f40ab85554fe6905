import Motion
import TestSupport
import Testing

@testable import MotionLog

struct TruthTests {
    private let folder = TemporaryFolder()
    private let columns = "timestamp_ns,accel_x,accel_y,accel_z"

    private func rows(_ text: String, readsTruth: Bool = true) throws -> [LogRow] {
        var options = MotionLogReader.Options()
        options.readsTruth = readsTruth
        options.skipsBadRows = true
        return try MotionLogReader(path: folder.write(text), options: options).readRows()
    }

    @Test func `the true attitude comes with its row; where it is left out there is none`() throws {
        let log = """
            movement,ref_qw,ref_qz,ref_qx,ref_qy,\(columns)
            1,0.6,0.8,0,0,0,0,0,9.8
            1,0.6,zero,0,0,one,0,0,9.8
            0,,,,,1,0,0,9.8
            0,1,0,0,0,2,0,0,9.8
            1,2,0,0,0,3,0,0,9.8\n
            """
        let rows = try rows(log)
        #expect(rows.map(\.sample.timestamp) == [0, 1, 2, 3])
        #expect(rows[0].truth == Truth(quaternion: Quaternion(0.6, 0, 0, 0.8), isJudged: true))
        #expect(rows[1].truth == nil)
        #expect(rows[2].truth == Truth(quaternion: .identity, isJudged: false))
        #expect(rows[3].truth == nil)
    }

    @Test func `without a column of movement every row counts`() throws {
        let rows = try rows("\(columns),ref_qw,ref_qx,ref_qy,ref_qz\n0,0,0,9.8,1,0,0,0\n")
        #expect(rows.first?.truth?.isJudged == true)
    }

    @Test func `truth is read only where it is asked for`() throws {
        let log = "\(columns),ref_qw,ref_qx,ref_qy,ref_qz\n0,0,0,9.8,1,0,0,0\n"
        #expect(try rows(log, readsTruth: false).map(\.truth) == [nil])
        #expect(try rows("\(columns)\n0,0,0,9.8\n").map(\.truth) == [nil])
    }
}
