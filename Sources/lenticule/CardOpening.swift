import Card
import FoundationEssentials

/// The card that a person asked for: pictures of their own, a path, or a name.
func openCard(_ name: String, pictures: [String] = []) throws(Failure) -> Card {
    do {
        if !pictures.isEmpty { return try Card(pictures: pictures) }
        return try Card(folder: try CardLibrary.installed.folder(of: name))
    } catch {
        throw Failure(error)
    }
}

extension CardLibrary {
    /// The cards of this user and machine.
    static var installed: CardLibrary {
        standard(environment: ProcessInfo.processInfo.environment)
    }
}

extension Failure {
    /// A card that cannot be shown.
    init(_ error: CardError) {
        let status: Status =
            switch error.reason {
            case .missing: .missingFile
            case .unreadable: .permission
            case .malformed: .badInput
            }
        self.init(status, error.description)
    }
}
