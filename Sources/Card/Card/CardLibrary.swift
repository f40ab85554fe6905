import Platform
import SystemPackage
import TOML

/// The folders in which cards are searched by name, in order.
public struct CardLibrary: Sendable, Equatable {
    public var roots: [String]

    public init(roots: [String]) { self.roots = roots }

    /// The folders of the user's cards, of the cards below `prefix`, /usr/local and /usr, and
    /// `cards` in the working directory if it has a Package.swift, as the repository has, and else
    /// in `repository`.
    public static func standard(
        environment: [String: String], prefix: String? = nil, repository: String? = nil
    ) -> CardLibrary {
        let home = environment["HOME"].map { "\($0)/.local/share" }
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
        var shares = [data].compactMap { $0 }
        for prefix in [prefix, "/usr/local", "/usr"] {
            if let share = prefix.map({ "\($0)/share" }), !shares.contains(share) {
                shares.append(share)
            }
        }
        var roots = shares.map { "\($0)/lenticule/cards" }
        if FileKind("Package.swift") == .file {
            roots.append("cards")
        } else if let repository {
            roots.append("\(repository)/cards")
        }
        return CardLibrary(roots: roots)
    }

    /// The folder of the card with this path, or else with this name. Throws if there is none.
    public func folder(of card: String) throws(CardError) -> String {
        switch FileKind(card) {
        case .folder: return card
        case .file where card.lastPathPart == "card.toml": return card.pathFolder
        case .file, .special:
            throw CardError(
                .malformed, "cannot read the card \(card): it must be a folder, or its card.toml")
        case .forbidden: throw CardError(FileError("read", card, .permissionDenied))
        case .missing: break
        }
        if let found = folder(named: card) { return found }
        let advice = card.contains("/") ? "" : "; \(advice(card))"
        throw CardError(.missing, "there is no card \"\(card)\"\(advice)")
    }

    /// The folder of the card with this name; nil if there is none.
    public func folder(named name: String) -> String? {
        guard !["", ".", ".."].contains(name), !name.contains("/") else { return nil }
        let places = roots.flatMap { [$0, "\($0)/examples"] }.map { "\($0)/\(name)" }
        return places.first(where: isFolder)
    }

    /// The cards that lie in the same folder as the one at this path; this library for a name.
    public func beside(_ card: String) -> CardLibrary {
        guard folder(named: card) == nil, let folder = try? folder(of: card) else { return self }
        return CardLibrary(roots: [(realPath(folder) ?? folder).pathFolder])
    }

    /// The folders of the cards that the arrow keys show, in their order; of two cards with one name,
    /// the first root's. Without cards that have `listed = false`.
    public var folders: [String] {
        var names: Set<String> = []
        return roots.flatMap { root in
            cards(in: root) + cards(in: "\(root)/examples")
        }.filter { names.insert($0.lastPathPart).inserted && isListed($0) }
    }

    /// A card that cannot be read is listed, so that its viewer is told why.
    private func isListed(_ folder: String) -> Bool {
        (try? TOMLTable(file: "\(folder)/card.toml"))?["listed"]?.content != .boolean(false)
    }

    /// The cards in `root`: every folder directly in it except `examples` and hidden ones.
    private func cards(in root: String) -> [String] {
        subfolders(of: root).filter { $0 != "examples" }.map { "\(root)/\($0)" }
    }

    /// What to give instead of a name that no card has.
    private func advice(_ card: String) -> String {
        let names = folders.map(\.lastPathPart)
        if names.isEmpty { return "\(Self.installation), or give a card's folder" }
        let near = nearest(to: card, of: names).map { "the nearest is \($0)" }
        return near ?? "give a card's folder, or one of \(names.joined(separator: ", "))"
    }

    /// What to do where there are no cards.
    public static let installation =
        "no cards are installed: run make install in the folder of Lenticule's source code"
}
