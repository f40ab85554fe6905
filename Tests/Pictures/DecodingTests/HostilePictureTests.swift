import Foundation
import Geometry
import Picture
import Platform
import TestSupport
import Testing

@testable import Decoding

/// A picture that has taken the decoder over reaches nothing, and harms only itself.
@Suite struct HostilePictureTests {
    private let folder = TemporaryFolder()

    /// The card's pictures as the hostile decoder draws them; `flag` is a good one.
    private func decoder(
        limits: DecodeLimits = DecodeLimits(), wanted: Confinement = .full
    ) -> PictureDecoder {
        PictureDecoder(
            folders: [folder.path + "/"], executable: HostileDecoder.executable.path,
            limits: limits, wanted: wanted)
    }

    /// Why a picture with these orders was not drawn.
    private func outcome(_ orders: String, by decoder: PictureDecoder) -> PictureError? {
        let path = folder.write("evil-\(UUID().uuidString).svg", "HOSTILE \(orders)\n")
        return #expect(throws: PictureError.self) {
            try PictureFile(path: path, decoder: decoder).bitmap(PixelSize(width: 8, height: 8))
        }
    }

    private func expectGoodPicture(by decoder: PictureDecoder) throws {
        let path = folder.write("flag.svg", flag)
        let bitmap = try PictureFile(path: path, decoder: decoder).bitmap(
            PixelSize(width: 4, height: 2))
        #expect(bitmap[0, 0] == 0xFFFF_0000)
    }

    /// What a filter of system calls forbids.
    private static let calls = [
        "write /tmp/lenticule-evil", "remove /tmp/lenticule-evil", "socket", "local-socket",
        "start /bin/true", "replace /bin/true", "signal", "memory-limit", "high-memory-limit",
        "uncounted-memory", "growing-memory", "code",
    ]

    /// What this kernel has.
    private static let machine = try? PictureDecoder.confinement()

    @Test(.enabled(if: machine?.hasFilter == true, "this kernel has no seccomp"), arguments: calls)
    func `the filter of system calls is enough to forbid`(orders: String) throws {
        let decoder = decoder(wanted: Confinement(landlock: 0, hasFilter: true))
        #expect(try confinement(of: decoder) == Confinement(landlock: 0, hasFilter: true))
        let word = orders.split(separator: " ")[0]
        #expect(
            outcome(orders, by: decoder)?.description.hasSuffix(
                "\(word) was refused: Function not implemented") == true)
        try expectGoodPicture(by: decoder)
    }

    @Test(
        .enabled(if: machine.map { $0.landlock > 0 } == true, "this kernel has no Landlock"),
        arguments: [
            "read /etc/passwd", "read /proc/self/maps", "list /", "list /home", "list /tmp",
            "write /tmp/lenticule-evil",
        ])
    func `Landlock alone forbids files`(orders: String) throws {
        let decoder = decoder(wanted: Confinement(landlock: .max, hasFilter: false))
        #expect(try !confinement(of: decoder).hasFilter)
        let word = orders.split(separator: " ")[0]
        #expect(
            outcome(orders, by: decoder)?.description.hasSuffix(
                "\(word) was refused: Permission denied") == true)
        try expectGoodPicture(by: decoder)
    }

    @Test(.enabled(if: machine?.hasFilter == true, "this kernel has no seccomp"))
    func `the card's own folder can be read, with all that forbids`() throws {
        folder.write("other.txt", "")
        let decoder = decoder()
        #expect(
            outcome("read \(folder.path)/other.txt", by: decoder)?.description.hasSuffix("done")
                == true)
        #expect(
            outcome("write \(folder.path)/new.txt", by: decoder)?.description.hasSuffix("done")
                == false)
    }

    private func confinement(of decoder: PictureDecoder) throws -> Confinement {
        try expectGoodPicture(by: decoder)
        return try #require(decoder.confinement)
    }

    @Test(arguments: ["crash", "exit", "eat", "babble"])
    func `a death fails one picture only`(order: String) throws {
        let decoder = decoder()
        let error = try #require(outcome(order, by: decoder))
        #expect(error.kind == .malformed && error.description.contains("evil-"))
        try expectGoodPicture(by: decoder)
    }

    @Test func `who wants all memory gets no more than the limit`() throws {
        let decoder = decoder()
        #expect(outcome("eat", by: decoder)?.description.contains("260 MB") == true)
    }

    @Test func `a picture without end takes five seconds, and the others one together`() throws {
        let decoder = decoder()
        let start = ContinuousClock.now
        let path = folder.write("evil.svg", "HOSTILE loop")
        let evil = PictureFile(path: path, decoder: decoder)
        let size = PixelSize(width: 8, height: 8)
        let error = try #require(throws: PictureError.self) { try evil.bitmap(size) }
        #expect(
            error.description
                == "\(path): decoding took more than 5 s of processor time, or 15 s in all; make "
                + "the picture simpler")
        #expect(ContinuousClock.now - start > .seconds(4))
        // Asked again it fails at once, and the others can be drawn.
        let again = ContinuousClock.now
        #expect(throws: error) { try evil.bitmap(size) }
        #expect(ContinuousClock.now - again < .seconds(1))
        try expectGoodPicture(by: decoder)
        // Also asked again, its error names the second that all others have.
        let other = folder.write("other.svg", "HOSTILE loop")
        let later = PictureFile(path: other, decoder: decoder)
        for _ in 0..<2 {
            let error = #expect(throws: PictureError.self) { try later.bitmap(size) }
            #expect(
                error?.description
                    == "\(other): decoding it and the pictures before it took more than 1 s of "
                    + "processor time, the limit after a picture that took too long; make \(path) "
                    + "simpler")
        }
        #expect(
            outcome("crash", by: decoder)?.description.hasSuffix(
                "not decoded, for other pictures of the card took too long") == true)
    }

    @Test func `a decoder that ignores its end is ended`() throws {
        let decoder = decoder()
        let error = outcome("endure", by: decoder)
        #expect(error?.description.contains("took more than 5 s of processor time") == true)
        try expectGoodPicture(by: decoder)
    }

    @Test func `replies that nobody asked for are not believed, and hold nobody up`() throws {
        let decoder = decoder()
        // Its own picture may be anything.
        let path = folder.write("evil.svg", "HOSTILE chatter")
        let evil = PictureFile(path: path, decoder: decoder)
        _ = try? evil.bitmap(PixelSize(width: 8, height: 8))
        for _ in 0..<3 { try expectGoodPicture(by: decoder) }
    }

    @Test func `a flood of words is cut, and begins with the picture`() throws {
        let text = try #require(outcome("flood", by: decoder())).description
        #expect(text.count < 600 && text.contains("evil-"))
    }

    @Test(arguments: ["sleep", "hang-up"])
    func `a decoder that stands still is not waited for`(order: String) throws {
        var limits = DecodeLimits()
        limits.timeLimit = 1
        let decoder = decoder(limits: limits)
        #expect(outcome(order, by: decoder) != nil)
        try expectGoodPicture(by: decoder)
    }

    @Test func `whoever waits can be let go`() throws {
        let decoder = decoder()
        let path = folder.write("evil.svg", "HOSTILE sleep")
        let evil = PictureFile(path: path, decoder: decoder)
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { evil.cancel() }
        let start = ContinuousClock.now
        #expect(throws: PictureError.self) { try evil.bitmap(PixelSize(width: 8, height: 8)) }
        #expect(ContinuousClock.now - start < .seconds(14))
    }

    @Test func `the process ends when it is not needed, and comes again`() throws {
        var limits = DecodeLimits()
        limits.idleTime = 0.2
        let decoder = decoder(limits: limits)
        for _ in 0..<2 {
            try expectGoodPicture(by: decoder)
            #expect(eventually(within: 5) { !decoder.hasProcess })
        }
    }

    @Test func `a decoder that does not begin is not waited for`() throws {
        var limits = DecodeLimits()
        limits.startTimeLimit = 1
        // It writes without end, and reads nothing.
        let decoder = PictureDecoder(folders: [], executable: "/usr/bin/yes", limits: limits)
        let picture = PictureFile(path: folder.write("flag.svg", flag), decoder: decoder)
        let error = #expect(throws: PictureError.self) { try picture.size() }
        #expect(
            error?.description == "the process that decodes pictures was not ready after 1 s")
    }

    @Test func `the kernel says that a process has used too much time before it kills it`() throws {
        let process = try DecoderProcess(HostileDecoder.executable.path)
        #expect(try limits(of: process.pid, "Max cpu time") == ["60", "61", "seconds"])
        #expect(process.usedProcessorTime < 60)
    }

    @Test(.enabled(if: Stranger.isHere("prlimit"), "prlimit is not here (package util-linux)"))
    func `a hard limit on memory that is there is not exceeded`() throws {
        let process = try DecoderProcess(HostileDecoder.executable.path)
        let (most, request) = (
            400_000_000,
            DecodeRequest.size(PictureReference(path: "a.png", page: 0, fileNumber: 1))
        )
        try Stranger.run("prlimit --pid \(process.pid) --data=\(most):\(most)")
        for memory in [200_000_000, 800_000_000] {
            let isSent = process.send(request, files: [], memory: memory)
            #expect(isSent)
            #expect(
                try limits(of: process.pid, "Max data size")
                    == ["\(min(memory, most))", "\(most)", "bytes"])
            // The next request is only sent when this one is answered.
            _ = try process.reply(within: 15)
        }
    }

    /// The soft and the hard limit of a process, and their unit, by the name that the kernel gives it.
    private func limits(of process: pid_t, _ name: String) throws -> [String] {
        let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
        let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix(name) })
        return line.split(separator: " ").suffix(3).map(String.init)
    }

    @Test func `a list of folders that is too long is refused, not cut`() throws {
        let folders = (0..<200).map { "/\(String(repeating: "a", count: 200))/\($0)/" }
        let decoder = PictureDecoder(
            folders: folders, executable: HostileDecoder.executable.path)
        let picture = PictureFile(path: folder.write("flag.svg", flag), decoder: decoder)
        let error = #expect(throws: PictureError.self) { try picture.size() }
        #expect(error?.description.hasSuffix("put the SVGs into fewer folders") == true)
    }

    @Test func `a decoder that is not there is named`() throws {
        let decoder = PictureDecoder(folders: [], executable: "/nowhere/lenticule-decode")
        let path = folder.write("flag.svg", flag)
        let error = #expect(throws: PictureError.self) {
            try PictureFile(path: path, decoder: decoder).size()
        }
        #expect(
            error?.description
                == "cannot start /nowhere/lenticule-decode, which decodes pictures: No such file or "
                + "directory; install Lenticule anew")
    }
}

/// Messages from a process that is not trusted.
@Suite struct MessageTests {
    @Test func `requests and replies are what was sent`() {
        let picture = PictureReference(path: "a card/ä.gif", page: 63, fileNumber: 7)
        let size = PixelSize(width: 640, height: 400)
        for request: DecodeRequest in [
            .confine(Confinement(landlock: 3, hasFilter: true), folders: ["/a b", "/c"]),
            .confine(.full, folders: []), .size(picture), .draw(picture, size, .cover),
        ] {
            #expect(DecodeRequest(request.message.bytes[...]) == request)
        }
        let error = PictureError(.missing, "cannot read it: \"ü\"")
        for reply: DecodeReply in [
            .confined(Confinement(landlock: 0, hasFilter: false)),
            .size(Size(width: 0.5, height: 3e4)), .drawn(isIncomplete: false),
            .drawn(isIncomplete: true), .failed(error),
        ] {
            #expect(DecodeReply(reply.message.bytes[...]) == reply)
        }
    }

    @Test func `bytes that nobody sent are a message or none`() {
        var random = SystemRandomNumberGenerator()
        for count in 0..<2000 {
            var bytes = (0..<count % 60).map { _ in UInt8.random(in: 0...255, using: &random) }
            if !bytes.isEmpty { bytes[0] %= 6 }
            if let reply = DecodeReply(bytes[...]), case .size(let size) = reply {
                #expect(size.width > 0 && size.width.isFinite && size.height > 0)
            }
            if let request = DecodeRequest(bytes[...]), case .draw(_, let size, _) = request {
                #expect(size.area > 0 && size.area < 1 << 31)
            }
        }
        #expect(Message([]) == nil && Message([1, 2, 3]) == nil)
    }
}
