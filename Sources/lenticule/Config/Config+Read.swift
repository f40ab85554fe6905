import Motion
import Playback
import TOML

/// The keys of a configuration.
struct ConfigKeys {
    var keys = ConfigKey.all
    /// Former names of keys, `section.name`, with their present names.
    var renamed = ConfigKey.renamed

    /// Remarks on a file, which do not prevent a start.
    struct Remarks: Equatable {
        /// Unknown keys; only in `check` they are errors.
        var unknown: [TOMLError] = []
        /// Keys that were renamed.
        var renamed: [TOMLError] = []
    }

    /// Stores the table's values in `config`; the other values of `config` stay.
    func read(_ table: TOMLTable, into config: inout Config) throws -> Remarks {
        var remarks = Remarks()
        for section in table.entries {
            if section.key == "calibration" {
                for device in try section.value.table().entries {
                    config.source.calibrations[device.key] = try Calibration(
                        device.value.table(), unknown: &remarks.unknown)
                }
            } else if sections.contains(section.key) {
                try read(section.value.table(), into: &config, &remarks)
            } else {
                remarks.unknown.append(table.unknown(section, known: sections))
            }
        }
        return remarks
    }

    private func read(
        _ section: TOMLTable, into config: inout Config, _ remarks: inout Remarks
    ) throws {
        for entry in section.entries {
            let name = entry.value.name
            let present = renamed[name] ?? name
            guard let key = keys.first(where: { $0.fullName == present }) else {
                remarks.unknown.append(unknown(entry, in: section))
                continue
            }
            if present != name {
                let message = "\(name) is now called \(present)"
                remarks.renamed.append(TOMLError(entry.location, message))
            }
            try key.read(entry.value, &config)
        }
    }

    private func unknown(_ entry: TOMLTable.Entry, in section: TOMLTable) -> TOMLError {
        if let other = keys.first(where: { $0.name == entry.key }) {
            let message = "unknown key \"\(entry.value.name)\"; it belongs in [\(other.section)]"
            return TOMLError(entry.location, message)
        }
        let known = keys.filter { $0.section == section.name }.map(\.name)
        return section.unknown(entry, known: known)
    }

    /// The present and former tables, without duplicates.
    private var sections: [String] {
        let former = renamed.keys.sorted().compactMap { $0.split(separator: ".").first }
        let all = keys.map(\.section) + ["calibration"] + former.map(String.init)
        return all.enumerated().filter { all.firstIndex(of: $1) == $0 }.map(\.element)
    }
}
