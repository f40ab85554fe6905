/// The folders in which cards are found by name, the first of them first.
public struct CardLibrary: Sendable, Equatable {
    public var roots: [String]

    public init(roots: [String]) { self.roots = roots }

    /// The user's cards, the machine's, and the repository's when run from it.
    public static func standard(environment: [String: String]) -> CardLibrary {
        let home = environment["HOME"].map { "\($0)/.local/share" }
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
        var roots = [data, "/usr/local/share", "/usr/share"].compactMap { $0 }.map {
            "\($0)/lenticule/cards"
        }
        if FileKind("Package.swift") == .file { roots.append("cards") }
        return CardLibrary(roots: roots)
    }

    /// The folder of the card that a person calls so: a path, else a name.
    public func folder(of card: String) throws(CardError) -> String {
        switch FileKind(card) {
        case .folder: return card
        case .file:
            if lastPart(of: card) == "card.toml" { return parent(of: card) }
            throw CardError(.malformed, "\(card): a file; a card is a folder")
        case .forbidden: throw CardError(forbidden: card)
        case .missing: break
        }
        if !card.isEmpty, !card.contains("/"),
            let found = roots.flatMap({ [$0, "\($0)/examples"] }).map({ "\($0)/\(card)" })
                .first(where: { FileKind($0) == .folder })
        {
            return found
        }
        let places = card.contains("/") ? "" : ", neither here nor in \(list(roots))"
        throw CardError(.missing, "\(card): there is no such card\(places)")
    }

    /// The folders of all cards, in the order in which keys go through them; where a name occurs
    /// twice, that of the first root.
    public var folders: [String] {
        var names: Set<String> = []
        return roots.flatMap { root in
            cards(in: root) + cards(in: "\(root)/examples")
        }.filter { names.insert(lastPart(of: $0)).inserted }
    }

    /// Every folder directly in `cards` but `examples` is a card.
    private func cards(in root: String) -> [String] {
        subfolders(of: root).filter { $0 != "examples" }.map { "\(root)/\($0)" }
    }

    private func parent(of path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }

    private func list(_ words: [String]) -> String { words.joined(separator: ", ") }
}
