extension StringProtocol {
    /// The text safe for a terminal: characters that control the terminal or the text direction,
    /// and line ends, are escaped, as in `\u{1B}`.
    public var visible: String {
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isVisible {
                text.unicodeScalars.append(scalar)
            } else {
                text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: !properties.isBidiControl
        }
    }
}
