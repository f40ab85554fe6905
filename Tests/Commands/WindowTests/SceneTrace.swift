import Foundation

/// What a window wrote of its scene with `--trace`.
struct SceneTrace {
    struct Frame: Decodable {
        let time: Double
        let layers: [Layer]
    }

    struct Layer: Decodable {
        let visible: Bool
        let opacity: Double
        let toCard: [Double]
    }

    struct Input: Decodable {
        let time: Double
        let input: String
        let x, y: Double?
        let key: Int?
    }

    struct Panel: Decodable {
        /// x, y, width and height in pixels of the window.
        let panel: [String: [Double]]
        let focused: String?
        let chosen: Int?

        /// The last one of a trace; nil if there is none yet.
        static func last(_ path: String) -> Panel? {
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            // The last line may be written at this moment.
            let whole = text.utf8[..<(text.utf8.lastIndex(of: 10) ?? text.utf8.startIndex)]
            let starts = ["chosen", "focused", "panel"].map { Array("{\"\($0)".utf8) }
            let line = whole.split(separator: 10).last { line in
                starts.contains { line.starts(with: $0) }
            }
            return line.flatMap { try? decoder.decode(Panel.self, from: Data($0)) }
        }
    }

    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }

    /// Without those that were drawn for a moment after an input of which the program heard only later.
    var frames: [Frame] = []
    var inputs: [Input] = []

    init(_ path: String) throws {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        // The last line may be written at this moment.
        let lines = text[..<(text.lastIndex(of: "\n") ?? text.startIndex)]
        for line in lines.split(separator: "\n") {
            let bytes = Data(line.utf8)
            if let frame = try? Self.decoder.decode(Frame.self, from: bytes) {
                frames.append(frame)
            } else {
                let input = try Self.decoder.decode(Input.self, from: bytes)
                inputs.append(input)
                while let drawn = frames.last, drawn.time > input.time { frames.removeLast() }
            }
        }
    }

    /// The viewer's events as `inspect` takes them.
    var events: [String] {
        inputs.compactMap { input in
            if let key = input.key { return "key-\(key)@\(input.time)" }
            guard ["tap", "drag"].contains(input.input), let x = input.x, let y = input.y else {
                return nil
            }
            return "\(input.input)@\(input.time):\(x / 240),\(y / 180)"
        }
    }
}
