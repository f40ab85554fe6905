public import Foundation

/// A decoder that pictures can take over: Tests/HostileDecode says what they can ask of it.
public enum HostileDecoder {
    public static var executable: URL { Program.testsFolder.appending(path: "hostile-decode") }

    /// `lenticule`, with it for its decoder.
    public static let program: URL = {
        let folder = Program.testsFolder.appending(path: "hostile")
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
