internal import CSystemd

/// A call of sd-bus that has failed.
struct BusError: Error {
    /// Throws if a call of sd-bus gave an error; else gives what it gave.
    @discardableResult
    static func check(_ result: CInt) throws(BusError) -> CInt {
        if result < 0 { throw BusError() }
        return result
    }
}

/// A method of a program on a bus.
struct BusMethod {
    var program, path, interface, name: String
}

/// A connection to a bus.
struct MessageBus: ~Copyable {
    /// Of the person who has logged in, or of the machine.
    enum Kind { case session, system }

    private let bus: OpaquePointer

    init(_ kind: Kind) throws(BusError) {
        var bus: OpaquePointer?
        try BusError.check(kind == .session ? sd_bus_open_user(&bus) : sd_bus_open_system(&bus))
        guard let bus else { throw BusError() }
        self.bus = bus
    }

    deinit { sd_bus_flush_close_unref(bus) }

    /// Calls a method with the arguments that `write` appends, and waits for the answer at most so many
    /// microseconds, the usual time if that is 0. Starts the program, if it is not there and `starts`.
    func call(
        _ method: BusMethod, timeout: UInt64 = 0, starts: Bool = true,
        _ write: (borrowing BusMessage) throws(BusError) -> Void = { (_: borrowing BusMessage) in }
    ) throws(BusError) -> BusMessage {
        var message: OpaquePointer?
        try BusError.check(
            sd_bus_message_new_method_call(
                bus, &message, method.program, method.path, method.interface, method.name))
        guard let message else { throw BusError() }
        let call = BusMessage(message)
        try BusError.check(sd_bus_message_set_auto_start(call.message, starts ? 1 : 0))
        try write(call)
        var answer: OpaquePointer?
        try BusError.check(sd_bus_call(bus, call.message, timeout, nil, &answer))
        guard let answer else { throw BusError() }
        return BusMessage(answer)
    }

    /// Asks for the messages that match a rule, from now on.
    func match(_ rule: String) throws(BusError) {
        try BusError.check(sd_bus_add_match(bus, nil, rule, nil, nil))
    }

    /// The next message that has come; nil if none has.
    func next() throws(BusError) -> BusMessage? {
        while true {
            var message: OpaquePointer?
            let hasWorked = try BusError.check(sd_bus_process(bus, &message)) > 0
            if let message { return BusMessage(message) }
            guard hasWorked else { return nil }
        }
    }

    /// Waits for a message.
    func wait() throws(BusError) { try BusError.check(sd_bus_wait(bus, .max)) }

    /// Whether a program has this name on the bus.
    func has(_ program: String) throws(BusError) -> Bool {
        let bus = "org.freedesktop.DBus"
        let method = BusMethod(
            program: bus, path: "/org/freedesktop/DBus", interface: bus, name: "NameHasOwner")
        return try call(method) { (call) throws(BusError) in try call.append(program) }.boolean()
    }
}

/// A message of a bus; what is read or appended is the next value.
struct BusMessage: ~Copyable {
    fileprivate let message: OpaquePointer

    fileprivate init(_ message: OpaquePointer) { self.message = message }

    deinit { sd_bus_message_unref(message) }

    func append(_ text: String) throws(BusError) {
        try BusError.check(sd_bus_message_append_basic(message, Self.string, text))
    }

    func append(_ boolean: Bool) throws(BusError) {
        // 32 bits on the bus.
        var value = CInt(boolean ? 1 : 0)
        try BusError.check(sd_bus_message_append_basic(message, Self.boolean, &value))
    }

    func append(_ texts: [String]) throws(BusError) {
        try BusError.check(sd_bus_message_open_container(message, Self.array, "s"))
        for text in texts { try append(text) }
        try BusError.check(sd_bus_message_close_container(message))
    }

    func isSignal(_ member: String, of interface: String) -> Bool {
        sd_bus_message_is_signal(message, interface, member) > 0
    }

    func text() throws(BusError) -> String {
        var text: UnsafePointer<CChar>?
        try BusError.check(sd_bus_message_read_basic(message, Self.string, &text))
        guard let text else { throw BusError() }
        return String(cString: text)
    }

    func boolean() throws(BusError) -> Bool { try number(Self.boolean) != 0 }

    func number() throws(BusError) -> UInt32 { try number(Self.number) }

    /// A number or a boolean, which has 32 bits on the bus, too.
    private func number(_ type: CChar) throws(BusError) -> UInt32 {
        var number = UInt32(0)
        try BusError.check(sd_bus_message_read_basic(message, type, &number))
        return number
    }

    /// Reads a dictionary whose entries have these types.
    func forEachEntry(
        _ types: String, _ body: () throws(BusError) -> Void
    ) throws(BusError) {
        try BusError.check(sd_bus_message_enter_container(message, Self.array, "{\(types)}"))
        while try BusError.check(sd_bus_message_enter_container(message, Self.entry, types)) > 0 {
            try body()
            try BusError.check(sd_bus_message_exit_container(message))
        }
        try BusError.check(sd_bus_message_exit_container(message))
    }

    /// Reads a value of any type, whose letters `read` gets.
    func variant<Value>(
        _ read: (String) throws(BusError) -> Value
    ) throws(BusError) -> Value {
        var types: UnsafePointer<CChar>?
        try BusError.check(sd_bus_message_peek_type(message, nil, &types))
        guard let types else { throw BusError() }
        try BusError.check(sd_bus_message_enter_container(message, Self.variant, types))
        let value = try read(String(cString: types))
        try BusError.check(sd_bus_message_exit_container(message))
        return value
    }

    /// Passes over values of these types.
    func skip(_ types: String) throws(BusError) {
        try BusError.check(sd_bus_message_skip(message, types))
    }

    /// The letters of the types. A `CChar` has a sign on x86-64, and may have none on arm64.
    private static let string = CChar(truncatingIfNeeded: UInt8(ascii: "s"))
    private static let boolean = CChar(truncatingIfNeeded: UInt8(ascii: "b"))
    private static let number = CChar(truncatingIfNeeded: UInt8(ascii: "u"))
    private static let array = CChar(truncatingIfNeeded: UInt8(ascii: "a"))
    private static let entry = CChar(truncatingIfNeeded: UInt8(ascii: "e"))
    private static let variant = CChar(truncatingIfNeeded: UInt8(ascii: "v"))
}
