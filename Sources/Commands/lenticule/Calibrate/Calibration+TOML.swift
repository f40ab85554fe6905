import Motion
import TOML

/// A key of a sensor's table `[calibration."IDENTITY"]`.
private struct CalibrationKey {
    let name: String
    /// Reads the TOML value into the calibration.
    let read: @Sendable (_ value: TOMLValue, _ calibration: inout Calibration) throws -> Void
    /// The value as TOML; nil if the key is left out.
    let text: @Sendable (Calibration) -> String?

    static let all = [
        Self(name: "date") {
            $1.date = try $0.date()
        } text: {
            $0.date
        },
        Self(name: "mount_matrix") {
            $1.mount = try MountMatrix($0, orElse: "")
        } text: {
            "\"\($0.mount)\""
        },
        Self(name: "gyro_mount_matrix") {
            $1.gyroscopeMount = try MountMatrix($0, orElse: "", allowsReflection: true)
        } text: {
            $0.gyroscopeMount.map { "\"\($0)\"" }
        },
        Self(name: "reversed") {
            $1.isReversed = try $0.boolean()
        } text: {
            $0.isReversed ? "true" : nil
        },
        Self(name: "accel_offset") {
            $1.accelerationOffset = try $0.vector(in: -5...5)
        } text: {
            $0.accelerationOffset.list
        },
        Self(name: "accel_scale") {
            $1.accelerationScale = try $0.vector(in: 0.5...2)
        } text: {
            $0.accelerationScale.list
        },
        Self(name: "gyro_bias") {
            $1.rotationBias = try $0.vector(in: -1...1)
        } text: {
            $0.rotationBias == .zero ? nil : $0.rotationBias.list
        },
    ]
}

extension Calibration {
    /// Reads a sensor's table; unknown keys are appended to `unknown`.
    init(_ table: TOMLTable, unknown: inout [TOMLError]) throws {
        self.init()
        guard table["mount_matrix"] != nil else {
            throw TOMLError(table.location, "\(table.name) needs a mount_matrix")
        }
        unknown += table.unknownKeys(known: CalibrationKey.all.map(\.name))
        for key in CalibrationKey.all {
            if let value = table[key.name] { try key.read(value, &self) }
        }
    }

    /// The sensor's table for a configuration file.
    func toml(for identity: String) -> String {
        let lines = CalibrationKey.all.compactMap { key in
            key.text(self).map { "\(key.name) = \($0)\n" }
        }
        return "[calibration.\(identity.quotedForTOML)]\n" + lines.joined()
    }

    /// Rounded to millionths; further digits are below the accuracy.
    var rounded: Calibration {
        var rounded = self
        rounded.mount = mount.rounded
        rounded.gyroscopeMount = gyroscopeMount?.rounded
        rounded.accelerationOffset = accelerationOffset.toMillionths
        rounded.accelerationScale = accelerationScale.toMillionths
        rounded.rotationBias = rotationBias.toMillionths
        return rounded
    }
}

extension MountMatrix {
    fileprivate var rounded: MountMatrix {
        MountMatrix(x: x.toMillionths, y: y.toMillionths, z: z.toMillionths)
    }
}

extension Vector3 {
    // Adding 0 turns -0 into 0.
    fileprivate var toMillionths: Vector3 {
        (self * 1e6).rounded(.toNearestOrEven) / 1e6 + Vector3.zero
    }

    /// As a TOML array.
    fileprivate var list: String { "[\(x), \(y), \(z)]" }
}

extension TOMLValue {
    /// Three numbers.
    fileprivate func vector(in range: ClosedRange<Double>) throws(TOMLError) -> Vector3 {
        let values = try array()
        guard values.count == 3 else { throw error("must be a list of three numbers") }
        return Vector3(
            try values[0].number(in: range), try values[1].number(in: range),
            try values[2].number(in: range))
    }

    /// A date, as in 2026-01-31.
    fileprivate func date() throws(TOMLError) -> String {
        guard case .date(let day) = content else { throw error("must be a date, as 2026-01-31") }
        return day
    }
}
