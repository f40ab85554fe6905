public import Compositor

/// What it takes to draw a card that moves.
public struct DrawingCost: Sendable {
    /// Seconds that each frame took, in order.
    public private(set) var frameTimes: [Double] = []
    /// The processor time, in seconds, in which the scene of these frames was evaluated.
    public private(set) var evaluation = 0.0
    /// The time that their drawing took, by layer and by kind of work.
    public var drawing = DrawTimes()

    mutating func add(_ seconds: Double, evaluation: Double) {
        frameTimes.append(seconds)
        self.evaluation += evaluation
    }

    /// The quantile `fraction`, 0 to 1, of the frames' times, seconds; 0 without frames.
    public func frameTime(_ fraction: Double) -> Double {
        let sorted = frameTimes.sorted()
        return sorted.isEmpty ? 0 : sorted[Int(Double(sorted.count - 1) * fraction)]
    }
}
