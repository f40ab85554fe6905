extension String {
    /// Padded with spaces at the end to this many characters.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }

    /// Padded with spaces at the start to this many characters.
    func aligned(to width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - count)) + self
    }
}
