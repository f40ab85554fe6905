import Platform

/// Reads a value as a type; the error says what the file has instead.
extension TOMLValue {
    /// A number within a range; an integer is accepted too.
    public func number(in range: ClosedRange<Double>) throws(TOMLError) -> Double {
        expect(.number(range))
        let number: Double
        switch content {
        case .integer(let integer): number = Double(integer)
        case .float(let float): number = float
        default: throw wrong("a number")
        }
        guard range.contains(number) else {
            throw error(
                "is \(described), but must be from \(decimal(range.lowerBound)) to "
                    + decimal(range.upperBound))
        }
        return number
    }

    /// A whole number within a range.
    public func integer(in range: ClosedRange<Int>) throws(TOMLError) -> Int {
        expect(.integer(range))
        guard case .integer(let integer) = content else {
            throw wrong("a whole number without a decimal point")
        }
        guard let number = Int(exactly: integer), range.contains(number) else {
            throw error(
                "is \(integer), but must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A string.
    public func string() throws(TOMLError) -> String {
        expect(.text)
        guard case .string(let string) = content else { throw wrong("a text in quotes") }
        return string
    }

    /// A string of one line, safe for a terminal and a window's title.
    public func plainString() throws(TOMLError) -> String {
        let string = try string()
        guard string.printable == string else {
            throw error("holds a control character: \(string.quotedShort)")
        }
        return string
    }

    /// `true` or `false`.
    public func boolean() throws(TOMLError) -> Bool {
        expect(.boolean)
        guard case .boolean(let boolean) = content else { throw wrong("true or false") }
        return boolean
    }

    /// `true` or `false`; nil for `auto`.
    public func booleanOrAuto() throws(TOMLError) -> Bool? {
        expect(.boolean)
        expect(.choice(["auto"]))
        switch content {
        case .boolean(let boolean): return boolean
        case .string("auto"): return nil
        default: throw wrong("true, false or \"auto\"")
        }
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

    /// A case of an enumeration, by its name; throws as `choice(of:)` does.
    public func choice<Choice>(_ type: Choice.Type = Choice.self) throws(TOMLError) -> Choice
    where Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
        // One of the words of the cases, so that there is a case.
        Choice(rawValue: try choice(of: Choice.allCases.map(\.rawValue)))!
    }

    /// One of these words. For another word, the error names the nearest of them, or all of them if
    /// none is near.
    public func choice(of words: [String]) throws(TOMLError) -> String {
        expect(.choice(words))
        guard case .string(let word) = content else {
            throw wrong("one of \(joined(words)) in quotes")
        }
        if words.contains(word) { return word }
        guard let near = nearest(to: word, of: words) else {
            throw error("is \(word.quotedShort), but must be one of \(joined(words))")
        }
        throw error("is \(word.quotedShort); the nearest is \(near.quotedShort)")
    }

    /// An error at this value; its text is the value's name and `message`.
    public func error(_ message: String) -> TOMLError {
        TOMLError(location, name + " " + message)
    }

    private func wrong(_ wanted: String) -> TOMLError {
        error("must be \(wanted), not \(described)")
    }

    /// The value as messages name it: a text, a number or a boolean itself, else what kind of value
    /// it is.
    private var described: String {
        switch content {
        case .string(let value): "the text \(value.quotedShort)"
        case .integer(let value): "\(value)"
        case .float(let value): "\(value)"
        case .boolean(let value): "\(value)"
        case .date: "a date"
        case .array: "a list"
        case .table: "a table"
        }
    }
}

private func joined(_ words: [String]) -> String {
    words.map(\.quotedShort).joined(separator: ", ")
}

/// A number without ".0" if it is an integer.
private func decimal(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
}
