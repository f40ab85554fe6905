/// One thing that was looked at: how it stands, and what mends it.
public struct Finding: Sendable, Equatable, Codable {
    /// How it stands.
    public enum Mark: String, Sendable, Codable {
        /// As it should be.
        case ok
        /// Works, and is worth knowing.
        case note
        /// A live card does not work so.
        case problem
    }

    /// What was looked at, in a word or two.
    public var topic: String
    public var mark: Mark
    /// What was found; it says what to do with the remedies where that is not to run them.
    public var text: String
    /// Commands, or lines for the file that the text names.
    public var remedies: [String]

    public init(_ mark: Mark, _ topic: String, _ text: String, _ remedies: [String] = []) {
        (self.mark, self.topic, self.text, self.remedies) = (mark, topic, text, remedies)
    }
}

extension [Finding] {
    /// Whether a live card would work: nothing stands in its way.
    public var allowLiveCard: Bool { !contains { $0.mark == .problem } }
}
