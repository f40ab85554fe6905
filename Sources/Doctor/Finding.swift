/// The result of one check, and its remedies.
public struct Finding: Sendable, Equatable, Codable {
    /// How severe a finding is.
    public enum Severity: String, Sendable, Codable {
        /// Works as intended.
        case ok
        /// Worth knowing; it does not prevent a live card, which is one that a sensor tilts.
        case note
        /// Prevents a live card.
        case problem
    }

    /// The subject, in a word or two.
    public var topic: String
    public var severity: Severity
    /// The result; says how to use the remedies if they are not commands.
    public var text: String
    /// Commands, or lines for the file named in the text.
    public var remedies: [String]

    private enum CodingKeys: String, CodingKey {
        case topic, text, remedies
        case severity = "mark"
    }

    public init(
        _ severity: Severity, _ topic: String, _ text: String, _ remedies: [String] = []
    ) {
        (self.severity, self.topic) = (severity, topic)
        (self.text, self.remedies) = (text, remedies)
    }
}

extension [Finding] {
    /// Whether a live card works: there is no problem.
    public var allowLiveCard: Bool { !contains { $0.severity == .problem } }
}
