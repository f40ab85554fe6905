import Motion
import TOML

/// The keys that a configuration is read with.
struct ConfigKeys {
    var keys = ConfigKey.all
    /// The former names of keys, `section.name`, with their present ones.
    var renamed = ConfigKey.renamed

    /// What a configuration says that is no reason to stop, unless it is being checked.
    struct Remarks: Equatable {
        /// Keys that mean nothing.
        var unknown: [TOMLError] = []
        /// Keys that go by another name now.
        var renamed: [TOMLError] = []
    }

    /// Takes over into `config` what a file says; what it leaves out stays.
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
                remarks.unknown.append(TOMLTable.unknown(section, names: sections))
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
                remarks.unknown.append(TOMLTable.unknown(entry, names: keys.map(\.fullName)))
                continue
            }
            if present != name {
                let message = "\(name) is now called \(present)"
                remarks.renamed.append(TOMLError(entry.place, message))
            }
            try key.read(entry.value, &config)
        }
    }

    /// The tables that there are or were.
    private var sections: [String] {
        let former = renamed.keys.sorted().compactMap { $0.split(separator: ".").first }
        return keys.map(\.section) + ["calibration"] + former.map(String.init)
    }
}
