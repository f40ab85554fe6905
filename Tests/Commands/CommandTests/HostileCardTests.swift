import Foundation
import TestSupport
import Testing

/// A card that was made to do harm gives one line for each bad picture, and shows the others.
@Suite struct HostileCardTests {
    private let folder = TemporaryFolder()

    /// A card of a red, a bad and a half clear blue picture.
    private func makeCard(_ bad: String) -> String {
        func drawing(_ style: String) -> String {
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">\
            <rect width="40" height="40" \(style)/></svg>
            """
        }
        folder.write("card/back.svg", drawing("fill=\"red\""))
        folder.write("card/middle.svg", bad)
        folder.write("card/front.svg", drawing("fill=\"blue\" fill-opacity=\"0.5\""))
        return folder.file("card").path
    }

    /// Draws the card with all of its pictures visible by the program with a decoder that can be taken
    /// over; checks the other pictures, and gives the one line and the status.
    private func render(_ bad: String) throws -> (status: Int32, line: String) {
        let output = folder.file("out.png").path
        let run = try RunningProgram(
            ["render", "--card", makeCard(bad), "--tilt", "60", "--size", "8x8", "-o", output],
            of: HostileDecoder.program)
        let result = try run.result()
        try #require(FileManager.default.fileExists(atPath: output), "\(result.errors)")
        let pixel = try Stranger.pixels(output).prefix(3).map(Int.init)
        #expect(zip(pixel, [127, 0, 128]).allSatisfy { abs($0 - $1) <= 1 }, "\(pixel)")
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 1, "\(result.errors)")
        return (result.status, String(lines.first ?? ""))
    }

    @Test(
        .enabled(if: Stranger.isHere("ffmpeg"), "ffmpeg is not here (package ffmpeg)"),
        arguments: [
            ("crash", "was ended by signal 11"), ("eat", "need more than 260 MB of memory"),
            ("loop", "took more than 5 s of processor time"),
            ("read /etc/passwd", "read was refused"), ("socket", "socket was refused"),
            ("write evil.txt", "write was refused"), ("start /bin/true", "start was refused"),
            ("replace /bin/true", "replace was refused"), ("exit", "was ended by signal 9"),
        ])
    func `one line, and the other pictures`(orders: String, words: String) throws {
        let (status, line) = try render("HOSTILE \(orders)")
        #expect(status == 65)
        #expect(line.hasPrefix("lenticule: ") && line.contains("/card/middle.svg: "))
        #expect(line.contains(words), "\(line)")
        #expect(!FileManager.default.fileExists(atPath: folder.file("card/evil.txt").path))
    }

    @Test func `a header that promises more than any memory ends in one line`() throws {
        let card = makeCard("")
        var header: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
        header += Array("IHDR".utf8) + [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF]
        try FileManager.default.removeItem(atPath: "\(card)/middle.svg")
        folder.write("card/middle.png", Data(header + [8, 6, 0, 0, 0, 0, 0, 0, 0]))
        let result = try Program.run("check", card)
        #expect(result.status == 65)
        #expect(
            result.errors.hasSuffix(
                "middle.png: too large with 2147483647 x 2147483647 pixels; scale it down\n"))
    }

    @Test func `check names each bad picture, and ends within six seconds of processor time`()
        throws
    {
        let endless = """
            <svg xmlns="http://www.w3.org/2000/svg" width="240" height="180"><filter id="f">\
            <feTurbulence baseFrequency="0.1" numOctaves="1000000000"/></filter>\
            <rect width="240" height="180" filter="url(#f)"/></svg>
            """
        let card = makeCard(endless)
        folder.write("card/front.svg", "no drawing")
        let run = try RunningProgram(["check", card])
        var spent = 0.0
        while run.isRunning {
            let all = [run.process] + children(of: run.process)
            spent = max(spent, all.reduce(0) { $0 + processorTime(of: $1) })
            usleep(20_000)
        }
        let result = try run.result()
        #expect(spent < 6, "\(spent) s")
        let lines = result.errors.split(separator: "\n")
        #expect(result.status == 65 && lines.count == 2, "\(result.errors)")
        #expect(lines.first?.contains("middle.svg: decoding took more than 5 s") == true)
        #expect(lines.last?.contains("front.svg: not a readable SVG") == true)
    }
}
