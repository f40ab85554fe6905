import Platform
import TOML

extension Config {
    /// The keys of these files whose values are not the defaults, as lines of TOML, and how many
    /// calibrations there are. What cannot be read is left out.
    static func changes(in files: [File]) -> [String] {
        let sections = files.compactMap { try? TOMLTable(file: $0.path) }.flatMap(\.entries)
        var values: [String: TOMLValue] = [:]
        var calibrations = Set<String>()
        for section in sections {
            let entries = (try? section.value.table())?.entries ?? []
            guard section.key != "calibration" else {
                calibrations.formUnion(entries.map(\.key))
                continue
            }
            // A later file's value is in force.
            for entry in entries { values[entry.value.name] = entry.value }
        }
        let lines = ConfigKey.all.compactMap { key in
            values[key.fullName].flatMap { key.changes($0) ? "\(key.fullName) = \($0.text)" : nil }
        }
        return lines + (calibrations.isEmpty ? [] : ["calibrations: \(calibrations.count)"])
    }
}

extension ConfigKey {
    /// Whether the value is not the default; false if it cannot be read.
    fileprivate func changes(_ value: TOMLValue) -> Bool {
        var config = Config()
        return (try? read(value, &config)) != nil && config != Config()
    }
}

extension TOMLValue {
    /// The value in TOML's notation, as far as a setting needs it.
    fileprivate var text: String {
        switch content {
        case .string(let text): text.quotedForTOML
        case .integer(let number): "\(number)"
        case .float(let number): "\(number)"
        case .boolean(let value): "\(value)"
        case .date(let date): date
        case .array(let values): "[\(values.map(\.text).joined(separator: ", "))]"
        case .table: "{ ... }"
        }
    }
}
