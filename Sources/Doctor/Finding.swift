/// The result of one check, and its remedies.
public struct Finding: Sendable, Equatable, Codable {
    /// The severity.
    public enum Mark: String, Sendable, Codable {
        /// Works as intended.
        case ok
        /// Works, and is worth knowing.
        case note
        /// Prevents a live card.
        case problem
    }

    /// The subject, in a word or two.
    public var topic: String
    public var mark: Mark
    /// The result; says how to use the remedies if they are not commands.
    public var text: String
    /// Commands, or lines for the file named in the text.
    public var remedies: [String]

    public init(_ mark: Mark, _ topic: String, _ text: String, _ remedies: [String] = []) {
        (self.mark, self.topic, self.text, self.remedies) = (mark, topic, text, remedies)
    }
}

extension [Finding] {
    /// Whether a live card works: there is no problem.
    public var allowLiveCard: Bool { !contains { $0.mark == .problem } }
}
