import Platform

extension String {
    /// The text as a quoted basic string of TOML; safe for a terminal.
    public var quotedForTOML: String {
        let escaped = unicodeScalars.map { scalar in
            let text = String(scalar)
            if scalar == "\"" || scalar == "\\" { return "\\" + text }
            guard text.printable != text else { return text }
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
        }
        return "\"\(escaped.joined())\""
    }

    /// `quotedForTOML`, shortened if it is too long for a line of a message.
    public var quotedShort: String {
        let text = quotedForTOML
        return text.count > 64 ? text.prefix(60) + "...\"" : text
    }
}

extension [String] {
    /// The keys as a dotted key of TOML, in which those that need quotes have them.
    var dottedForTOML: String {
        map { key in
            let isBare = key.allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0))
            }
            return isBare && !key.isEmpty ? key : key.quotedForTOML
        }.joined(separator: ".")
    }
}
