public import Foundation

/// A decoder that pictures can take over: Tests/HostileDecode says what they can ask of it.
public enum HostileDecoder {
    public static var executable: URL {
        Program.executable.deletingLastPathComponent().appending(path: "hostile-decode")
    }

    /// A copy of `lenticule` that has it for its decoder.
    public static func program(in folder: TemporaryFolder) throws -> URL {
        let program = folder.file("lenticule")
        try FileManager.default.copyItem(at: Program.executable, to: program)
        try FileManager.default.copyItem(at: executable, to: folder.file("lenticule-decode"))
        return program
    }
}
