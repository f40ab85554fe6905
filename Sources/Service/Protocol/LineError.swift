import FoundationEssentials
import System

/// An invalid line of the protocol; the text describes the error.
public struct LineError: Error, Equatable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}

/// Reads a line as JSON.
func decode<Content: Decodable>(_ line: some Sequence<UInt8>) throws(LineError) -> Content {
    do {
        return try JSONDecoder().decode(Content.self, from: Data(line))
    } catch let error as LineError {
        throw error
    } catch {
        guard let field = (error as? DecodingError)?.field else {
            throw LineError("not a line of this protocol: not a JSON object")
        }
        throw LineError("\(field.printable) must be \(validValues[field] ?? "something else")")
    }
}

/// The valid values of the fields.
private let validValues = [
    "subscribe": "\"state\" or \"samples\"", "hz": "a number from 1 to 1000", "recenter": "true",
    "lenticule": "a whole number", "error": "a text", "lost": "a whole number",
    "timestamp_ns": "a whole number", "accel": "three numbers", "gyro": "three numbers",
    "rate": "three numbers", "q": "four numbers", "tilt_deg": "a number", "state": "a text",
    "back": "a number", "middle": "a number", "front": "a number",
    "restart": "true or false", "restarts": "a whole number",
    "device": "a text, in a state line one of "
        + SensorState.allCases.map(\.rawValue).joined(separator: ", "),
]

extension DecodingError {
    /// The field that is missing or has a value of the wrong type; nil if the line is no JSON
    /// object.
    fileprivate var field: String? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            context.codingPath.first?.stringValue
        case .keyNotFound(let key, let context): (context.codingPath.first ?? key).stringValue
        @unknown default: nil
        }
    }
}
