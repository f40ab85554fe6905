import Foundation
import TestSupport
import Testing

/// `angles` and the service come to the same tilt, sample by sample.
@Suite struct SameTiltTests {
    /// The logs that lie in the repository, and some of those beside it where they are.
    static let logs: [String] =
        ["docs/demo.csv", "Tests/Logs/flip.csv"].map { Repository.path($0) }
        + [
            "broad/08_undisturbed_fast_rotation_with_breaks_A", "broad/24_disturbed_tapping_A",
            "xio_sensor_data",
        ].compactMap { name in Program.shared?.appending(path: "motion/\(name).csv").path }

    @Test(arguments: logs)
    func `a log has the same tilts as its rows`(log: String) throws {
        let rows = try angles(log)
        let states = try served(log, "--speed", "max")
        #expect(!states.isEmpty)
        for state in states { #expect(rows[state.time]?.tilt == state.tilt) }
    }

    @Test func `in doubt, after long steps and without a sensor too`() throws {
        let folder = TemporaryFolder()
        let log = folder.write("log.csv", Self.troubled)
        let rows = try angles(log)
        let states = try served(log, "--speed", "4")
        #expect(states.count > 50)
        // States have the times at which the log is played.
        for state in states { #expect(rows[4 * state.time]?.tilt == state.tilt) }
        // The gyroscope's attitude goes on, the tilt does not: it is in doubt.
        let doubted = rows.filter { (8_500_000_000...8_900_000_000).contains($0.key) }.values
        #expect(doubted.count > 30)
        #expect(Set(doubted.map(\.tilt)).count == 1)
        #expect(Set(doubted.map(\.pitch)).count > 20)
    }

    /// A device that swings: from 3 s on without accelerometer, with a long step at 9 s, then without a
    /// gyroscope.
    private static var troubled: String {
        var text = "timestamp_ns,accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z\n"
        for row in 0..<1300 where !(900..<1000).contains(row) {
            let time = Double(row) / 100
            let (angle, rate) = (sin(2 * time), 2 * cos(2 * time))
            let force = "0,\(9.80665 * sin(angle)),\(9.80665 * cos(angle))"
            text += "\(row * 10_000_000),\(row < 300 || row > 1000 ? force : ",,"),"
            text += row < 1100 ? "\(rate),0,0\n" : ",,\n"
        }
        return text
    }

    /// What `angles` has for each timestamp, the last of a time that stands.
    private func angles(_ log: String) throws -> [Int64: (tilt: Double, pitch: Double)] {
        let lines = try Program.run("angles", log).lines.map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let header = try #require(lines.first)
        let tilt = try #require(header.firstIndex(of: "tilt_deg"))
        let pitch = try #require(header.firstIndex(of: "pitch_deg"))
        var rows: [Int64: (tilt: Double, pitch: Double)] = [:]
        for line in lines.dropFirst() {
            rows[try #require(Int64(line[0]))] = (Double(line[tilt]) ?? 0, Double(line[pitch]) ?? 0)
        }
        return rows
    }

    /// The states that the service gives, as many as it can.
    private func served(_ log: String, _ options: String...) throws -> [StateLine] {
        let folder = TemporaryFolder()
        let path = folder.file("motion.sock").path
        let program = try RunningProgram(
            ["serve", "--from", "file:\(log)", "--socket", path] + options)
        let listener = try ServiceListener(path)
        listener.send("{\"subscribe\":\"state\",\"hz\":1000}\n")
        var states: [StateLine] = []
        while let line = listener.line() {
            if line.contains("\"q\":") { states.append(try StateLine(line)) }
        }
        _ = try program.result(within: 30)
        return states
    }
}
