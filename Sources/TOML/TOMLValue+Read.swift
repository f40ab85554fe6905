/// Reading a value as what is wanted; an error says what is there instead.
extension TOMLValue {
    /// A finite number; `60` serves where 60.0 does.
    public func number(in range: ClosedRange<Double>? = nil) throws(TOMLError) -> Double {
        let number: Double
        switch content {
        case .integer(let integer): number = Double(integer)
        case .float(let float): number = float
        default: throw wrong("a number")
        }
        guard number.isFinite else { throw error("must be a finite number") }
        if let range, !range.contains(number) { throw outOfRange(range, found: number) }
        return number
    }

    /// A whole number.
    public func integer(in range: ClosedRange<Int>? = nil) throws(TOMLError) -> Int {
        guard case .integer(let integer) = content else { throw wrong("a whole number") }
        let number = Int(integer)
        if let range, !range.contains(number) { throw outOfRange(range, found: number) }
        return number
    }

    /// A text.
    public func string() throws(TOMLError) -> String {
        guard case .string(let string) = content else { throw wrong("a text in quotes") }
        return string
    }

    /// `true` or `false`.
    public func boolean() throws(TOMLError) -> Bool {
        guard case .boolean(let boolean) = content else { throw wrong("true or false") }
        return boolean
    }

    /// A list.
    public func array() throws(TOMLError) -> [TOMLValue] {
        guard case .array(let array) = content else { throw wrong("a list") }
        return array
    }

    /// A table.
    public func table() throws(TOMLError) -> TOMLTable {
        guard case .table(let table) = content else { throw wrong("a table") }
        return table
    }

    /// One of an enumeration's words.
    public func choice<Choice>(_ type: Choice.Type = Choice.self) throws(TOMLError) -> Choice
    where Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
        let words = Choice.allCases.map(\.rawValue)
        guard case .string(let word) = content else {
            throw wrong("one of \(list(words)) in quotes")
        }
        guard let choice = Choice(rawValue: word) else {
            throw error("is \"\(word)\", but must be one of \(list(words))")
        }
        return choice
    }

    /// An error at this value; `message` goes on after its name.
    public func error(_ message: String) -> TOMLError {
        TOMLError(place, name + " " + message)
    }

    private func wrong(_ wanted: String) -> TOMLError { error("must be \(wanted), not \(kind)") }

    private func outOfRange<Number>(
        _ range: ClosedRange<Number>, found: Number
    ) -> TOMLError {
        error("is \(found), but must be from \(range.lowerBound) to \(range.upperBound)")
    }

    private var kind: String {
        switch content {
        case .string: "a text"
        case .integer, .float: "a number"
        case .boolean(let value): "\(value)"
        case .date: "a date"
        case .array: "a list"
        case .table: "a table"
        }
    }
}

private func list(_ words: [String]) -> String {
    words.map { "\"\($0)\"" }.joined(separator: ", ")
}
