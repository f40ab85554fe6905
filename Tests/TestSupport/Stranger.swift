import Foundation

/// Programs that are not ours, which read what ours writes.
public enum Stranger {
    /// Whether a program is here.
    public static func isHere(_ program: String) -> Bool {
        (try? Program.run(script: "command -v \(program)").status) == 0
    }

    /// All frames of a picture, or of numbered ones (`frame-%05d.png`), as ffmpeg decodes them: red,
    /// green and blue of each pixel.
    public static func pixels(_ path: String) throws -> [UInt8] {
        let folder = TemporaryFolder()
        let target = folder.file("pixels")
        try run(
            "ffmpeg -v error -nostdin -i '\(path)' -fps_mode passthrough -f rawvideo -pix_fmt rgb24"
                + " '\(target.path)'")
        return try [UInt8](Data(contentsOf: target))
    }

    /// When each frame of an animation starts, and how long it is seen, in seconds, as ffprobe has it.
    public static func times(_ path: String) throws -> [(start: Double, length: Double)] {
        let output = try run(
            "ffprobe -v error -show_entries frame=pts_time,pkt_duration_time -of csv=p=0 '\(path)'")
        return output.split(separator: "\n").map { line in
            let numbers = line.split(separator: ",").compactMap { Double($0) }
            return (numbers[0], numbers[1])
        }
    }

    /// What Tests/Judges/apng.py finds in a PNG; it fails at the first mistake.
    public static func chunks(_ path: String) throws -> PNG {
        let judge = Repository.path("Tests/Judges/apng.py")
        let output = try run("python3 '\(judge)' '\(path)'")
        return try JSONDecoder().decode(PNG.self, from: Data(output.utf8))
    }

    /// What a PNG file says of itself.
    public struct PNG: Decodable {
        public let width: Int
        public let height: Int
        /// Nil where it is not animated.
        public let frames: Int?
        /// 0 is for ever.
        public let plays: Int?
        /// Numerator and denominator, seconds.
        public let delays: [[Int]]
    }

    /// Why a stranger did not accept what it got.
    public struct Complaint: Error {
        public let words: String
    }

    /// What a stranger's shell command prints; it throws if that complains.
    @discardableResult
    public static func run(_ script: String) throws -> String {
        let result = try Program.run(script: script)
        guard result.status == 0, result.errors.isEmpty else {
            throw Complaint(words: "\(script): \(result.status) \(result.errors)")
        }
        return result.output
    }
}
