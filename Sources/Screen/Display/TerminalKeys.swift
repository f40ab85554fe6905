/// Parses keys from a terminal's bytes; a sequence may arrive in parts.
struct TerminalKeys {
    /// The state within an incomplete sequence.
    private enum State {
        /// Outside a sequence.
        case ground
        /// After an escape character: the key Escape, or the start of a sequence.
        case escape
        /// A control sequence (ECMA-48, 5.4), ended by a byte from @ to ~.
        case control
        /// A function key of the linux console: ESC [ [ and a letter.
        case console
        /// A key of the keypad or, in application mode, an arrow: ESC O, digits and a letter.
        case single
        /// A control string, ended by BEL or ESC \.
        case string
        case stringEscape
    }

    /// Seconds after which an escape character counts as the key Escape; ssh may deliver a sequence
    /// in parts.
    static let escapeTimeout = 0.25
    private var state = State.ground
    /// The parameter bytes of the control sequence so far.
    private var parameter: [UInt8] = []
    /// When to call `keys(at:)` without new bytes; nil if there is no need.
    private(set) var due: Double?

    /// The keys that these bytes complete; the bytes arrived at `time`.
    mutating func keys(in bytes: some Sequence<UInt8>, at time: Double) -> [ScreenEvent.Key] {
        let keys = bytes.compactMap { key($0) }
        due = state == .ground ? nil : time + Self.escapeTimeout
        return keys
    }

    /// Ends an incomplete sequence if its timeout has passed at `time`; an escape character alone
    /// is the key Escape.
    mutating func keys(at time: Double) -> [ScreenEvent.Key] {
        guard let due, time >= due else { return [] }
        defer { self = TerminalKeys() }
        return state == .escape ? [.quit] : []
    }

    private mutating func key(_ byte: UInt8) -> ScreenEvent.Key? {
        switch (state, byte) {
        case (.string, 0x1B): state = .stringEscape
        case (.stringEscape, UInt8(ascii: "\\")), (.string, 0x07): state = .ground
        case (.string, _): break
        case (.stringEscape, _): state = .string
        case (_, 0x1B): state = .escape
        case (.ground, 0x03): return .quit
        case (.ground, _): return ScreenEvent.Key(rawValue: Character(Unicode.Scalar(byte)))
        case (.escape, _): (state, parameter) = (Self.sequence(begunBy: byte), [])
        case (.control, UInt8(ascii: "[")): state = .console
        case (.console, UInt8(ascii: "A")), (.single, UInt8(ascii: "P")): return functionKey1()
        case (.control, UInt8(ascii: "~")) where parameter == Array("11".utf8):
            return functionKey1()
        case (.control, 0x40...0x7E), (.single, 0x40...0x7E): return arrow(byte)
        case (.control, 0x20...0x3F): parameter.append(byte)
        case (.single, 0x30...0x3F): break
        case (.console, _), (.control, _), (.single, _): state = .ground
        }
        return nil
    }

    /// The state after an escape character and this byte. Alt with a key sends an escape character
    /// and the key: that key is ignored.
    private static func sequence(begunBy byte: UInt8) -> State {
        switch byte {
        case UInt8(ascii: "["): .control
        case UInt8(ascii: "O"): .single
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
            UInt8(ascii: "_"):
            .string
        default: .ground
        }
    }

    private mutating func functionKey1() -> ScreenEvent.Key {
        state = .ground
        return .help
    }

    private mutating func arrow(_ byte: UInt8) -> ScreenEvent.Key? {
        state = .ground
        switch byte {
        case UInt8(ascii: "C"): return .next
        case UInt8(ascii: "D"): return .previous
        default: return nil
        }
    }
}
