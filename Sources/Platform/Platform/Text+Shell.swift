extension StringProtocol {
    /// The path as one word of a shell command that a user may copy; a program does not take it for
    /// an option.
    public var shellWord: String {
        let path = hasPrefix("-") ? "./\(self)" : String(self)
        guard path.printable == path else { return path.wordWithEscapes }
        let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "/._-".contains($0) }
        if isPlain && !path.isEmpty { return path }
        return "'\(path.replacing("'", with: "'\\''"))'"
    }

    /// `$'...'`, in which the shell decodes the bytes of what is not printable.
    private var wordWithEscapes: String {
        let letters = unicodeScalars.map { scalar in
            let letter = String(scalar)
            if "'\\".contains(letter) { return "\\" + letter }
            guard letter.printable != letter else { return letter }
            return letter.utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        return "$'\(letters.joined())'"
    }
}
