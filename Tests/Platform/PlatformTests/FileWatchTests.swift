import Foundation
import Platform
import Synchronization
import TestSupport
import Testing

@Suite struct FileWatchTests {
    /// Counts what a watch tells.
    private final class Counter: Sendable {
        private let count = Atomic(0)
        var value: Int { count.load(ordering: .relaxed) }
        func add() { count.add(1, ordering: .relaxed) }
    }

    private func count(
        _ files: [String], in folder: TemporaryFolder, _ change: (TemporaryFolder) throws -> Void
    ) throws -> Int {
        let counter = Counter()
        let watch = FileWatch(files.map { "\(folder.path)/\($0)" }) { counter.add() }
        try change(folder)
        _ = eventually(within: 2) { counter.value > 0 }
        usleep(200_000)
        return withExtendedLifetime(watch) { counter.value }
    }

    @Test func `a file that is written is told once`() throws {
        let folder = TemporaryFolder()
        folder.write("a", "1")
        #expect(try count(["a"], in: folder) { $0.write("a", "2") } == 1)
    }

    @Test func `a file that another one replaces is told, again and again`() throws {
        let folder = TemporaryFolder()
        folder.write("a", "1")
        let count = try count(["a"], in: folder) { folder in
            for text in ["2", "3"] {
                folder.write("a.new", text)
                try #require(rename(folder.file("a.new").path, folder.file("a").path) == 0)
                usleep(300_000)
            }
        }
        #expect(count == 2)
    }

    @Test func `a file that is not there yet is told when it comes`() throws {
        #expect(try count(["a"], in: TemporaryFolder()) { $0.write("a", "1") } == 1)
    }

    /// How often a watch tells that begins after the change, of files that were read before it.
    private func lateCount(
        _ files: [String], in folder: TemporaryFolder, _ change: (String) throws -> Void
    ) throws -> Int {
        usleep(50_000)
        let readTime = fileTimeNow()
        try change(folder.path)
        let counter = Counter()
        let watch = FileWatch(files.map { "\(folder.path)/\($0)" }, since: readTime) {
            counter.add()
        }
        usleep(300_000)
        return withExtendedLifetime(watch) { counter.value }
    }

    @Test func `a change between the reading of files and the begin of the watch is told`() throws {
        let folder = TemporaryFolder()
        for name in ["card/a", "new/a", "elsewhere", "other"] { folder.write(name, "1") }
        func count(_ files: [String], _ change: (String) throws -> Void) throws -> Int {
            try lateCount(files, in: folder, change)
        }
        let files = FileManager.default
        #expect(try count(["card/a", "other", "card/none/a"]) { _ in } == 0)
        #expect(
            try count(["card/a"]) { _ in folder.write("card/b", "") } == 0)
        #expect(
            try count(["card/"]) { _ in folder.write("card/c", "") } == 1)
        #expect(try count(["other", "card/a"]) { _ in folder.write("card/a", "2") } == 1)
        #expect(try count(["card/"]) { _ in folder.write("card/a", "3") } == 1)
        #expect(try count(["card/a"]) { rename("\($0)/elsewhere", "\($0)/card/a") } == 1)
        #expect(
            try count(["card/a"]) {
                try files.moveItem(atPath: "\($0)/card", toPath: "\($0)/old")
                try files.moveItem(atPath: "\($0)/new", toPath: "\($0)/card")
            } == 1)
        #expect(try count(["card/a"]) { try files.removeItem(atPath: "\($0)/card/a") } == 1)
        #expect(try count(["card/a"]) { _ in } == 0)
        #expect(try count(["card/a"]) { try files.removeItem(atPath: "\($0)/card") } == 1)
        for name in ["one/a", "two/a"] { folder.write(name, "1") }
        symlink("one", "\(folder.path)/link")
        #expect(try count(["link/a"]) { _ in } == 0)
        #expect(
            try count(["link/a"]) { path in
                symlink("two", "\(path)/newer")
                rename("\(path)/newer", "\(path)/link")
            } == 1)
    }

    @Test func `other files of the folder are not told`() throws {
        let folder = TemporaryFolder()
        folder.write("a", "1")
        #expect(try count(["a"], in: folder) { $0.write("b", "1") } == 0)
    }

    @Test func `of a folder every file is told, and none beside it`() throws {
        let folder = TemporaryFolder()
        folder.write("views/a", "1")
        for name in ["views/a", "views/b"] {
            #expect(try count(["views/"], in: folder) { $0.write(name, "2") } == 1)
        }
        #expect(try count(["views/"], in: folder) { $0.write("b", "1") } == 0)
    }

    /// The replacement is the first change, a later write in the new folder the second.
    @Test(arguments: [("card/a", 2), ("old/a", 1)])
    func `a folder that takes the place of another is watched instead of it`(
        written: String, changes: Int
    ) throws {
        let folder = TemporaryFolder()
        folder.write("card/a", "1")
        folder.write("other/a", "2")
        let count = try count(["card/a"], in: folder) { folder in
            try #require(rename(folder.file("card").path, folder.file("old").path) == 0)
            try #require(rename(folder.file("other").path, folder.file("card").path) == 0)
            usleep(300_000)
            folder.write(written, "3")
        }
        #expect(count == changes)
    }

    @Test func `changes without end are told at times`() throws {
        let folder = TemporaryFolder()
        let start = ContinuousClock.now
        var pauses = 0
        let count = try count(["a"], in: folder) { folder in
            for step in 0..<150 {
                let before = ContinuousClock.now
                folder.write("a", "\(step)")
                usleep(10_000)
                if ContinuousClock.now - before > .milliseconds(25) { pauses += 1 }
            }
        }
        // After at most half a second each, and once at the end; a busy machine makes pauses, after which
        // it is told, too.
        let halves = Int((ContinuousClock.now - start) / .milliseconds(500))
        #expect(count >= 2 && count <= 4 + halves + pauses)
    }
}
