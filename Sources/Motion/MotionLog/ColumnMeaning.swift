import Motion

/// What a column of a log holds, from its name and unit in the header.
enum ColumnMeaning: Equatable {
    /// Time in units of 10^`exponent` seconds.
    case time(exponent: Int)
    /// One axis (0 to 2) of `quantity`; times `scale` it is in SI units.
    case axis(Int, of: Quantity, scale: Double)
    case unknown

    /// Reads a header's field such as `accel_x`, `Gyroscope X (deg/s)` or `w_RS_S_x [rad s^-1]`.
    /// `unnamed` is the quantity of columns named only `x`, `y` and `z`; nil if it is unknown.
    init(_ field: String, unnamed: Quantity?) throws(UnknownUnit) {
        let (words, unit) = Self.split(field)
        guard let last = words.last else {
            self = .unknown
            return
        }
        if let exponent = try Self.timeExponent(words, unit) {
            self = .time(exponent: exponent)
        } else if let axis = ["x", "y", "z"].firstIndex(of: last),
            let quantity = Self.quantity(words.dropLast(), unnamed: unnamed)
        {
            self = .axis(axis, of: quantity, scale: try quantity.scale(from: unit))
        } else {
            self = .unknown
        }
    }

    /// A unit that the program does not know for the column's quantity.
    struct UnknownUnit: Error {
        /// As in the header, in lower case.
        let unit: String
        /// The units that are known, as words.
        let known: String
    }

    /// The name's words in lower case, and the text in brackets.
    private static func split(_ field: String) -> (words: [String], unit: String?) {
        let text = field.lowercased()
        let open = text.firstIndex { $0 == "(" || $0 == "[" }
        let words = text[..<(open ?? text.endIndex)].split { " _\t\"#".contains($0) }
        let unit = open.map { text[text.index(after: $0)...].prefix { $0 != ")" && $0 != "]" } }
        return (words.map(String.init), unit.map(String.init))
    }

    private static func timeExponent(
        _ words: [String], _ unit: String?
    ) throws(UnknownUnit) -> Int? {
        guard ["timestamp", "time", "t"].contains(words[0]), words.count <= 2 else { return nil }
        // Without a unit the column is in nanoseconds (Sensor Logger's `time`).
        switch unit ?? (words.count == 2 ? words[1] : "ns") {
        case "s", "sec", "seconds": return 0
        case "ms": return -3
        case "us", "µs": return -6
        case "ns": return -9
        default:
            // Without brackets a second word that is no unit makes it another column, as in
            // `time_offset`.
            guard let unit else { return nil }
            throw UnknownUnit(unit: unit, known: "s, ms, us or ns")
        }
    }

    private static func quantity(_ words: ArraySlice<String>, unnamed: Quantity?) -> Quantity? {
        switch words.joined(separator: " ") {
        case "accel", "acc", "accelerometer", "acceleration", "a", "a rs s": .acceleration
        case "gyro", "gyr", "gyroscope", "w", "w rs s", "angular velocity": .rotationRate
        case "linear acceleration", "linear accelerometer": .linearAcceleration
        case "": unnamed
        default: nil
        }
    }
}

extension ColumnMeaning {
    /// The quantity that three columns measure.
    enum Quantity {
        /// Specific force, gravity included.
        case acceleration
        case rotationRate
        /// Without gravity, as phones compute it. Such columns are ignored; `LogFolder` reads a
        /// phone's file of them as `acceleration`, and adds the gravity.
        case linearAcceleration

        /// The quantity of unnamed columns, from the file's name without extension; nil if the name
        /// does not tell.
        init?(stem: String, isSensorLogger: Bool) {
            switch stem.lowercased() {
            case "gyroscope": self = .rotationRate
            case "totalacceleration", "gravity": self = .acceleration
            case "accelerometer": self = isSensorLogger ? .linearAcceleration : .acceleration
            default: return nil
            }
        }

        /// The index of its x axis in a row (`LogHeader.Column.slot`).
        var slot: Int? {
            switch self {
            case .acceleration: 1
            case .rotationRate: 4
            case .linearAcceleration: nil
            }
        }

        /// The factor from `unit` to m/s² or rad/s; 1 without a unit.
        func scale(from unit: String?) throws(UnknownUnit) -> Double {
            guard let unit else { return 1 }
            switch (self == .rotationRate, unit.filter { $0 != " " && $0 != "^" }) {
            case (true, "rad/s"), (true, "rads-1"), (true, "rads⁻¹"): return 1
            case (true, "deg/s"), (true, "°/s"), (true, "dps"), (true, "degs-1"): return .pi / 180
            case (false, "m/s2"), (false, "m/s²"), (false, "ms-2"), (false, "ms⁻²"): return 1
            case (false, "g"): return standardGravity
            case (false, "mg"): return 0.00980665
            default:
                throw UnknownUnit(
                    unit: unit, known: self == .rotationRate ? "rad/s or deg/s" : "m/s^2, g or mg")
            }
        }
    }
}
