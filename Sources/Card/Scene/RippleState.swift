import Geometry
import Paint

/// Where and when the waves of a layer's ripple began.
struct RippleState: Sendable, Equatable {
    /// The newest last; places in the layer's box, points.
    private var starts: [(time: Double, place: Point)] = []

    /// At most so many waves are remembered.
    static let mostWaves = 8

    mutating func start(at time: Double, from place: Point) {
        starts.append((time, place))
        starts.removeFirst(max(0, starts.count - Self.mostWaves))
    }

    /// The waves that run at a time, of which each runs for `duration` seconds.
    func waves(at time: Double, lasting duration: Double) -> [Ripple.Wave] {
        starts.compactMap { start in
            let age = time - start.time
            return age > 0 && age < duration ? Ripple.Wave(from: start.place, age: age) : nil
        }
    }

    /// Whether a wave runs at a time, or has just begun.
    func isRunning(at time: Double, lasting duration: Double) -> Bool {
        starts.contains { (0..<duration).contains(time - $0.time) }
    }

    static func == (one: RippleState, other: RippleState) -> Bool {
        one.starts.elementsEqual(other.starts, by: ==)
    }
}
