import Foundation
import Platform
import TestSupport
import Testing

@Suite struct `An output file` {
    private let folder = TemporaryFolder()

    private var target: String { folder.file("out").path }
    private var content: String? { try? String(contentsOfFile: target, encoding: .utf8) }
    private var names: [String] { (try? names(inFolder: folder.path)) ?? [] }

    private func names(inFolder path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    @Test func `takes its place when it is finished, and not before`() throws {
        folder.write("out", "before")
        let file = try OutputFile(target)
        try file.write("after")
        #expect(content == "before")
        try file.finish()
        #expect(content == "after")
        #expect(names == ["out"])
    }

    @Test func `leaves what was there if it is given up`() throws {
        folder.write("out", "before")
        do {
            let file = try OutputFile(target)
            try file.write("after")
        }
        #expect(content == "before")
        #expect(names == ["out"])
    }

    @Test func `follows a link and keeps the mode`() throws {
        folder.write("real", "before")
        chmod(folder.file("real").path, 0o640)
        symlink("real", target)
        let file = try OutputFile(target)
        try file.write("after")
        try file.finish()
        #expect(names == ["out", "real"])
        var status = stat()
        #expect(lstat(target, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(stat(target, &status) == 0 && status.st_mode & 0o777 == 0o640)
        #expect(content == "after")
    }

    @Test func `is not readable for others while it replaces a secret`() throws {
        folder.write("out", "before")
        chmod(target, 0o600)
        let file = try OutputFile(target)
        try file.write("after")
        for name in names {
            var status = stat()
            #expect(stat(folder.file(name).path, &status) == 0)
            #expect(status.st_mode & 0o077 == 0, "\(name)")
        }
        try file.finish()
        #expect(content == "after")
    }

    @Test func `is none of the inputs, by whatever name`() throws {
        folder.write("real", "before")
        let real = folder.file("real").path
        symlink("real", target)
        link(real, folder.file("other").path)
        for path in [target, real, folder.file("other").path] {
            let error = #expect(throws: FileError.self) {
                _ = try OutputFile(path, inputFiles: [real])
            }
            #expect(
                error?.description.hasSuffix("it is also read; give another file to write")
                    ?? false)
        }
        #expect(try String(contentsOfFile: real, encoding: .utf8) == "before")
    }

    @Test(.enabled(if: getuid() != 0, "root may write everything"))
    func `replaces no file that its user may not write`() throws {
        folder.write("out", "before")
        chmod(target, 0o444)
        let error = #expect(throws: FileError.self) { _ = try OutputFile(target) }
        #expect(error?.kind == .forbidden)
        #expect(content == "before")
    }

    @Test func `says why it cannot be written`() throws {
        let missing = #expect(throws: FileError.self) { _ = try OutputFile("/none/of/this") }
        #expect(missing?.description == "cannot write /none/of/this: No such file or directory")
        #expect(missing?.kind == .missing)
        let here = #expect(throws: FileError.self) { _ = try OutputFile(folder.path) }
        #expect(here?.description == "cannot write \(folder.path): Is a directory")
        symlink(folder.path, target)
        let linked = #expect(throws: FileError.self) { _ = try OutputFile(target) }
        #expect(linked?.description == "cannot write \(target): Is a directory")
        #expect(throws: FileError.self) { _ = try OutputFile("") }
    }
}
