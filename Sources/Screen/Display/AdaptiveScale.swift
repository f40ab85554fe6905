public import Scene

/// How sharp a window draws a card that moves.
public enum Resolution: String, Sendable, CaseIterable {
    /// Smaller and enlarged while frames would be late, and sharp again at rest.
    case auto
    /// Always as sharp as the window.
    case full
}

/// Chooses the scale of frames while the card moves, so that they are drawn in time.
struct AdaptiveScale {
    /// Each step has about 0.7 times as many pixels as the one before.
    static let steps = [1, 0.84, 0.71, 0.59, 0.5]
    /// How much of the time a smaller scale may take by the estimate, and how much a larger one: a
    /// larger one is chosen later, so that the scale does not change to and fro.
    private static let shareWhenSmaller = 0.85
    private static let shareWhenLarger = 0.75
    /// So many frames are late, the middle of them, before the scale becomes smaller: a single frame
    /// may be late for another reason.
    private static let fewFrames = 3
    /// So many frames would be in time before the scale becomes larger.
    private static let manyFrames = 30

    private var step = 0
    /// Of the newest frames with this scale: the seconds that they would take at scale 1, if all their
    /// time were spent on pixels.
    private var costs: [Double] = []

    var scale: Double { Self.steps[step] }

    /// Takes how long the drawing of a frame at `scale` took, and how long it may take, seconds.
    mutating func add(_ seconds: Double, limit: Double) {
        costs = costs.suffix(Self.manyFrames - 1) + [seconds / (scale * scale)]
        guard costs.count >= Self.fewFrames else { return }
        let middle = costs.suffix(Self.fewFrames).sorted()[Self.fewFrames / 2]
        if middle * scale * scale > limit {
            let smaller = Self.steps.indices[(step + 1)...]
            choose(
                smaller.first { time(middle, at: $0) <= Self.shareWhenSmaller * limit }
                    ?? Self.steps.count - 1)
        } else if step > 0, costs.count == Self.manyFrames,
            time(costs.max() ?? 0, at: step - 1) <= Self.shareWhenLarger * limit
        {
            choose(step - 1)
        }
    }

    private func time(_ cost: Double, at step: Int) -> Double {
        cost * Self.steps[step] * Self.steps[step]
    }

    private mutating func choose(_ step: Int) {
        if step != self.step { costs = [] }
        self.step = step
    }
}

extension Scene {
    /// Whether a window may draw it smaller while it moves: a lens would lose its pictures.
    public var isReducible: Bool { !layers.contains { $0.content is LensContent } }
}
