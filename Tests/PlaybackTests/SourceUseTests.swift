import Motion
import MotionLog
import Service
import TestSupport
import Testing

@testable import Playback

/// What `auto` means.
@Suite struct SourceUseTests {
    @Test func `a service goes before a sensor, and a sensor before the pointer`() {
        #expect(SourceUse.card.candidates == [.socket(path: nil), .sensor, .pointer])
    }

    @Test func `only a card can do with the pointer`() {
        for use in SourceUse.allCases where use != .card {
            #expect(!use.candidates.contains(.pointer) && use.candidates.contains(.sensor))
        }
    }

    @Test func `in a terminal an orbit stands in for the pointer`() {
        #expect(
            SourceUse.watching.candidates == [.socket(path: nil), .sensor, .simulated(.orbit)])
    }

    @Test func `a service and a calibration read the sensor itself`() {
        #expect(SourceUse.service.candidates == [.sensor])
        #expect(SourceUse.calibration.candidates == [.sensor])
    }

    @Test(arguments: [
        (["socket:", "local:", "pointer:"], "socket:"), (["local:", "pointer:"], "local:"),
        (["pointer:"], "pointer:"),
    ])
    func `the first that is there is taken, and no other is tried`(
        there: [String], taken: String
    ) throws {
        var tried: [SourceName] = []
        let there = try there.map { text throws(SourceError) in try SourceName(text) }
        let all = SourceUse.card.candidates
        let first = try FirstOpened(of: all) { name throws(SourceError) in
            tried.append(name)
            guard there.contains(name) else { throw .usage("no \(name)") }
            return name
        }
        #expect(try first.name == SourceName(taken) && first.source == first.name)
        #expect(tried == Array(all.prefix(tried.count)) && tried.last == first.name)
        // Why the one before it is not taken.
        let before = tried.dropLast().last
        #expect(first.reason?.description == before.map { "no \($0)" })
    }

    @Test func `where nothing is there the last one says why`() {
        let error = #expect(throws: SourceError.self) {
            try FirstOpened<Int>(of: SourceUse.recording.candidates) {
                name throws(SourceError) in
                throw .usage("no \(name)")
            }
        }
        #expect(error?.description == "no \(SourceName.sensor)")
    }

    @Test func `a configured socket is asked first, and a given one alone`() {
        let paths = SocketFile.clientPaths(configured: "/tmp/own.sock")
        #expect(paths.first == "/tmp/own.sock" && paths.last == SocketFile.systemPath)
        #expect(
            SocketFile.clientPaths(configured: SocketFile.systemPath).count(
                of: SocketFile.systemPath) == 1)
        #expect(SocketFile.clientPaths(configured: "/tmp/own.sock", given: "/a") == ["/a"])
    }
}

extension [String] {
    fileprivate func count(of text: String) -> Int { count { $0 == text } }
}
