import Foundation
import TOML
import TestSupport
import Testing

@testable import Display
@testable import lenticule

/// The tables of docs/settings.md and docs/keys.md are those of the code.
@Suite struct ReferencePagesTests {
    /// A row of the tables of settings.
    private struct Setting {
        let key: String
        let standard: String
        let values: String

        init?(_ line: Substring) {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard line.hasPrefix("| `"), cells.count == 4, cells[0].contains(".") else {
                return nil
            }
            key = cells[0].replacing("`", with: "")
            standard = cells[1].replacing("`", with: "")
            values = cells[2]
        }

        /// The values that it names in TOML.
        var named: [String] {
            values.split(separator: "`").map(String.init).filter {
                $0.hasPrefix("\"") || $0.hasPrefix("[") || $0 == "true" || $0 == "false"
            }
        }

        /// The numbers of `1 to 180`.
        var limits: (Int, Int)? {
            values.firstMatch(of: /(-?\d+) to (-?\d+)/).flatMap { match in
                guard let low = Int(match.1), let high = Int(match.2) else { return nil }
                return (low, high)
            }
        }
    }

    private static let settings = Manual("settings.md").text.split(separator: "\n")
        .compactMap(Setting.init)

    private func config(_ key: String, _ value: String) throws -> Config {
        var config = Config()
        let unknown = try config.read(
            try TOMLTable(parsing: "\(key) = \(value)", file: "config.toml"))
        #expect(unknown.isEmpty, "\(key)")
        return config
    }

    @Test func `each key of the configuration has a row, and each row a key`() {
        #expect(Self.settings.map(\.key).sorted() == ConfigKey.all.map(\.fullName).sorted())
    }

    @Test func `the defaults are those of the program`() throws {
        for setting in Self.settings {
            #expect(try config(setting.key, setting.standard) == Config(), "\(setting.key)")
        }
    }

    @Test func `the values that a row names are taken, and numbers beyond its limits are not`()
        throws
    {
        #expect(Self.settings.count { $0.limits != nil } >= 9)
        for setting in Self.settings {
            for value in setting.named {
                #expect(throws: Never.self, "\(setting.key) = \(value)") {
                    try config(setting.key, value)
                }
            }
            guard let (low, high) = setting.limits else { continue }
            for value in [low, high] {
                #expect(throws: Never.self, "\(setting.key) = \(value)") {
                    try config(setting.key, "\(value)")
                }
            }
            for value in [low - 1, high + 1] {
                #expect(throws: (any Error).self, "\(setting.key) = \(value)") {
                    try config(setting.key, "\(value)")
                }
            }
        }
    }

    /// The keys of the first table of a section of docs/keys.md, as `ScreenEvent.Key` writes them.
    private func keys(of section: String) -> Set<Character> {
        let sections = Manual("keys.md").text.components(separatedBy: "\n## ")
        let lines = sections.first { $0.hasPrefix(section) }?.split(separator: "\n") ?? []
        let rows = lines.drop { $0 != "| key | does |" }.dropFirst(2).prefix { $0.hasPrefix("|") }
        let cells = rows.compactMap { $0.split(separator: "|").first }
        return cells.reduce(into: []) { keys, cell in
            let names = cell.split(separator: "`").map(String.init).filter { !$0.contains(" ") }
            if cell.contains("`1` to `9`") { keys.formUnion("123456789") }
            keys.formUnion(names.compactMap(Self.character))
        }
    }

    private static func character(_ name: String) -> Character? {
        switch name {
        case "space": " "
        case "←": "<"
        case "→": ">"
        // Others, as Escape, are second names.
        default: name.count == 1 && name != "," ? name.first : nil
        }
    }

    private static let all = (0x20...0x7E).compactMap {
        Unicode.Scalar($0).flatMap { ScreenEvent.Key(rawValue: Character($0)) }
    }

    @Test func `the keys of the window are those of the program`() {
        #expect(keys(of: "In the window") == Set(Self.all.map(\.rawValue)))
    }

    @Test func `the keys of visitors are those that a kiosk takes`() {
        let visitors = Self.all.filter(\.isForVisitors)
        #expect(keys(of: "At an exhibition") == Set(visitors.map(\.rawValue)))
    }
}
