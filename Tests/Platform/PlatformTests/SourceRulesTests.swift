import Foundation
import TestSupport
import Testing

/// What the sources may not contain: faults of such kinds were found once, each in several places.
@Suite struct SourceRulesTests {
    /// Words of code that are allowed in few files, or in none.
    struct Rule: CustomTestStringConvertible, Sendable {
        /// What is looked for in each line, comments left out.
        let pattern: String
        /// What to use instead.
        let instead: String
        /// Paths below `Sources` where it may stand, each with its reason. `Platform` needs none.
        var exceptions: [String: String] = [:]

        var testDescription: String { pattern }
    }

    static let rules = [
        Rule(
            pattern: #"\bstrerror\("#, instead: "Platform: Errno says what went wrong",
            exceptions: ["Motion/Service/MQTT/MQTTSession.swift": "a socket's error is no errno"]),
        Rule(pattern: #"\b(opendir|readdir|scandir)\("#, instead: "Platform: names(inFolder:)"),
        Rule(
            pattern: #"\b(fopen|fdopen|freopen)\("#, instead: "Platform: readFile, OutputFile",
            exceptions: [
                "Pictures/PictureFormats/FileStream.swift": "libraries of C read from a FILE"
            ]),
        Rule(pattern: #"\bclock_gettime\("#, instead: "Platform: monotonicNow"),
        Rule(
            pattern: #"\b(usleep|nanosleep)\("#,
            instead: "a wait that an event ends; Platform: Backoff says how long it may be",
            exceptions: [
                "Motion/Gamepad/GamepadSource.swift": "SDL has no event for a sensor",
                "Motion/MotionLog/Pacer.swift": "a log is played as fast as it was recorded",
                "Motion/Service/MQTT/MQTTSession.swift":
                    "the least pause of a loop that has nothing to do",
            ]),
        Rule(pattern: #"\bumask\("#, instead: "a mode: the mask is that of all threads"),
        Rule(
            pattern: #"\bfchmodat\((?!.*NOFOLLOW)"#,
            instead: "fchmod, or AT_SYMLINK_NOFOLLOW: a link may lead anywhere"),
        Rule(pattern: #"\b(stderr|stdout) = "#, instead: "a descriptor: the name is all threads'"),
        Rule(pattern: #"\bfunc writeAll\b"#, instead: "Platform: OpenFile, OutputFile"),
        Rule(
            pattern: #"\bwithUnsafe\w*\s*\{\s*\$0\.baseAddress!?[^}]*\}"#,
            instead: "Platform: OwnedBuffer, whose address stays, or the work within the closure"),
        Rule(pattern: #"\btry!|\bas!|\bfatalError\("#, instead: "an error that is thrown"),
    ]

    @Test(arguments: rules)
    func `no file of Sources has it but those that are named`(rule: Rule) throws {
        let expression = try NSRegularExpression(pattern: rule.pattern)
        let files = Self.code.filter { rule.exceptions[$0.path] == nil }
        let found = files.flatMap { file in
            file.lines.filter { expression.finds($0.text) }
                .map { "Sources/\(file.path):\($0.number): \($0.text)" }
        }
        #expect(found.isEmpty, "\(rule.instead)\n\(found.joined(separator: "\n"))")
    }

    @Test func `the environment is set before the decoder's thread reads it`() throws {
        let places = Self.code.compactMap { file in
            let calls = ["WindowScreen.prepare", "PictureDecoder.startEarly()"]
            let lines = calls.compactMap { call in file.lines.first { $0.text.contains(call) } }
            return lines.count == 2 ? (file.path, lines.map(\.number)) : nil
        }
        #expect(places.count == 2)
        for (path, lines) in places { #expect(lines[0] < lines[1], "Sources/\(path)") }
    }

    /// A file of `Sources`, without its comments.
    private struct File {
        let path: String
        let lines: [(number: Int, text: String)]
    }

    /// All Swift files but those of `Platform`.
    private static let code: [File] = {
        let sources = Repository.root.appending(path: "Sources")
        let files = FileManager.default.enumerator(atPath: sources.path)?.compactMap {
            $0 as? String
        }
        return (files ?? []).sorted().filter {
            $0.hasSuffix(".swift") && !$0.hasPrefix("Platform/Platform/")
        }.map { path in
            let text =
                (try? String(contentsOf: sources.appending(path: path), encoding: .utf8)) ?? ""
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(
                String.init)
            let code = zip(1..., lines).filter {
                !$0.1.drop { $0 == " " }.hasPrefix("//")
            }
            return File(path: path, lines: code.map { (number: $0.0, text: $0.1) })
        }
    }()
}

extension NSRegularExpression {
    fileprivate func finds(_ text: String) -> Bool {
        firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }
}
