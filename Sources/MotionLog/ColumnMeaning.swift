import Motion

/// What a column of a log holds, from its name and unit in the header.
enum ColumnMeaning: Equatable {
    /// Time in units of 10^`exponent` seconds.
    case time(exponent: Int)
    /// One axis (0 to 2) of `quantity`; times `scale` it is in SI units.
    case axis(Int, of: Quantity, scale: Double)
    case unknown

    /// Reads a header's field such as `accel_x`, `Gyroscope X (deg/s)` or `w_RS_S_x [rad s^-1]`.
    init(_ field: String) throws(UnknownUnit) {
        let (words, unit) = Self.split(field)
        guard let last = words.last else {
            self = .unknown
            return
        }
        if let exponent = try Self.timeExponent(words, unit) {
            self = .time(exponent: exponent)
        } else if let axis = ["x", "y", "z"].firstIndex(of: last),
            let quantity = Self.quantity(words.dropLast(), unit)
        {
            self = .axis(axis, of: quantity, scale: try Self.scale(unit))
        } else {
            self = .unknown
        }
    }

    /// A unit that the program does not know.
    struct UnknownUnit: Error {
        /// As in the header, in lower case.
        let unit: String
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
            throw UnknownUnit(unit: unit)
        }
    }

    private static func quantity(_ words: ArraySlice<String>, _ unit: String?) -> Quantity? {
        switch words.joined(separator: " ") {
        case "accel", "acc", "accelerometer", "acceleration", "a", "a rs s": .acceleration
        case "gyro", "gyr", "gyroscope", "w", "w rs s", "angular velocity": .rotationRate
        case "linear acceleration", "linear accelerometer": .linearAcceleration
        case "": .unnamed
        default: nil
        }
    }

    /// The factor from `unit` to m/s² or rad/s; 1 without a unit.
    private static func scale(_ unit: String?) throws(UnknownUnit) -> Double {
        switch unit?.filter({ $0 != " " && $0 != "^" }) {
        case nil, "m/s2", "m/s²", "ms-2", "ms⁻²", "rad/s", "rads-1", "rads⁻¹": 1
        case "g": standardGravity
        case "mg": 0.00980665
        case "deg/s", "°/s", "dps", "degs-1": .pi / 180
        default: throw UnknownUnit(unit: unit ?? "")
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
        /// `x`, `y`, `z` without a quantity: the file's name determines it.
        case unnamed

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
            case .linearAcceleration, .unnamed: nil
            }
        }
    }
}
