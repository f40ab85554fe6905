import Glibc

/// How a particle's place and velocity at a later time follow from those at an earlier one: both are
/// linear in the velocity. Vectors are points of the layer's box, y down.
///
/// While the acceleration a and the drag k are constant, v' = a - k v. So after d seconds
/// v = v₀ e^(-kd) + a f₁ and x = x₀ + v₀ f₁ + a f₂, with f₁ = (1 - e^(-kd))/k and f₂ = (d - f₁)/k;
/// without drag f₁ = d and f₂ = d²/2.
struct ParticleFlight: Equatable {
    /// What remains of a velocity, and the seconds for which it would lead as far.
    private(set) var remaining = 1.0
    private(set) var reach = 0.0
    /// What acceleration adds to the velocity and to the place.
    private var addedVelocity = SIMD2<Double>.zero
    private var addedWay = SIMD2<Double>.zero

    /// No time passes.
    init() {}

    /// `seconds`, at least 0, pass with an acceleration and a drag, at least 0.
    init(_ seconds: Double, acceleration: SIMD2<Double>, drag: Double) {
        let (first, second) = Self.factors(seconds, drag)
        (remaining, reach) = (exp(-drag * seconds), first)
        (addedVelocity, addedWay) = (acceleration * first, acceleration * second)
    }

    /// f₁ and f₂.
    private static func factors(_ seconds: Double, _ drag: Double) -> (Double, Double) {
        let x = drag * seconds
        // Where x is small, the differences would lose their digits.
        guard x > 1e-3 else {
            let first = 1 - x * (1.0 / 2 - x * (1.0 / 6 - x / 24))
            let second = 1.0 / 2 - x * (1.0 / 6 - x * (1.0 / 24 - x / 120))
            return (seconds * first, seconds * seconds * second)
        }
        let first = -expm1(-x) / drag
        return (first, (seconds - first) / drag)
    }

    /// This flight, and then another.
    func followed(by next: ParticleFlight) -> ParticleFlight {
        var flight = ParticleFlight()
        flight.remaining = remaining * next.remaining
        flight.reach = reach + remaining * next.reach
        flight.addedVelocity = addedVelocity * next.remaining + next.addedVelocity
        flight.addedWay = addedWay + addedVelocity * next.reach + next.addedWay
        return flight
    }

    /// How far it leads with a velocity at its beginning.
    func way(_ start: SIMD2<Double>) -> SIMD2<Double> { start * reach + addedWay }

    /// The velocity at its end.
    func velocity(_ start: SIMD2<Double>) -> SIMD2<Double> { start * remaining + addedVelocity }
}
