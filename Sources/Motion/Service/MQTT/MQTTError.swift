internal import CMosquitto
import Glibc
public import Platform
import SystemPackage

/// Why an operation with a broker failed: one line for people.
public struct MQTTError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What was tried, and on what, as in "reach the broker at pi:1883".
    public let operation: String
    /// Why it failed, and the remedy.
    public let reason: String
    /// The kind of error of a file that the operation needs, if that is the reason.
    public var fileKind: ErrorKind?
    /// Whether a message on the topic is the reason, so that a new connection fails again.
    var isOfContent = false

    public var description: String { "cannot \(operation): \(reason)" }
}

extension MQTTError {
    /// The error of a file that an `operation` needs, as in "read the password".
    init(_ operation: String, _ error: FileError) {
        let path = error.path.isEmpty ? "\"\"" : error.path
        let reason = error.description.dropFirst("cannot read \(path): ".count)
        self.init(
            operation: "\(operation) in \(path)", reason: String(reason),
            fileKind: error.kind)
    }
}

/// Turns libmosquitto's results into errors.
func check(_ result: Int32, _ operation: @autoclosure () -> String) throws(MQTTError) {
    guard result != MOSQ_ERR_SUCCESS.code else { return }
    throw MQTTError(operation: operation(), reason: text(for: result))
}

/// The text for a result of libmosquitto; errno's text if the result refers to errno.
func text(for result: Int32) -> String {
    switch result {
    // Without errno the broker has closed the connection.
    case MOSQ_ERR_ERRNO.code where errno == 0: return connectionEnd
    case MOSQ_ERR_ERRNO.code: return Errno.last.description
    // For these two, the texts of libmosquitto 2.0 are only "Unknown error." and "Lookup error.".
    case MOSQ_ERR_KEEPALIVE.code: return "it does not answer"
    case MOSQ_ERR_EAI.code: return "there is no such host, or its name cannot be looked up now"
    default:
        let text = String(cString: mosquitto_strerror(result))
        return text.last == "." ? String(text.dropLast()) : text
    }
}

/// Why a connection failed for which the system has no error.
let connectionEnd = "it refuses or ends the connection"

/// Why a broker refuses a connection; MQTT 3.1.1, section 3.2.2.3.
func refusal(_ code: Int32) -> String {
    let text = String(cString: mosquitto_connack_string(code))
    let advice =
        switch code {
        case 4, 5:
            "; set mqtt.user and mqtt.password_file, or give the options of these names"
        default: ""
        }
    return (text.last == "." ? String(text.dropLast()) : text) + advice
}

extension mosq_err_t {
    /// The number that functions return.
    var code: Int32 { Int32(rawValue) }
}
