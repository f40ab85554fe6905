import Geometry
import Paint

/// Particles that an emitter in the layer's box makes.
public struct ParticleContent: LayerContent {
    /// The most particles of a card at a time.
    public static let mostParticles = 10_000

    /// With the present numbers.
    public private(set) var emitter: Emitter
    /// The index of the picture that each of them shows; nil: the emitter's shape.
    public let picture: Int?

    public init(_ emitter: Emitter, picture: Int? = nil) {
        (self.emitter, self.picture) = (emitter, picture)
    }

    public var parameters: [Double] { emitter.numbers }
    public var parameterKinds: [ParameterKind] { Emitter.Parameter.allCases.map(\.kind) }
    public var parameterNames: [String] { Emitter.Parameter.allCases.map(\.name) }

    public func with(_ parameters: ArraySlice<Double>) -> ParticleContent {
        var content = self
        content.emitter.numbers = Array(parameters)
        return content
    }

    public var pictures: [Int] { picture.map { [$0] } ?? [] }
    public var memory: (any ContentState)? { ParticleState(emitter) }
    public var triggers: Set<Trigger> {
        Set(emitter.bursts.map(\.trigger) + (emitter.shake == 0 ? [] : [.shake]))
    }
    public var followsGravity: Bool { emitter.down == .real }

    public var withReducedMotion: ParticleContent {
        var content = self
        (content.emitter.isStill, content.emitter.down) = (true, .screen)
        (content.emitter.bursts, content.emitter.shake) = ([], 0)
        return content
    }

    public func label(_ pictures: [String]) -> String { "particles" }
}

extension Emitter.Parameter {
    fileprivate var name: String {
        switch self {
        case .lowLifetime, .lowSpeed, .lowSpin, .lowSize, .lowOpacity: "least \(key)"
        case .highLifetime, .highSpeed, .highSpin, .highSize, .highOpacity: "most \(key)"
        default: key
        }
    }
}

/// What an emitter remembers, and where its particles are.
///
/// A particle is a function of its number and of the emitter's numbers since it began: nothing is
/// computed from frame to frame.
struct ParticleState: ContentState {
    /// At most so many bursts and shakes are remembered.
    private static let mostEvents = 64

    private let emitter: Emitter
    private var history = ParticleHistory()
    /// The newest last.
    private var bursts: [Burst] = []
    private var shakes: [Shake] = []
    /// How many events there were.
    private var eventCount = 0

    struct Burst: Equatable {
        let time: Double
        /// Its number among the events.
        let number: Int
        let count: Int
        /// In the box; nil: where the emitter's particles begin.
        let place: SIMD2<Double>?
    }

    struct Shake: Equatable {
        let time: Double
        let number: Int
    }

    init(_ emitter: Emitter) { self.emitter = emitter }

    mutating func start(_ trigger: Trigger, at time: Double, place: Point?) {
        for burst in emitter.bursts where burst.trigger == trigger {
            eventCount += 1
            bursts.append(
                Burst(
                    time: time, number: eventCount, count: burst.count,
                    place: place.map { SIMD2($0.x, $0.y) }))
        }
        if trigger == .shake, emitter.shake != 0 {
            eventCount += 1
            shakes.append(Shake(time: time, number: eventCount))
        }
        let oldest = time - ParticleHistory.longest
        bursts.removeAll { $0.time < oldest }
        shakes.removeAll { $0.time < oldest }
        bursts.removeFirst(max(0, bursts.count - Self.mostEvents))
        shakes.removeFirst(max(0, shakes.count - Self.mostEvents))
    }

    mutating func advance(
        to time: Double, _ driven: DrivenContent, _ moment: (Double) -> ContentMoment
    ) {
        guard !emitter.isStill else { return }
        let end = ParticleHistory.firstStep(from: time)
        history.advance(beforeStep: end, driven) { EmitterMoment(emitter, moment($0)) }
    }

    func addSprites(
        to sprites: inout [Sprite], _ present: PresentContent, _ driven: DrivenContent,
        _ moment: (Double) -> ContentMoment
    ) -> Double {
        guard !emitter.isStill else { return addStill(to: &sprites, present, moment) }
        var history = history
        let step = ParticleHistory.step(at: present.time)
        history.advance(beforeStep: step + 1, driven) { EmitterMoment(emitter, moment($0)) }
        // Before the scene begins there are none.
        guard let newest = history.runs.last?.moment else { return max(0, present.time) }
        let particles = Particles(emitter, history, present, bursts, shakes)
        let isAlive = particles.add(to: &sprites)
        // The rate may have begun after the last step did.
        let emits = max(newest.rate, present[.rate]) > 0
        return emits || isAlive ? present.time : .infinity
    }

    /// Adds the particles with which a scene begins whose emitter always was as it now is.
    private func addStill(
        to sprites: inout [Sprite], _ present: PresentContent,
        _ moment: (Double) -> ContentMoment
    ) -> Double {
        let now = EmitterMoment(emitter, moment(present.time))
        var history = ParticleHistory()
        history.advance(beforeStep: 1, DrivenContent(parameters: [], contents: 0)) { _ in now }
        var beginning = present
        beginning.time = 0
        _ = Particles(emitter, history, beginning, [], []).add(to: &sprites)
        return .infinity
    }
}
