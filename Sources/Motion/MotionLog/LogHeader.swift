import Platform

/// The header line of a log: the meaning of each column.
struct LogHeader {
    /// A column: which value of a row it holds.
    struct Column {
        /// 0 is the time, 1 to 3 acceleration, 4 to 6 rotation rate, x y z each; nil is ignored.
        var slot: Int?
        /// As in the header, without quotes, and without blanks around it.
        let name: String
        /// The factor to SI units.
        var scale = 1.0
        /// The sensor of an axis: 0 is the accelerometer, 1 the gyroscope; nil for other columns.
        var sensor: Int? { slot.flatMap { $0 > 0 ? ($0 - 1) / 3 : nil } }
    }

    /// In the file's order.
    private(set) var columns: [Column] = []
    /// The byte between two fields.
    let separator: UInt8
    /// The time column is in units of 10^`timeExponent` seconds.
    private(set) var timeExponent = 0
    /// The time column is in units of 10^`nanosecondExponent` nanoseconds.
    var nanosecondExponent: Int { timeExponent + 9 }
    /// Whether it is Sensor Logger's, whose acceleration files differ only by their names.
    let isSensorLogger: Bool
    /// The quantity of columns named only x, y and z; nil if it is unknown.
    private let unnamed: ColumnMeaning.Quantity?

    /// Whether there is a column for each axis of acceleration.
    var hasAcceleration: Bool { has(1...3) }
    /// Whether there is a column for each axis of rotation rate.
    var hasRotationRate: Bool { has(4...6) }

    /// Parses the header `line` of the file `stem`, a name without extension.
    init(line: String, stem: String) throws(LogHeaderError) {
        let separator: Character = line.contains("\t") ? "\t" : line.contains(";") ? ";" : ","
        self.separator = separator.asciiValue ?? 0
        isSensorLogger = line.contains("seconds_elapsed")
        unnamed = ColumnMeaning.Quantity(stem: stem, isSensorLogger: isSensorLogger)
        for field in line.split(separator: separator, omittingEmptySubsequences: false) {
            columns.append(try column(String(field.filter { $0 != "\"" })))
        }
        guard has(0...0) else {
            throw LogHeaderError(problem: "no column of time: a log begins with a header line")
        }
        try requireWholeSensors()
    }

    private func has(_ slots: ClosedRange<Int>) -> Bool {
        slots.allSatisfy { slot in columns.contains { $0.slot == slot } }
    }

    /// Throws if a sensor has columns of some axes only: no row with its values could be read.
    private func requireWholeSensors() throws(LogHeaderError) {
        let present = Set(columns.compactMap(\.sensor))
        for (sensor, isWhole, quantity) in [
            (0, hasAcceleration, "acceleration"), (1, hasRotationRate, "rotation rate"),
        ] where present.contains(sensor) && !isWhole {
            throw LogHeaderError(
                problem: "the header lacks a column of \(quantity) along x, y or z")
        }
    }

    private mutating func column(_ name: String) throws(LogHeaderError) -> Column {
        var column = Column(slot: nil, name: name.trimmed())
        switch try meaning(of: column.name) {
        case .time(let exponent):
            (column.slot, timeExponent) = (0, exponent)
        case .axis(let axis, let quantity, let scale):
            column.slot = quantity.slot.map { $0 + axis }
            column.scale = scale
        case .unknown: break
        }
        if let slot = column.slot, has(slot...slot) {
            throw LogHeaderError(problem: "the header has two columns for \(column.name.printable)")
        }
        return column
    }

    private func meaning(of name: String) throws(LogHeaderError) -> ColumnMeaning {
        do {
            return try ColumnMeaning(name, unnamed: unnamed)
        } catch {
            let column = "column \(columns.count + 1), \(name)"
            let problem = "\(column): the unit \"\(error.unit)\" is not known".printable
            let isUTF8 = !problem.contains("\u{FFFD}")
            throw LogHeaderError(
                problem: problem
                    + (isUTF8
                        ? " here; it must be \(error.known)" : ": the file is not UTF-8"))
        }
    }
}

/// Why a line is not a log's header; the reader adds file and line.
struct LogHeaderError: Error {
    /// As in "the header has two columns for accel_x".
    let problem: String
}

extension String {
    /// The text without blanks around it.
    func trimmed(of isBlank: (Character) -> Bool = { $0.isWhitespace }) -> String {
        String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
