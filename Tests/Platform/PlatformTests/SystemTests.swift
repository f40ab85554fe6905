import Foundation
import Platform
import TestSupport
import Testing

@Suite struct `What comes from outside` {
    @Test(arguments: [
        ("plain", "plain"), ("Grüße 日本", "Grüße 日本"),
        ("\u{1B}]52;c;YQ==\u{7}", "\\u{1B}]52;c;YQ==\\u{7}"),
        ("a\nb\r\u{85}\u{2028}", "a\\u{A}b\\u{D}\\u{85}\\u{2028}"), ("\u{202E}gpj", "\\u{202E}gpj"),
        ("e\u{301} 👩‍🚀", "e\u{301} 👩‍🚀"),
    ])
    func `is spelled out where a terminal would obey it`(text: String, printable: String) {
        #expect(text.printable == printable)
    }

    @Test(arguments: [
        (1.4, 1), (1.5, 2), (-1e300, .min), (1e300, .max), (.infinity, .max), (-.infinity, .min),
        (.nan, 0),
        (9.3e18, .max),
    ])
    func `is a whole number, whatever it was`(value: Double, whole: Int) {
        #expect(Int(saturating: value) == whole)
    }

    @Test func `is a bounded time`() {
        #expect(Duration.seconds(saturating: 1.5) == .milliseconds(1500))
        #expect(Duration.seconds(saturating: .infinity) == .seconds(3_155_760_000))
        #expect(Duration.seconds(saturating: -.infinity) == .zero)
        #expect(Duration.seconds(saturating: .nan) == .zero)
    }
}

@Suite struct `Reading a file` {
    private let folder = TemporaryFolder()

    @Test func `gives its beginning`() throws {
        let path = folder.write("a", "text")
        #expect(try readFile(path) == Array("text".utf8))
        #expect(try readFile(path, atMost: 2) == Array("te".utf8))
        #expect(FileKind(path) == .file)
        #expect(FileKind(folder.path) == .folder)
        #expect(try names(inFolder: folder.path) == ["a"])
    }

    @Test func `refuses what is none`() throws {
        let pipe = folder.file("pipe").path
        mkfifo(pipe, 0o600)
        symlink("loop", folder.file("loop").path)
        for (path, kind, words) in [
            (pipe, ErrorKind.malformed, "it is a pipe or a device, not a file"),
            (folder.path, .malformed, "it is a folder"),
            (folder.file("none").path, .missing, "No such file or directory"),
            (folder.file("loop").path, .malformed, "Too many levels of symbolic links"),
            ("bad\u{FFFD}name", .missing, "its name is not UTF-8; rename it"),
        ] {
            let error = #expect(throws: FileError.self) { try readFile(path) }
            #expect(error?.description == "cannot read \(path): \(words)")
            #expect(error?.kind == kind)
        }
        #expect(throws: FileError.self) { try readFile("") }
    }
}

@Suite struct `Growing waits` {
    @Test func `double up to the longest`() {
        var backoff = Backoff(first: 100, longest: 350, now: 0)
        let tries = (0...2000).filter { backoff.beginTryIfDue(now: Int64($0)) }
        #expect(tries.prefix(5) == [100, 300, 650, 1000, 1350])
    }

    @Test func `begin anew after success, and can be cut short`() {
        var backoff = Backoff(first: 100, longest: 1000, now: 0)
        #expect(tries(&backoff, at: 100))
        backoff.hurry(delay: 10, now: 120)
        #expect(backoff.due == 130)
        backoff.reset(now: 200)
        #expect(backoff.due == 300)
    }

    /// A macro may not change its operands.
    private func tries(_ backoff: inout Backoff, at now: Int64) -> Bool {
        backoff.beginTryIfDue(now: now)
    }
}
