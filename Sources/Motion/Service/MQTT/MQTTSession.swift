internal import CMosquitto
import Glibc
import Platform
import Synchronization
import SystemPackage

/// The calls of libmosquitto for one broker and topic; owns the handle.
///
/// Sendable: libmosquitto locks what `publish` and `loop` share (`mosquitto_threaded_set`).
struct MQTTSession: ~Copyable, @unchecked Sendable {
    private let handle: Handle
    private let address: MQTTAddress
    /// What libmosquitto's callbacks change, on the thread that runs `loop`; libmosquitto holds a
    /// pointer to it.
    private let state: MQTTConnectionState
    /// Bytes; a service's message is shorter than 1000.
    static let largestMessage = 1 << 16

    /// A session that is not connected yet: `mosquitto_new`. If its connection breaks, the broker
    /// publishes `will`.
    init(
        _ address: MQTTAddress, _ access: MQTTAccess, will: [UInt8]?, _ state: MQTTConnectionState
    ) throws(MQTTError) {
        let handle = try Handle(memory: Unmanaged.passUnretained(state).toOpaque())
        // This allows publishing while another thread runs `loop`.
        mosquitto_threaded_set(handle.pointer, true)
        handle.setCallbacks()
        try handle.authenticate(access)
        if address.isEncrypted || access.authorityFile != nil { try handle.encrypt(access) }
        if let will {
            try check(
                mosquitto_will_set(
                    handle.pointer, address.topic, Int32(will.count), will, 0, true),
                "leave a last will on \(address)")
        }
        self.handle = handle
        (self.address, self.state) = (address, state)
    }

    private var pointer: OpaquePointer { handle.pointer }

    /// Begins to connect: `mosquitto_connect_async`; it blocks only to look up the host's name.
    func connect() throws(MQTTError) {
        try check(
            mosquitto_connect_async(pointer, address.host, Int32(address.port), 10),
            "reach the broker at \(address.host):\(address.port)")
        state.traffic.withLock { $0 = .init() }
        // Libmosquitto reads until the socket's buffer is empty; a small buffer makes it return
        // early enough for `checkSize`.
        var size = CInt(4096)
        setsockopt(
            mosquitto_socket(pointer), SOL_SOCKET, SO_RCVBUF, &size, socklen_t(4))
    }

    /// Sends and receives for at most `milliseconds`: `mosquitto_loop`. Without traffic, a call
    /// takes at least `leastPause`, because libmosquitto may return at once each time.
    func loop(milliseconds: Int32) throws(MQTTError) {
        let (began, before) = (monotonicNow(), state.traffic.withLock { $0.packets })
        try check(mosquitto_loop(pointer, milliseconds, 1), "talk to the broker")
        try checkConnection()
        try checkSize()
        let isIdle = state.traffic.withLock { $0.packets == before }
        if isIdle, monotonicNow() < began + leastPause { usleep(useconds_t(leastPause / 1000)) }
    }

    /// Subscribes to the topic: `mosquitto_subscribe`.
    func subscribe() throws(MQTTError) {
        try check(
            mosquitto_subscribe(pointer, nil, address.topic, 0), "subscribe to \(address)")
    }

    /// Publishes the message on the topic, with `ending` after it; retained, at most once (QoS 0),
    /// because a newer state soon follows a lost one. Returns whether libmosquitto accepted it.
    func publish(_ message: [UInt8], topicEnding ending: String = "") -> Bool {
        mosquitto_publish(
            pointer, nil, address.topic + ending, Int32(message.count), message, 0, true)
            == MOSQ_ERR_SUCCESS.code
    }

    /// Disconnects, so that the broker drops the will: `mosquitto_disconnect`. Sends the unsent
    /// messages for at most `nanoseconds`.
    func disconnect(within nanoseconds: Int64) {
        let end = monotonicNow() + nanoseconds
        mosquitto_disconnect(pointer)
        while monotonicNow() < end, mosquitto_loop(pointer, 20, 1) == MOSQ_ERR_SUCCESS.code {}
    }

    /// Throws if the connection has ended; libmosquitto does not notice that if TLS was refused.
    private func checkConnection() throws(MQTTError) {
        let socket = mosquitto_socket(pointer)
        var entry = pollfd(fd: socket, events: 0, revents: 0)
        guard socket >= 0, poll(&entry, 1, 0) > 0 else { return }
        var byte = UInt8(0)
        guard recv(socket, &byte, 1, CInt(MSG_PEEK | MSG_DONTWAIT)) <= 0 else {
            return
        }
        throw MQTTError(
            operation: "talk to the broker", reason: reason(ofFailed: socket))
    }

    private func reason(ofFailed socket: CInt) -> String {
        var (code, size) = (CInt(0), socklen_t(4))
        getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &size)
        return code == 0 ? connectionEnd : Errno(rawValue: code).description
    }

    /// Throws if a message is larger than `largestMessage`, before all of it is in memory.
    private func checkSize() throws(MQTTError) {
        guard let bytes = bytesReceived(by: mosquitto_socket(pointer)) else { return }
        let whole = state.traffic.withLock { traffic in
            if traffic.hasReceived { (traffic.bytes, traffic.hasReceived) = (bytes, false) }
            return traffic.bytes
        }
        guard bytes > whole + UInt64(Self.largestMessage) else { return }
        throw MQTTError(
            operation: "listen to \(address.topic)",
            reason:
                "a message there is larger than \(Self.largestMessage) bytes, which no state is; "
                + "mosquitto_pub -r -n -t '\(address.topic)' clears it",
            isOfContent: true)
    }
}

/// The number of bytes received on a TCP connection; nil if the kernel does not give it.
private func bytesReceived(by socket: CInt) -> UInt64? {
    // struct tcp_info of linux/tcp.h: tcpi_bytes_received follows 8 bytes, 24 numbers of 4 bytes
    // and 3 of 8 bytes.
    var info = [UInt64](repeating: 0, count: 17)
    var size = socklen_t(info.count * 8)
    guard getsockopt(socket, CInt(IPPROTO_TCP), TCP_INFO, &info, &size) == 0, size == 136 else {
        return nil
    }
    return info[16]
}

/// libmosquitto's own client object, freed in `deinit`.
private struct Handle: ~Copyable {
    let pointer: OpaquePointer

    init(memory: UnsafeMutableRawPointer) throws(MQTTError) {
        mosquitto_lib_init()
        guard let pointer = mosquitto_new(nil, true, memory) else {
            throw MQTTError(
                operation: "make an MQTT client", reason: text(for: MOSQ_ERR_ERRNO.code))
        }
        self.pointer = pointer
    }

    deinit { mosquitto_destroy(pointer) }

    func setCallbacks() {
        mosquitto_connect_callback_set(pointer) { _, memory, code in
            MQTTConnectionState.at(memory)?.setAnswer(refusal: code == 0 ? nil : refusal(code))
        }
        mosquitto_subscribe_callback_set(pointer) { _, memory, _, count, granted in
            // MQTT 3.1.1, section 3.9.3: 128 is a failure.
            let isGranted = count == 1 && (granted?.pointee ?? 128) < 128
            MQTTConnectionState.at(memory)?.setSubscribed(isGranted: isGranted)
        }
        mosquitto_publish_callback_set(pointer) { _, memory, _ in
            MQTTConnectionState.at(memory)?.finishSending()
        }
        mosquitto_message_callback_set(pointer) { _, memory, message in
            guard let message = message?.pointee, message.payloadlen > 0 else { return }
            let bytes = UnsafeRawBufferPointer(
                start: message.payload, count: Int(message.payloadlen))
            MQTTConnectionState.at(memory)?.keep([UInt8](bytes))
        }
        // Only the log callback is called for each packet.
        mosquitto_log_callback_set(pointer) { _, memory, _, line in
            let isReceived = line.map { strstr($0, " received ") != nil } ?? false
            MQTTConnectionState.at(memory)?.traffic.withLock {
                $0.packets += 1
                $0.hasReceived = $0.hasReceived || isReceived
            }
        }
    }

    func authenticate(_ access: MQTTAccess) throws(MQTTError) {
        guard let user = access.user else { return }
        var secret: String?
        if let file = access.passwordFile { secret = try password(in: file) }
        try check(mosquitto_username_pw_set(pointer, user, secret), "use the MQTT user \(user)")
    }

    func encrypt(_ access: MQTTAccess) throws(MQTTError) {
        let file = access.authorityFile
        // Libmosquitto would report only "a TLS error", and only when it connects.
        if let file { try checkCertificates(in: file) }
        let folder = file == nil ? "/etc/ssl/certs" : nil
        let result = mosquitto_tls_set(pointer, file, folder, nil, nil, nil)
        try check(result, "trust the certificates in \(file ?? "/etc/ssl/certs")")
    }
}

extension MQTTConnectionState {
    /// The state at libmosquitto's pointer; the session that owns it runs `loop`.
    fileprivate static func at(_ memory: UnsafeMutableRawPointer?) -> MQTTConnectionState? {
        memory.map { Unmanaged<MQTTConnectionState>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// The first line of a password file.
private func password(in file: String) throws(MQTTError) -> String {
    let line = try content(of: file, for: "read the password").prefix { ![10, 13].contains($0) }
    guard line.isEmpty else { return String(decoding: line, as: UTF8.self) }
    throw MQTTError(
        operation: "read the password in \(file)",
        reason: "its first line is empty; the password belongs there", fileKind: .malformed)
}

private func checkCertificates(in file: String) throws(MQTTError) {
    let text = try content(of: file, for: "trust the certificates")
    guard !String(decoding: text, as: UTF8.self).contains("-----BEGIN ") else { return }
    throw MQTTError(
        operation: "trust the certificates in \(file)", reason: "it holds none in PEM",
        fileKind: .malformed)
}

private func content(of file: String, for operation: String) throws(MQTTError) -> [UInt8] {
    do {
        return try readFile(file)
    } catch {
        throw MQTTError(operation, error)
    }
}
