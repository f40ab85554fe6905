import Geometry

/// What of an emitter's numbers matters to particles that began at a time, or flew at it.
struct EmitterMoment: Equatable {
    let rate: Double
    let lifetime, speed, spin: ClosedRange<Double>
    /// Degrees.
    let direction, cone: Double
    /// Points per square second of the box, y down: gravity and wind.
    let acceleration: SIMD2<Double>
    let drag: Double

    init(_ emitter: Emitter, _ moment: ContentMoment) {
        func number(_ parameter: Emitter.Parameter) -> Double {
            moment.parameters[parameter.rawValue]
        }
        func range(_ low: Emitter.Parameter, _ high: Emitter.Parameter) -> ClosedRange<Double> {
            let (low, high) = (number(low), number(high))
            return min(low, high)...max(low, high)
        }
        rate = number(.rate)
        lifetime = range(.lowLifetime, .highLifetime)
        speed = range(.lowSpeed, .highSpeed)
        spin = range(.lowSpin, .highSpin)
        (direction, cone, drag) = (number(.direction), number(.cone), number(.drag))
        let down =
            switch emitter.down {
            case .screen: SIMD2(0, 1.0)
            case .real: SIMD2(-moment.up.x, moment.up.y)
            }
        acceleration = down * number(.gravity) + SIMD2(number(.wind) * drag, 0)
    }
}

/// How an emitter was in the steps of the scene's time: step n begins at n/120 seconds.
struct ParticleHistory: Equatable {
    static let stepsPerSecond = 120.0
    /// The longest lifetime, seconds: what is older is forgotten.
    static let longest = ParameterKind.lifetime.range.upperBound

    /// Steps in which it was the same: up to the next run's first step.
    struct Run: Equatable {
        let first: Int
        let moment: EmitterMoment

        var start: Double { ParticleHistory.time(ofStep: first) }
    }

    /// The first one counts for all time before it, too, and the last one for all time after it.
    private(set) var runs: [Run] = []
    /// The first step that is not known.
    private var next = 0

    /// Seconds: beyond this time, which no display reaches, there are no particles.
    static let farthest = 1e12

    /// The number of the step in which a time lies.
    static func step(at time: Double) -> Int { step(time, rounded: .down) }

    /// The number of the first step that does not begin before a time.
    static func firstStep(from time: Double) -> Int { step(time, rounded: .up) }

    private static func step(_ time: Double, rounded rule: FloatingPointRoundingRule) -> Int {
        let near = time.isNaN ? 0 : min(max(time, -farthest), farthest)
        return Int((near * stepsPerSecond).rounded(rule))
    }

    /// When a step begins.
    static func time(ofStep step: Int) -> Double { Double(step) / stepsPerSecond }

    /// How many moments the histories of a scene take together.
    private static let mostMoments = 40_000

    /// Takes the steps that began before `end`. `moment` gives how the emitter was at a time.
    mutating func advance(
        beforeStep end: Int, _ driven: DrivenContent, _ moment: (Double) -> EmitterMoment
    ) {
        guard end > next else { return }
        let changing = driven.parameters.filter { $0 <= Emitter.Parameter.drag.rawValue }
        if changing.isEmpty || runs.isEmpty {
            append(moment(Self.time(ofStep: next)), from: next)
        }
        if !changing.isEmpty {
            let lifetimes = [Emitter.Parameter.lowLifetime, .highLifetime].map(\.rawValue)
            let known = runs.last?.moment.lifetime.upperBound ?? Self.longest
            let seconds = changing.isDisjoint(with: lifetimes) ? known : Self.longest
            // Of many emitters each step is not taken, so that a frame's time stays bounded.
            let all = driven.contents * Self.step(at: Self.longest)
            let spacing = (all + Self.mostMoments - 1) / Self.mostMoments
            let first = max(next, end - Self.step(at: seconds) - 2 * spacing)
            let start = (first + spacing - 1) / spacing * spacing
            for step in stride(from: start, to: end, by: spacing) {
                append(moment(Self.time(ofStep: step)), from: step)
            }
        }
        next = end
        forget()
    }

    private mutating func append(_ moment: EmitterMoment, from step: Int) {
        if runs.last?.moment != moment { runs.append(Run(first: step, moment: moment)) }
    }

    /// Forgets the runs of which no particle can be left, most of the time.
    private mutating func forget() {
        let longest = runs.reduce(0) { max($0, $1.moment.lifetime.upperBound) }
        let oldest = next - Self.step(at: longest) - 2
        let kept = runs.lastIndex { $0.first <= oldest } ?? 0
        // Each removal moves all others.
        if kept > runs.count / 2 { runs.removeFirst(kept) }
    }

    /// For each run the flight from its end to a time, which lies in the last run.
    func flights(to time: Double) -> [ParticleFlight] {
        var flights = [ParticleFlight](repeating: ParticleFlight(), count: runs.count)
        for index in runs.indices.dropLast().reversed() {
            flights[index] = flight(from: runs[index + 1].start, in: index + 1, flights, to: time)
        }
        return flights
    }

    /// The flight from a time in a run to `time`; `flights` are those of the runs' ends.
    func flight(
        from start: Double, in run: Int, _ flights: [ParticleFlight], to time: Double
    ) -> ParticleFlight {
        let end = run + 1 < runs.count ? runs[run + 1].start : time
        let moment = runs[run].moment
        return ParticleFlight(
            max(0, end - start), acceleration: moment.acceleration, drag: moment.drag
        )
        .followed(by: flights[run])
    }

    /// The index of the run in which a time lies.
    func run(at time: Double) -> Int {
        var (low, high) = (0, runs.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if runs[middle].start <= time { low = middle } else { high = middle }
        }
        return low
    }
}
