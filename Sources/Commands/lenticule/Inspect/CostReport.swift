import Card
import Compositor
import Display
import Geometry
import Motion
import Platform
import Playback
import Scene

/// What drawing a card takes on this machine, without a graphics processor. Times are milliseconds.
struct CostReport: Encodable {
    let card: String
    /// Pixels.
    let size: [Int]
    let processors: Int
    let frames: Int
    /// From the start of a frame to its end.
    let frameMsMedian, frameMsP99: Double
    /// Processor time of a frame, of all processors together, by kind of work.
    let workMs: [String: Double]
    /// Each layer that takes time, the slowest first.
    let layers: [Layer]
    /// Whether a window may draw the card smaller while it moves.
    let isReducible: Bool

    struct Layer: Encodable {
        /// The number in the order of card.toml, from 1; nil for what is drawn for no layer.
        let number: Int?
        let name: String
        /// Processor time of a frame.
        let ms: Double
        let workMs: [String: Double]
    }

    init(_ card: Card, _ scene: Scene, _ size: PixelSize, _ cost: DrawingCost) {
        self.card = card.name
        self.size = [size.width, size.height]
        processors = processorCount
        frames = cost.frameTimes.count
        func ms(_ seconds: Double) -> Double { (seconds * 1e6).rounded() / 1000 }
        (frameMsMedian, frameMsP99) = (ms(cost.frameTime(0.5)), ms(cost.frameTime(0.99)))
        let frames = max(1, frames)
        workMs = DrawTimes.milliseconds(ofFrames: frames) { cost.drawing[$0] }
            .merging(["evaluate": ms(cost.evaluation / Double(frames))]) { $1 }
        isReducible = scene.isReducible
        let pictures = card.pictures.map(\.path)
        layers = ([nil] + scene.layers.indices.map { $0 }).map { index in
            let work = DrawTimes.milliseconds(ofFrames: frames) { cost.drawing[index, $0] }
            return Layer(
                number: index.map { $0 + 1 },
                name: index.map { scene.layers[$0].title(pictures) }
                    ?? "the surround, and writing to the screen",
                ms: work.values.reduce(0, +), workMs: work)
        }.filter { $0.ms > 0 }.sorted { $0.ms > $1.ms }
    }

    /// A display's usual interval.
    private static let interval = 1000.0 / 60

    private var verdict: String {
        if frameMsMedian <= Self.interval {
            return "It reaches 60 frames a second on this machine."
        }
        let failure = "It does not reach 60 frames a second on this machine"
        return isReducible
            ? "\(failure): a window draws it smaller while it moves."
            : "\(failure), and a window does not draw it smaller, because a lens would lose its pictures."
    }

    var lines: [String] {
        [
            "\(card) at \(size[0])x\(size[1]), \(frames) frames, \(processors) processors: "
                + "\(short(frameMsMedian)) ms a frame, \(short(frameMsP99)) at the 99th percentile",
            verdict, "", "Processor time of a frame, ms, by kind of work:",
        ] + Self.table(workMs) + ["", "By layer:"] + layers.map(\.line)
    }

    private static func table(_ work: [String: Double]) -> [String] {
        work.sorted { $0.value > $1.value }.map { "  \(short($0.value).aligned(to: 8))  \($0.key)" }
    }
}

extension CostReport.Layer {
    fileprivate var line: String {
        let kinds = workMs.sorted { $0.value > $1.value }.map { "\($0.key) \(short($0.value))" }
        let title = (number.map { "\($0). " } ?? "") + name
        return "  \(short(ms).aligned(to: 8))  \(title): \(kinds.joined(separator: ", "))"
    }
}

extension DrawTimes {
    /// The mean time of some frames by kind of work, to a thousandth; without kinds that take none.
    static func milliseconds(
        ofFrames count: Int, _ seconds: (Work) -> Double
    ) -> [String: Double] {
        let all = Work.allCases.map { work in
            ("\(work)", (seconds(work) / Double(count) * 1e6).rounded() / 1000)
        }
        return Dictionary(uniqueKeysWithValues: all).filter { $0.value > 0 }
    }
}

private func short(_ milliseconds: Double) -> String { milliseconds.rounded(toAtMost: 2) }
