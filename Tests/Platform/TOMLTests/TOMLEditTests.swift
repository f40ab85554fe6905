import Foundation
import TOML
import TestSupport
import Testing

@Suite struct TOMLEditTests {
    private func document(_ text: String) throws -> TOMLDocument {
        try TOMLDocument(Array(text.utf8), file: "card.toml")
    }

    private func edited(
        _ text: String, _ path: TOMLPath, _ value: String, after: [String] = []
    ) throws -> String {
        var document = try document(text)
        try document.set(path, to: value, after: after)
        return String(decoding: document.bytes, as: UTF8.self)
    }

    @Test(
        arguments: [
            ("x = 1 # one\ny=2", ["x"], "1.50", "x = 1.50 # one\ny=2"),
            ("x = [ 1, [2,\n 3] ]\n", ["x", 1, 1], "-4", "x = [ 1, [2,\n -4] ]\n"),
            ("x = [\n  [1],\n  [2],\n]", ["x", 0], "[3]", "x = [\n  [3],\n  [2],\n]"),
            (
                "a.b . c = { d = 'ü', e = 2 }", ["a", "b", "c", "e"], "3",
                "a.b . c = { d = 'ü', e = 3 }"
            ),
            ("\u{FEFF}x = 1", ["x"], "2", "\u{FEFF}x = 2"),
            ("s = \"\"\"a\r\nb\"\"\"\r\n", ["s"], "\"c\"", "s = \"c\"\r\n"),
            ("[[l]]\nx = 1\n[[l]]\nx = 2\n", ["l", 1, "x"], "3", "[[l]]\nx = 1\n[[l]]\nx = 3\n"),
            (
                "[style.\"a b\"]\nx = 1", ["style", "a b", "x"], "{ y = 1 }",
                "[style.\"a b\"]\nx = { y = 1 }"
            ),
            ("x = []", ["x"], "[\n1,\n2\n]", "x = [\n1,\n2\n]"),
        ] as [(String, TOMLPath, String, String)])
    func `a value is replaced, and nothing else`(
        text: String, path: TOMLPath, value: String, expected: String
    ) throws {
        #expect(try edited(text, path, value) == expected)
    }

    @Test(
        arguments: [
            ("", ["k"], "k = 0\n"),
            ("\u{FEFF}# Mine.\nx = 1", ["k"], "\u{FEFF}# Mine.\nk = 0\nx = 1"),
            ("a = 1 # one\nz = 2\n", ["k"], "a = 1 # one\nk = 0\nz = 2\n"),
            ("a = [\n1,\n] # one\r\nz = 2\r\n", ["k"], "a = [\n1,\n] # one\nk = 0\r\nz = 2\r\n"),
            ("a = 1\r\nz = 2\r\n", ["k"], "a = 1\r\nk = 0\r\nz = 2\r\n"),
            ("a = 1", ["k"], "a = 1\nk = 0"),
            ("[t] # mine\nz = 1\n[u]", ["t", "k"], "[t] # mine\nk = 0\nz = 1\n[u]"),
            ("[t]\n  a = 1\n\n[u]", ["t", "k"], "[t]\n  a = 1\n  k = 0\n\n[u]"),
            ("[[t]]\n[[t]]\na.x = 1\nz = 2", ["t", 1, "k"], "[[t]]\n[[t]]\na.x = 1\nk = 0\nz = 2"),
            ("[t]\nb = 1\n[t.a]\nz = 2\n", ["t", "k"], "[t]\nb = 1\nk = 0\n[t.a]\nz = 2\n"),
            ("t = { a = 1, z = 2 }", ["t", "k"], "t = { a = 1, k = 0, z = 2 }"),
            ("t = { z = 2 }", ["t", "k"], "t = { k = 0, z = 2 }"),
            ("t = {}", ["t", "k"], "t = { k = 0 }"),
            ("l = [{ a = 1 }, { z = 2 }]", ["l", 0, "k"], "l = [{ a = 1, k = 0 }, { z = 2 }]"),
            ("t.a = 1 # one\nz = 2", ["t", "k"], "t.a = 1 # one\nt.k = 0\nz = 2"),
            ("[u]\nt.a.b = 1\nz = 2", ["u", "t", "a", "k"], "[u]\nt.a.b = 1\nt.a.k = 0\nz = 2"),
            ("u = { t.z = 1, z = 2 }", ["u", "t", "k"], "u = { t.z = 1, t.k = 0, z = 2 }"),
        ] as [(String, TOMLPath, String)])
    func `a key comes after those that it should follow`(
        text: String, path: TOMLPath, expected: String
    ) throws {
        #expect(try edited(text, path, "0", after: ["a", "b"]) == expected)
    }

    @Test(
        arguments: [
            (["x"], "1 # one", "\"1 # one\" is no value"), (["x"], "1\ny = 2", "is no value"),
            (["x"], "", "\"\" is no value"), (["x"], "yes", "is no value"),
            (["x"], " 1", "is no value"),
            (["t"], "1", "there is no place for t"), (["list"], "1", "there is no place for list"),
            (["list", 1, "x"], "1", "there is no place for list[2].x"),
            (["x", "y"], "1", "there is no place for x.y"),
            (["no", "key"], "1", "there is no place for no.key"),
        ] as [(TOMLPath, String, String)])
    func `what cannot be edited is said, and nothing changes`(
        path: TOMLPath, value: String, message: String
    ) throws {
        let text = "x = 5\n[t]\ny = 1\n[[list]]\n"
        var document = try document(text)
        let error = #expect(throws: TOMLError.self) { try document.set(path, to: value) }
        #expect(error?.message.hasSuffix(message) == true, "\(error!)")
        #expect(document.bytes == Array(text.utf8))
    }

    // Random edits of the cards that come with the program.

    /// An edit, as Tests/Judges/toml_edits.py reads it.
    private struct Edit: Encodable {
        var before: String
        var after: String
        var path: [Step]
        var text: String

        /// A key or an index.
        struct Step: Encodable {
            let step: TOMLPath.Step

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch step {
                case .key(let key): try container.encode(key)
                case .index(let index): try container.encode(index)
                }
            }
        }
    }

    /// LENTICULE_EDITS=100000 does so many.
    private static let wanted =
        ProcessInfo.processInfo.environment["LENTICULE_EDITS"].flatMap { Int($0) } ?? 300
    /// How many of them Python reads.
    private static let judged = 200

    private static func cards() throws -> [TOMLDocument] {
        try Repository.cardFiles.map { try TOMLDocument(file: $0) }
    }

    /// Edits documents at random, each one again and again, and checks each edit: the document is valid,
    /// means the same but for the value, and has the same bytes outside of it.
    @Test(.timeLimit(.minutes(60)))
    func `random edits of cards change one value`() throws {
        var random = RandomEdits(seed: 7)
        var (documents, edits, refused) = (try Self.cards(), [Edit](), 0)
        try #require(documents.count > 20)
        for number in 0..<Self.wanted {
            let index = random.below(documents.count)
            let (before, table) = (documents[index], try documents[index].table())
            guard let path = random.path(in: table, of: before) else { continue }
            let (text, old) = (random.value(depth: 0), try before.text(at: path))
            let keys = path.parent.flatMap { $0.steps.isEmpty ? table.entries : table[$0]?.entries }
            do throws(TOMLError) {
                try documents[index].set(path, to: text, after: random.some(keys?.map(\.key) ?? []))
            } catch {
                // A table that only headers of others make, as [style.a] makes style, takes no keys.
                #expect(old == nil && documents[index] == before, "\(error)")
                refused += 1
                continue
            }
            let after = documents[index]
            let new = try after.table()
            #expect(try after.text(at: path) == text)
            #expect(table.means(new, exceptAt: path))
            #expect(isOnlyChange(before.bytes, after.bytes, old ?? "", text, added: old == nil))
            if number < Self.judged {
                edits.append(
                    Edit(
                        before: before.text, after: after.text,
                        path: path.steps.map(Edit.Step.init), text: text))
            }
            if after.bytes.count > 60_000 { documents = try Self.cards() }
        }
        #expect(refused < Self.wanted / 50)
        try judge(edits)
    }

    /// Whether the bytes before and after one place are the same; what was added has at most 200 bytes
    /// beside the value.
    private func isOnlyChange(
        _ before: [UInt8], _ after: [UInt8], _ old: String, _ new: String, added: Bool
    ) -> Bool {
        let start = before.commonPrefix(after)
        let rest = min(before.count, after.count) - start
        let end = min(rest, Array(before.reversed()).commonPrefix(Array(after.reversed())))
        let (gone, come) = (before.count - start - end, after.count - start - end)
        let growth = after.count - before.count - (new.utf8.count - old.utf8.count)
        return gone <= old.utf8.count && come <= new.utf8.count + (added ? 200 : 0)
            && (added ? 0...200 : 0...0).contains(growth)
    }

    private func judge(_ edits: [Edit]) throws {
        let folder = TemporaryFolder()
        let encoder = JSONEncoder()
        let lines = try edits.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        let file = folder.file("edits")
        try lines.joined(separator: "\n").write(to: file, atomically: false, encoding: .utf8)
        let judge = Repository.path("Tests/Judges/toml_edits.py")
        let output = try Stranger.run("python3 '\(judge)' < '\(file.path)'")
        #expect(output == "\(edits.count)\n")
    }
}

extension [UInt8] {
    /// How many bytes at the beginning are the same.
    fileprivate func commonPrefix(_ other: [UInt8]) -> Int {
        var (same, different) = (0, Swift.min(count, other.count) + 1)
        while different - same > 1 {
            let middle = (same + different) / 2
            if memcmp(self, other, middle) == 0 { same = middle } else { different = middle }
        }
        return same
    }
}

extension TOMLDocument {
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension TOMLValue {
    fileprivate var entries: [TOMLTable.Entry]? {
        if case .table(let table) = content { table.entries } else { nil }
    }
}

/// Makes random values, and finds random places for them.
private struct RandomEdits {
    private var state: UInt64

    init(seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

    mutating func below(_ limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(limit))
    }

    /// The place of a value with a text, or in one edit of five a place for a new key; nil if what it
    /// chose has no text.
    mutating func path(in table: TOMLTable, of document: TOMLDocument) -> TOMLPath? {
        let paths = table.paths
        let path = paths[below(paths.count)]
        if below(5) == 0, table[path]?.entries != nil {
            return path.appending(.key(["new", "a key", "ü", "x-1", ""][below(5)]))
        }
        return (try? document.text(at: path)) == nil ? nil : path
    }

    mutating func some(_ keys: [String]) -> [String] { keys.filter { _ in below(2) == 0 } }

    mutating func value(depth: Int) -> String {
        switch below(depth < 3 ? 12 : 9) {
        case 0: "\(below(2000) - 1000)"
        case 1: "\(Double(below(200_000)) / 1000 - 100)"
        case 2: ["1e300", "-0.0", "inf", "nan", "0xFF_0", "1_000.5e-3"][below(6)]
        case 3: ["true", "false"][below(2)]
        case 4: ["1979-05-27T07:32:00Z", "07:32:00.5", "1979-05-27"][below(3)]
        case 5: ["\"\"", "\"a \\\"b\\\" # c\"", "\"ü😀\\u00e9\"", "\"\\\\\""][below(4)]
        case 6: ["'c:\\d'", "'# no comment'", "'[[layer]]'"][below(3)]
        case 7:
            ["\"\"\"\nx = 1\n[[layer]]\n\"\"\"", "'''\n\n[style]'''", "\"\"\"a\\\n  b\"\"\""][
                below(3)]
        case 8: ["[]", "{}", "[ ]", "[\n]"][below(4)]
        case 9: "[\((0..<below(4)).map { _ in value(depth: depth + 1) }.joined(separator: ", "))]"
        case 10: "[\n  \(value(depth: depth + 1)), # ü\n]"
        default: "{ a.b = \(value(depth: depth + 1)), \"c d\" = \(value(depth: depth + 1)) }"
        }
    }
}
