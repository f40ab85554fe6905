import Foundation
import TestSupport
import Testing

/// The map of the source code names what is there.
@Suite struct SourceMapTests {
    private static let text =
        (try? String(contentsOfFile: Repository.path("docs/dev/development.md"), encoding: .utf8))
        ?? ""

    private func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: Repository.path(path))
    }

    @Test func `each file that it names exists`() {
        let paths = Self.text.matches(of: /`([\w+\/.-]+\/[\w+.-]+\.(swift|c|h|py))`/).map {
            "\($0.1)"
        }
        #expect(paths.count > 40)
        for path in paths { #expect(exists("Sources/\(path)") || exists(path), "\(path)") }
    }

    @Test func `it names each group and each module of Sources`() throws {
        let sources = Repository.path("Sources")
        for group in try FileManager.default.contentsOfDirectory(atPath: sources) {
            #expect(Self.text.contains("`\(group)`"), "\(group)")
            guard group != "Libraries" else { continue }
            let modules = try FileManager.default.contentsOfDirectory(atPath: "\(sources)/\(group)")
            // These modules are groups of their own.
            guard !["Doctor", "Playback", "Print", "Plot", "Web"].contains(group) else { continue }
            for module in modules { #expect(Self.text.contains("`\(module)`"), "\(module)") }
        }
    }

    @Test func `it is at most 200 lines long, with at most 25 words of this project`() {
        let lines = Self.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 201)
        let words = lines.drop { $0 != "| word | means |" }.dropFirst(2).prefix {
            $0.hasPrefix("|")
        }
        #expect((10...25).contains(words.count))
    }
}
