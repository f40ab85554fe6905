import Foundation
import TestSupport
import Testing

/// Pictures that `render` wrote, as others read them.
@Suite(.enabled(if: Stranger.isHere("ffmpeg"), "ffmpeg is not here (package ffmpeg)"))
struct RenderJudgedTests {
    private let folder = TemporaryFolder()
    private static let demo = Repository.path("cards/demo")

    private func render(_ arguments: String..., output: String) throws -> String {
        let path = "\(folder.path)/\(output)"
        let result = try Program.run(arguments: ["render", "-o", path] + arguments)
        try #require(result.status == 0, "\(result.errors)")
        return path
    }

    private func log(_ preset: String, seconds: Int) throws -> String {
        let path = "\(folder.path)/log.csv"
        _ = try Program.run(
            "simulate", "--preset", preset, "--duration", "\(seconds)", "-o", path)
        return path
    }

    @Test func `ffmpeg sees the pixels of a picture`() throws {
        for (name, colour) in [("back", "#102030"), ("middle", "#c08040"), ("front", "#4080c0")] {
            folder.writePicture("card/\(name).svg", colour: colour)
        }
        let path = try render(
            "--card", "\(folder.path)/card", "--tilt", "30", "--size", "8x6", output: "out.png")
        let chunks = try Stranger.chunks(path)
        #expect((chunks.width, chunks.height) == (8, 6) && chunks.frames == nil)
        let pixels = try Stranger.pixels(path)
        #expect(pixels.count == 8 * 6 * 3)
        // Halfway from the middle picture to the front one; the compositor may round by a level.
        for start in stride(from: 0, to: pixels.count, by: 3) {
            #expect(pixels[start..<start + 3].allSatisfy { (0x7F...0x81).contains($0) })
        }
    }

    @Test(arguments: [60.0, 29.97, 20])
    func `others see an animation's frames, their times and their pixels`(rate: Double) throws {
        let log = try log("hand", seconds: 2)
        let options = ["--card", Self.demo, "--from", log, "--size", "96x60", "--fps", "\(rate)"]
        let run = { (output: String) in
            let path = "\(folder.path)/\(output)"
            let result = try Program.run(arguments: ["render", "-o", path] + options)
            try #require(result.status == 0, "\(result.errors)")
            return path
        }
        let (path, frames) = (try run("out.png"), try run("frames/"))
        let count = try FileManager.default.contentsOfDirectory(atPath: frames).count
        let chunks = try Stranger.chunks(path)
        let times = try Stranger.times(path)
        #expect(chunks.frames == times.count && chunks.plays == 0)
        let seconds = chunks.delays.reduce(0) { $0 + Double($1[0]) / Double($1[1]) }
        #expect(abs(seconds - Double(count) / rate) < 1e-9)
        // ffmpeg counts in 1/100000 s.
        for (time, delay) in zip(times, chunks.delays) {
            #expect(abs(time.length - Double(delay[0]) / Double(delay[1])) < 2e-5)
        }
        let truth = try Stranger.pixels("\(frames)frame-%05d.png")
        try compare(
            try Stranger.pixels(path), truth, times.map { Int(($0.start * rate).rounded()) })
    }

    /// Compares an animation's frames to those of a folder with these numbers.
    private func compare(_ animation: [UInt8], _ truth: [UInt8], _ numbers: [Int]) throws {
        let size = 96 * 60 * 3
        try #require(animation.count == numbers.count * size)
        for (index, number) in numbers.enumerated() {
            let frame = animation[index * size..<(index + 1) * size]
            let drawn = truth[number * size..<(number + 1) * size]
            let sum = zip(frame, drawn).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            // Levels of 255 by which 256 colours, dithered, miss millions.
            #expect(Double(sum) / Double(size) < 5, "frame \(index)")
        }
    }
}
