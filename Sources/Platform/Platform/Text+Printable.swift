extension StringProtocol {
    /// The text safe for a terminal: characters that control the terminal or the text direction,
    /// and line ends, are escaped, as in `\u{1B}`.
    public var printable: String {
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isPrintable {
                text.unicodeScalars.append(scalar)
            } else {
                text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    fileprivate var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: !properties.isBidiControl
        }
    }
}
