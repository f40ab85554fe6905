public import Foundation

/// Files of the checkout that the tests were built from.
public enum Repository {
    public static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The path of a file or a folder, by its path from the top of the checkout.
    public static func path(_ name: String) -> String { root.appending(path: name).path }
}
