import Foundation
import TestSupport
import Testing

/// Real recordings, run through the built program.
@Suite(.enabled(if: Program.shared != nil, "no shared/motion beside the repository"))
struct RecordedMotionTests {
    static let trials = [
        "broad/02_undisturbed_slow_rotation_B", "broad/08_undisturbed_fast_rotation_with_breaks_A",
        "broad/15_undisturbed_fast_translation_A", "broad/21_undisturbed_fast_combined",
        "broad/24_disturbed_tapping_A",
    ]

    @Test func `the xio recording runs through, row for row`() throws {
        let log = try path("xio_sensor_data")
        let result = try Program.run("angles", log)
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(
            lineCount(result.output) == lineCount(try String(contentsOfFile: log, encoding: .utf8)))
    }

    @Test(arguments: trials)
    func `a BROAD trial runs through, its inclination right within 3 degrees`(name: String) throws {
        let log = try path(name)
        let result = try Program.run("angles", log)
        let text = try String(contentsOfFile: log, encoding: .utf8)
        #expect(result.status == 0)
        #expect(lineCount(result.output) == lineCount(text))
        #expect(inclinationError(of: result.output, against: text) <= 3)
    }

    private func path(_ name: String) throws -> String {
        try #require(Program.shared).appending(path: "motion/\(name).csv").path
    }
}

/// The logs that `simulate` made: their truth is known.
@Suite struct SimulatedMotionTests {
    @Test(arguments: ["docs/demo.csv", "Tests/Logs/flip.csv"])
    func `the inclination of a simulated log is right within 2 degrees`(name: String) throws {
        let log = Repository.path(name)
        let error = inclinationError(
            of: try Program.run("angles", log).output,
            against: try String(contentsOfFile: log, encoding: .utf8))
        #expect(error <= 2)
    }
}

/// The inclination RMSE in degrees of `angles`' output: that of the BROAD benchmark, over the rows in
/// motion that have a reference.
func inclinationError(of output: String, against log: String) -> Double {
    let estimates = table(output, ["qw", "qx", "qy", "qz"])
    let references = table(log, ["ref_qw", "ref_qx", "ref_qy", "ref_qz", "movement"])
    var (sum, count) = (0.0, 0.0)
    for (e, r) in zip(estimates, references) where r.count == 5 && r[4] == 1 {
        // The w and z components of q_e q_r*; a heading error would change only the others' share.
        let w = e[0] * r[0] + e[1] * r[1] + e[2] * r[2] + e[3] * r[3]
        let z = e[3] * r[0] - e[0] * r[3] - e[1] * r[2] + e[2] * r[1]
        let error = 2 * acos(min(1, (w * w + z * z).squareRoot())) * 180 / .pi
        sum += error * error
        count += 1
    }
    return count > 0 ? (sum / count).squareRoot() : .infinity
}

private func lineCount(_ text: String) -> Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }

/// The named columns of a CSV text; a row with an empty field among them is shorter.
///
/// Through C's functions, as a debug build takes a minute over Swift's for these files.
private func table(_ text: String, _ names: [String]) -> [[Double]] {
    var bytes = Array(text.utf8CString)
    var (rows, columns): ([[Double]], [Int]) = ([], [])
    bytes.withUnsafeMutableBufferPointer { bytes in
        var rest = bytes.baseAddress
        while let line = strsep(&rest, "\n") {
            if line.pointee == CChar(UInt8(ascii: "#")) || line.pointee == 0 { continue }
            if columns.isEmpty {
                let header = String(cString: line).split(separator: ",").map(String.init)
                columns = names.compactMap { header.firstIndex(of: $0) }
            } else {
                rows.append(numbers(in: line, columns))
            }
        }
    }
    return rows
}

/// The numbers in the given columns of a line, which it takes apart.
private func numbers(in line: UnsafeMutablePointer<CChar>, _ columns: [Int]) -> [Double] {
    var rest: UnsafeMutablePointer<CChar>? = line
    var fields: [UnsafeMutablePointer<CChar>] = []
    while let field = strsep(&rest, ",") { fields.append(field) }
    return columns.filter { fields[$0].pointee != 0 }.map { strtod(fields[$0], nil) }
}
