public import Foundation

/// A decoder that pictures can take over: Tests/HostileDecode says what they can ask of it.
public enum HostileDecoder {
    public static var executable: URL { build.appending(path: "hostile-decode") }

    private static var build: URL { Program.executable.deletingLastPathComponent() }

    /// `lenticule`, with it for its decoder.
    public static let program: URL = {
        let folder = build.appending(path: "hostile")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Links, for a copy that a test has just written may still be open in another test's child, and
        // then it cannot be run.
        for (name, file) in [("lenticule", Program.executable), ("lenticule-decode", executable)] {
            let place = folder.appending(path: name).path
            unlink(place)
            link(file.path, place)
        }
        return folder.appending(path: "lenticule")
    }()
}
