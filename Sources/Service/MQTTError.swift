internal import CMosquitto
import Glibc

/// Why something asked of a broker failed: one line for a person.
public struct MQTTError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What was tried, and on what, as in "reach the broker at pi:1883".
    public let operation: String
    /// Why it failed, and what mends it.
    public let reason: String
    /// The file that is to blame, if one is.
    public var file: String?

    public var description: String { "cannot \(operation): \(reason)" }
}

/// Turns libmosquitto's results into errors.
func check(_ result: Int32, _ operation: @autoclosure () -> String) throws(MQTTError) {
    guard result != MOSQ_ERR_SUCCESS.code else { return }
    throw MQTTError(operation: operation(), reason: words(for: result))
}

/// What a result of libmosquitto means; errno's own words where it refers to them.
func words(for result: Int32) -> String {
    let words =
        result == MOSQ_ERR_ERRNO.code
        ? String(cString: strerror(errno)) : String(cString: mosquitto_strerror(result))
    return words.last == "." ? String(words.dropLast()) : words
}

extension mosq_err_t {
    /// As functions return it.
    var code: Int32 { Int32(rawValue) }
}
