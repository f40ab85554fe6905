extension StringProtocol {
    /// The path as one word of a shell command that a user may copy; a program does not take it for
    /// an option.
    public var shellWord: String {
        let path = hasPrefix("-") ? "./\(self)" : String(self)
        let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "/._-".contains($0) }
        if isPlain && !path.isEmpty { return path }
        return "'\(path.replacing("'", with: "'\\''"))'"
    }
}
