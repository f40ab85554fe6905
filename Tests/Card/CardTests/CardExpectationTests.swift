import Card
import Foundation
import TOML
import TestSupport
import Testing

@Suite struct CardExpectationTests {
    /// Values that are read by their place in a list or by their type, not as numbers or texts.
    private func isContainer(_ value: TOMLValue) -> Bool {
        switch value.content {
        case .array, .table: true
        default: false
        }
    }

    private func accepts(_ value: TOMLValue, _ expectation: TOMLExpectation) -> Bool {
        switch (value.content, expectation) {
        case (.integer(let number), .number(let range)): range.contains(Double(number))
        case (.float(let number), .number(let range)): range.contains(number)
        case (.integer(let number), .integer(let range)): range.contains(Int(number))
        case (.boolean, .boolean): true
        case (.string(let word), .choice(let words)): words.contains(word)
        case (.string(let text), .special(.colour)): text.hasPrefix("#")
        case (.string, .text), (.string, .special(.file)): true
        default: false
        }
    }

    @Test(arguments: Repository.cardFiles) func `the reader says what it accepts for each value`(
        path: String
    )
        throws
    {
        let expectations = TOMLExpectations()
        _ = try expectations.note {
            try Card(folder: URL(filePath: path).deletingLastPathComponent().path)
        }
        let table = try TOMLDocument(file: path).table()
        for place in table.paths {
            let value = try #require(table[place])
            if isContainer(value) { continue }
            let expected = expectations.of(value)
            #expect(
                expected.contains { accepts(value, $0) }, "\(place): \(value.content), \(expected)")
        }
    }
}
