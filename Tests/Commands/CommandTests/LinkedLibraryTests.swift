import Foundation
import TestSupport
import Testing

/// The libraries of both programs, as they were built.
@Suite(.enabled(if: Stranger.isHere("readelf"), "readelf is not here (binutils)"))
struct LinkedLibraryTests {
    /// The libraries that read files of pictures.
    private let readers: Set<Substring> = [
        "libexif", "libgif", "librsvg-2", "libturbojpeg", "libwebp", "libwebpdemux",
    ]

    /// The names of the libraries that a program beside `lenticule`, or itself, is linked with, without
    /// their versions.
    private func libraries(of name: String) throws -> Set<Substring> {
        let program = Program.executable.deletingLastPathComponent().appending(path: name)
        let lines = try Stranger.run("readelf -d '\(program.path)'").split(separator: "\n")
        let names = lines.filter { $0.contains("(NEEDED)") }.compactMap {
            $0.split(separator: "[").last?.prefix { $0 != "." }
        }
        try #require(names.contains("libc"))
        return Set(names)
    }

    @Test func `the program has no library that reads pictures`() throws {
        #expect(try libraries(of: "lenticule").isDisjoint(with: readers))
    }

    @Test func `the program of the decoder process has all of them`() throws {
        #expect(try libraries(of: "lenticule-decode").isSuperset(of: readers))
    }
}
