public import Foundation

/// Files of the checkout that the tests were built from.
public enum Repository {
    public static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The paths of the card.toml of all cards and examples, in order.
    public static var cardFiles: [String] {
        let files = FileManager.default.enumerator(
            at: root.appending(path: "cards"), includingPropertiesForKeys: nil)
        return (files?.allObjects as? [URL] ?? []).map(\.path)
            .filter { $0.hasSuffix("/card.toml") }.sorted()
    }

    /// The folders of all cards and examples, in order.
    public static var cardFolders: [String] {
        cardFiles.map { String($0.dropLast("/card.toml".count)) }
    }

    /// The path of a file or a folder, by its path from the top of the checkout.
    public static func path(_ name: String) -> String { root.appending(path: name).path }
}
