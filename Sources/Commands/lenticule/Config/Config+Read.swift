import Motion
import Playback
import TOML

extension Config {
    /// Stores the table's values; the other values stay. Gives the errors of unknown keys, which only
    /// `check` refuses.
    mutating func read(_ table: TOMLTable) throws -> [TOMLError] {
        var unknown: [TOMLError] = []
        for section in table.entries {
            if section.key == "calibration" {
                for device in try section.value.table().entries {
                    source.calibrations[device.key] = try Calibration(
                        device.value.table(), unknown: &unknown)
                }
            } else if Self.sections.contains(section.key) {
                try read(section.value.table(), &unknown)
            } else {
                unknown.append(table.unknown(section, known: Self.sections))
            }
        }
        return unknown
    }

    private mutating func read(_ section: TOMLTable, _ unknown: inout [TOMLError]) throws {
        for entry in section.entries {
            guard let key = ConfigKey.all.first(where: { $0.fullName == entry.value.name }) else {
                unknown.append(Self.unknown(entry, in: section))
                continue
            }
            try key.read(entry.value, &self)
        }
    }

    private static func unknown(_ entry: TOMLTable.Entry, in section: TOMLTable) -> TOMLError {
        if let other = ConfigKey.all.first(where: { $0.name == entry.key }) {
            let message = "unknown key \"\(entry.value.name)\"; it belongs in [\(other.section)]"
            return TOMLError(entry.location, message)
        }
        let known = ConfigKey.all.filter { $0.section == section.name }.map(\.name)
        return section.unknown(entry, known: known)
    }

    /// The tables, without duplicates.
    private static var sections: [String] {
        let all = ConfigKey.all.map(\.section) + ["calibration"]
        return all.enumerated().filter { all.firstIndex(of: $1) == $0 }.map(\.element)
    }
}
