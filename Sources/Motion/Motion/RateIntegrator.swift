/// Integrates the gyroscope's samples, at any spacing, to the rotation from one to the next.
///
/// A sample is the mean rate over an interval before it, as a chip's digital low-pass makes it; the
/// trapezoid between two of them is then exact from the middle of one interval to that of the next.
/// With the two-sample coning term of P. G. Savage, Strapdown Inertial Navigation Integration
/// Algorithm Design, 1998.
struct RateIntegrator: Sendable {
    /// rad/s: the newest rate and the one before.
    private(set) var newest = Vector3.zero
    private var older = Vector3.zero
    /// s: the newest step.
    private var step = 0.0
    /// s: the usual step, low-passed; a missing sample hardly changes it, also at the start.
    private(set) var usualStep = 0.0
    /// Whether there was a sample.
    private(set) var isKnown = false
    /// How many steps `usualStep` is the mean of.
    private var steps = 0.0

    /// rad²: variance of the newest rotation, from the unknown rate between two distant samples.
    var stepVariance: Double {
        guard step > Self.shortStep else { return 0 }
        let change = Self.longStepShare * step * (newest - older)
        return change.dot(change)
    }

    /// The rotation vector, radians, from the sample before to this one, whose rate is `w`, rad/s,
    /// and which comes `dt` seconds later; 0 for the first sample.
    mutating func add(_ w: Vector3, dt: Double) -> Vector3 {
        defer { (older, newest, step, isKnown) = (newest, w, dt, true) }
        if dt > 0 { updateUsualStep(dt) }
        return 0.5 * dt * (newest + w) + dt * dt / 12 * newest.cross(w)
    }

    /// At the start a step that is more than twice as long as a later one was a gap: the mean begins again.
    private mutating func updateUsualStep(_ dt: Double) {
        if steps == 0 || steps < Self.mostSteps && 2 * dt < usualStep {
            (usualStep, steps) = (dt, 0)
        }
        steps = min(steps + 1, Self.mostSteps)
        usualStep += (min(dt, 2 * usualStep) - usualStep) / steps
    }

    /// How many steps the usual one is the mean of.
    private static let mostSteps = 50.0
    /// s: the trapezoid is good over shorter steps.
    private static let shortStep = 0.05
    /// Standard deviation of the mean rate over a longer step, as a share of the rate's change.
    private static let longStepShare = 0.15
}
