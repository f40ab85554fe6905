import FoundationEssentials
import Platform

extension Encodable {
    /// The value as JSON with sorted keys in snake case; safe for a terminal.
    func json(_ formatting: JSONEncoder.OutputFormatting = .prettyPrinted) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [formatting, .sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let text = String(decoding: try encoder.encode(self), as: UTF8.self)
        return text.split(separator: "\n").map(\.printableInJSON).joined(separator: "\n")
    }
}

extension StringProtocol {
    /// Escapes what the encoder does not: control characters from U+007F on, line and paragraph
    /// separators, and characters that change the text direction. All are below U+10000.
    fileprivate var printableInJSON: String {
        unicodeScalars.map { scalar in
            let text = String(scalar)
            guard text.printable != text else { return text }
            return "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
        }.joined()
    }
}
