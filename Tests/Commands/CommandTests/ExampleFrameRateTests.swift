import Foundation
import TestSupport
import Testing

/// The examples with words, paths and particles, drawn with different numbers of frames a second.
@Suite struct ExampleFrameRateTests {
    private let folder = TemporaryFolder()

    @Test(
        arguments: [
            "chapters", "handwriting", "neon", "rainbow-clef", "scripts", "sliding-words", "title",
            "snow-globe",
        ])
    func `frames of an instant are the same at 30, 60 and 144 a second, and twice`(card: String)
        throws
    {
        // About both axes.
        let up = SIMD3(-0.5, 0.5, 0) * 2.0.squareRoot()
        let path = PosePath([SIMD3(0, 0, 1), up], first: 0.3, rest: 0.2, turn: 0.7)
        let log = folder.write("log.csv", path.log())
        let slow = try frames(of: card, log, rate: 30)
        #expect(slow.count >= 30 && Set(slow).count > 4)
        #expect(try frames(of: card, log, rate: 30) == slow)
        let (fast, faster) = try (frames(of: card, log, rate: 60), frames(of: card, log, rate: 144))
        for index in slow.indices {
            #expect(fast[2 * index] == slow[index], "frame \(index)")
            guard index.isMultiple(of: 5) else { continue }
            #expect(faster[index / 5 * 24] == slow[index], "frame \(index)")
        }
    }

    /// The files of a card's frames, in their order.
    private func frames(of card: String, _ log: String, rate: Int) throws -> [Data] {
        let frames = "\(folder.path)/frames"
        try? FileManager.default.removeItem(atPath: frames)
        let result = try Program.run(
            "render", "--card", Repository.path("cards/examples/\(card)"), "--from", log, "--fps",
            "\(rate)", "--size", "160x100", "-o", "\(frames)/")
        #expect(result.status == 0, "\(result.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: frames).sorted()
        return try names.map { try Data(contentsOf: URL(filePath: "\(frames)/\($0)")) }
    }
}
