import FoundationEssentials
import Platform

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
        let odd = try? JSONDecoder().decode(OddNumber.self, from: Data(line))
        guard let field = odd?.field ?? (error as? DecodingError)?.field else {
            throw LineError("not a line of this protocol: not a JSON object")
        }
        throw LineError("\(field.printable) must be \(validValues[field] ?? "something else")")
    }
}

struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// The field of an object with a number that its type cannot hold, as 0.5 or 1e999: the error of
/// `JSONDecoder` does not name it.
private struct OddNumber: Decodable {
    let field: String?

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: AnyKey.self)
        field =
            values.allKeys.first { key in
                switch validValues[key.stringValue] {
                case "a whole number": (try? values.decode(Int64.self, forKey: key)) == nil
                case "three numbers", "four numbers":
                    (try? values.decode([Double].self, forKey: key)) == nil
                case let kind?:
                    kind.hasPrefix("a number")
                        && (try? values.decode(Double.self, forKey: key)) == nil
                case nil: false
                }
            }?.stringValue
    }
}

/// The valid values of the fields.
private let validValues = [
    "subscribe": "\"state\" or \"samples\"", "hz": "a number from 1 to 1000", "recenter": "true",
    "lenticule": "a whole number", "error": "a text", "lost": "a whole number",
    "timestamp_ns": "a whole number", "accel": "three numbers", "gyro": "three numbers",
    "rate": "three numbers", "q": "four numbers", "tilt_deg": "a number", "state": "a text",
    "back": "a number", "middle": "a number", "front": "a number",
    "version": "a text", "clock": "an object with a name", "sensors": "a list of texts",
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
