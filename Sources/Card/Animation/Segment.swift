/// A keyframe in its track: the part in which the value goes to `target`.
struct Segment: Sendable, Hashable {
    enum Shape: Sendable, Hashable {
        case linear(UnitCurve)
        case cubic(startVelocity: Double?, end: EndVelocity)
        case spring(Spring, startVelocity: Double?)
        case jump
    }

    /// The velocity at the end of a cubic segment.
    enum EndVelocity: Sendable, Hashable {
        case given(Double)
        /// That of the Catmull-Rom spline from the segment's start to the next value, which are
        /// `span` seconds apart.
        case joint(next: Double, span: Double)
    }

    var shape: Shape
    /// The keyframe's target; a spring that is cut short does not reach it.
    let target: Double
    /// Seconds from the track's start.
    let begin: Double
    /// Seconds; 0 only for a jump.
    let duration: Double
    /// Whether the keyframe is cubic and gives its end velocity.
    let givesEndVelocity: Bool
    /// The value and velocity at `begin` if the track starts at its own `initial`.
    var start = AnimatedValue(0)
    /// Whether the part of `start` that this segment uses (its value, or also its velocity) depends
    /// on the track's initial value.
    var followsInitial = true

    /// The value and velocity `seconds` after `begin`, if they are `start` at `begin`. `seconds` is
    /// at most `duration`.
    func value(from start: AnimatedValue, after seconds: Double) -> AnimatedValue {
        switch shape {
        case .linear(let curve):
            let progress = min(1, seconds / duration)
            let distance = target - start.value
            return AnimatedValue(
                progress < 1 ? start.value + distance * curve.value(at: progress) : target,
                velocity: distance * curve.slope(at: progress) / duration)
        case .cubic(let startVelocity, let end):
            return hermite(
                from: AnimatedValue(start.value, velocity: startVelocity ?? start.velocity),
                to: velocity(end, from: start.value), at: min(1, seconds / duration))
        case .spring(let spring, let startVelocity):
            let start = AnimatedValue(start.value, velocity: startVelocity ?? start.velocity)
            return spring.value(from: start, to: target, after: seconds)
        case .jump: return AnimatedValue(target)
        }
    }

    private func velocity(_ end: EndVelocity, from start: Double) -> Double {
        switch end {
        case .given(let velocity): velocity
        case .joint(let next, let span): (next - start) / span
        }
    }

    /// The cubic Hermite curve at u in [0, 1], with `v1` as the velocity at its end.
    private func hermite(from start: AnimatedValue, to v1: Double, at u: Double) -> AnimatedValue {
        let (p0, v0, p1) = (start.value, duration * start.velocity, target)
        let v1 = duration * v1
        let (u2, u3) = (u * u, u * u * u)
        let value =
            (2 * u3 - 3 * u2 + 1) * p0 + (u3 - 2 * u2 + u) * v0 + (3 * u2 - 2 * u3) * p1
            + (u3 - u2) * v1
        let slope =
            6 * (u2 - u) * (p0 - p1) + (3 * u2 - 4 * u + 1) * v0 + (3 * u2 - 2 * u) * v1
        return AnimatedValue(value, velocity: slope / duration)
    }

    /// Whether the segment depends on the velocity before it.
    var usesStartVelocity: Bool {
        switch shape {
        case .cubic(nil, _), .spring(_, nil): true
        default: false
        }
    }

    /// Whether the value is constant from `seconds` after `begin` to the end of the segment: for a
    /// spring within `tolerance` of the target, else exactly.
    func isConstant(
        from start: AnimatedValue, after seconds: Double, within tolerance: Double
    ) -> Bool {
        switch shape {
        case .linear: return start.value == target
        case .cubic(let startVelocity, let end):
            return start.value == target && (startVelocity ?? start.velocity) == 0
                && velocity(end, from: start.value) == 0
        case .spring(let spring, _):
            let present = value(from: start, after: seconds)
            return spring.isAtRest(present, at: target, within: tolerance)
        case .jump: return true
        }
    }
}
