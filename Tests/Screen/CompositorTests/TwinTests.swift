import Foundation
import TestSupport
import Testing

/// Code of the processor and of OpenGL that does the same names each other.
@Suite struct TwinTests {
    private static let folder = Repository.path("Sources/Screen/Compositor")

    /// The texts of the source files by the names of the files, and of the folders they lie in.
    private static let files: [String: (folder: String, text: String)] = {
        var files: [String: (folder: String, text: String)] = [:]
        for path in FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String })
            ?? []
        where path.hasSuffix(".swift") {
            let url = URL(fileURLWithPath: "\(folder)/\(path)")
            // Comments go on over the ends of lines.
            let text = ((try? String(contentsOf: url, encoding: .utf8)) ?? "")
                .replacing("\n///", with: "")
            files[url.deletingPathExtension().lastPathComponent] = (
                url.deletingLastPathComponent().lastPathComponent, text
            )
        }
        return files
    }()

    @Test func `what has a twin with OpenGL is named by it`() {
        var count = 0
        for (name, file) in Self.files {
            for match in file.text.matches(of: #/ith OpenGL: `(\w+)`/#) {
                let twin = Self.files[String(match.1)]
                #expect(twin?.folder == "GL", "\(name) names \(match.1)")
                #expect(twin?.text.contains("`\(name)`") == true, "\(match.1) names \(name)")
                count += 1
            }
        }
        #expect(count > 10)
    }

    /// The program around a card's own shader has none: its text is in the driver's language.
    private static let alone = ["GLShaderProgram"]

    @Test func `each file with a shader names its twin`() {
        for (name, file) in Self.files
        where file.folder == "GL" && file.text.contains("gl_FragColor")
            && !Self.alone.contains(name)
        {
            guard let match = file.text.firstMatch(of: #/n the processor: `(\w+)`/#) else {
                Issue.record("\(name) names no twin")
                continue
            }
            let twin = Self.files[String(match.1)]
            #expect(twin?.text.contains("`\(name)`") == true, "\(match.1) names \(name)")
        }
    }
}
