extension StringProtocol {
    /// The text as one word of a shell command that a user may copy.
    public var shellWord: String {
        let isPlain = allSatisfy { $0.isLetter || $0.isNumber || "/._-".contains($0) }
        if isPlain && !isEmpty { return String(self) }
        return "'\(String(self).replacing("'", with: "'\\''"))'"
    }
}
