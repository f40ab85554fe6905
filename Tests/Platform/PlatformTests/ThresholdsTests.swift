import Foundation
import TestSupport
import Testing

/// `docs/dev/thresholds.md` says of the code what is true.
@Suite struct ThresholdsTests {
    /// File, name and value of each row.
    private static let rows: [[String]] = {
        let text = try? String(
            contentsOf: Repository.root.appending(path: "docs/dev/thresholds.md"), encoding: .utf8)
        return (text ?? "").split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            line.split(separator: "|").prefix(3).map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
            }
        }
    }()

    @Test func `the table has rows`() { #expect(Self.rows.count > 30) }

    @Test(arguments: rows)
    func `a value is that of the code`(row: [String]) throws {
        let file = Repository.root.appending(path: "Sources/\(row[0])")
        let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let value = try Regex(
            "\\b\(row[1])\\b[^=]*(=|\\{) \(NSRegularExpression.escapedPattern(for: row[2]))( |$)")
        #expect(code.contains { $0.contains(value) }, "\(row[1]) is not \(row[2])")
    }
}
