internal import CMosquitto
import Glibc
import Synchronization

/// A libmosquitto client; it is freed when this value's life ends.
struct MQTTClient: ~Copyable {
    /// What happens to a client; called on the thread that is in `loop`.
    final class Events: Sendable {
        let connected: @Sendable (_ refusal: String?) -> Void
        let sent: @Sendable () -> Void
        let received: @Sendable (_ payload: [UInt8]) -> Void

        init(
            connected: @escaping @Sendable (_ refusal: String?) -> Void,
            sent: @escaping @Sendable () -> Void,
            received: @escaping @Sendable (_ payload: [UInt8]) -> Void
        ) {
            (self.connected, self.sent, self.received) = (connected, sent, received)
        }
    }

    private let handle: Handle
    private let address: MQTTAddress
    /// The callbacks' memory.
    private let events: Events

    /// A client that is not connected yet: `mosquitto_new`.
    init(_ address: MQTTAddress, _ access: MQTTAccess, _ events: Events) throws(MQTTError) {
        let handle = try Handle(memory: Unmanaged.passUnretained(events).toOpaque())
        // Publishing is then allowed while another thread is in `loop`.
        mosquitto_threaded_set(handle.pointer, true)
        handle.setCallbacks()
        try handle.authenticate(access)
        if address.isEncrypted || access.authorityFile != nil { try handle.encrypt(access) }
        self.handle = handle
        (self.address, self.events) = (address, events)
    }

    private var pointer: OpaquePointer { handle.pointer }

    /// Begins to connect: `mosquitto_connect_async`; looking the host's name up may take its time.
    func connect() throws(MQTTError) {
        try check(
            mosquitto_connect_async(pointer, address.host, Int32(address.port), 10),
            "reach the broker at \(address.host):\(address.port)")
    }

    /// Sends and receives for at most `milliseconds`: `mosquitto_loop`.
    func loop(milliseconds: Int32) throws(MQTTError) {
        try check(mosquitto_loop(pointer, milliseconds, 1), "talk to the broker")
    }

    /// Asks for what the topic gets: `mosquitto_subscribe`.
    func subscribe() { mosquitto_subscribe(pointer, nil, address.topic, 0) }

    /// Puts the payload on the topic, and leaves it there for those who come later.
    ///
    /// At most once (QoS 0): the next state is worth more than the last. Whether it was taken.
    func publish(_ payload: [UInt8]) -> Bool {
        mosquitto_publish(
            pointer, nil, address.topic, Int32(payload.count), payload, 0, true)
            == MOSQ_ERR_SUCCESS.code
    }

    /// Takes leave: `mosquitto_disconnect`.
    func disconnect() { mosquitto_disconnect(pointer) }

}

/// Libmosquitto's own memory of a client.
private struct Handle: ~Copyable {
    let pointer: OpaquePointer

    init(memory: UnsafeMutableRawPointer) throws(MQTTError) {
        mosquitto_lib_init()
        guard let pointer = mosquitto_new(nil, true, memory) else {
            throw MQTTError(
                operation: "make an MQTT client", reason: words(for: MOSQ_ERR_ERRNO.code))
        }
        self.pointer = pointer
    }

    deinit { mosquitto_destroy(pointer) }

    func setCallbacks() {
        mosquitto_connect_callback_set(pointer) { _, memory, code in
            let words = String(cString: mosquitto_connack_string(code))
            MQTTClient.Events.at(memory)?.connected(code == 0 ? nil : words)
        }
        mosquitto_publish_callback_set(pointer) { _, memory, _ in
            MQTTClient.Events.at(memory)?.sent()
        }
        mosquitto_message_callback_set(pointer) { _, memory, message in
            guard let message = message?.pointee, message.payloadlen > 0 else { return }
            let bytes = UnsafeRawBufferPointer(
                start: message.payload, count: Int(message.payloadlen))
            MQTTClient.Events.at(memory)?.received([UInt8](bytes))
        }
    }

    func authenticate(_ access: MQTTAccess) throws(MQTTError) {
        guard let user = access.user else { return }
        var password: String?
        if let file = access.passwordFile {
            password = try firstLine(of: file, "read the password in \(file)")
        }
        try check(
            mosquitto_username_pw_set(pointer, user, password), "use the MQTT user \(user)")
    }

    func encrypt(_ access: MQTTAccess) throws(MQTTError) {
        let file = access.authorityFile
        // Libmosquitto only says "invalid".
        if let file { _ = try firstLine(of: file, "trust the certificates in \(file)") }
        let folder = file == nil ? "/etc/ssl/certs" : nil
        let result = mosquitto_tls_set(pointer, file, folder, nil, nil, nil)
        guard result != MOSQ_ERR_SUCCESS.code else { return }
        throw MQTTError(
            operation: "trust the certificates in \(file ?? "/etc/ssl/certs")",
            reason: words(for: result), file: file)
    }
}

extension MQTTClient.Events {
    /// The callbacks' memory as libmosquitto hands it back; the client that owns it is in `loop`.
    fileprivate static func at(_ memory: UnsafeMutableRawPointer?) -> MQTTClient.Events? {
        memory.map { Unmanaged<MQTTClient.Events>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// The first line of a file that is needed for `operation`.
private func firstLine(of file: String, _ operation: String) throws(MQTTError) -> String {
    guard let stream = fopen(file, "re") else {
        let reason = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
        throw MQTTError(operation: operation, reason: reason, file: file)
    }
    defer { fclose(stream) }
    var line = [CChar](repeating: 0, count: 1024)
    guard fgets(&line, Int32(line.count), stream) != nil else { return "" }
    let bytes = line.prefix { $0 != 0 && $0 != CChar(bitPattern: UInt8(ascii: "\n")) }
    return String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
