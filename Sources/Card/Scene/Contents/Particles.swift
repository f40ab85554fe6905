import Animation
import Geometry
import Glibc
import Paint

/// The particles of an emitter at one moment.
struct Particles {
    private let emitter: Emitter
    private let history: ParticleHistory
    private let present: PresentContent
    /// For each run of the history the flight from its end until now.
    private let flights: [ParticleFlight]
    /// In the order of their times.
    private let bursts: [ParticleState.Burst]
    private var shakes: [(shake: ParticleState.Shake, flight: ParticleFlight)] = []

    /// The newest run of `history` is the present one.
    init(
        _ emitter: Emitter, _ history: ParticleHistory, _ present: PresentContent,
        _ bursts: [ParticleState.Burst], _ shakes: [ParticleState.Shake]
    ) {
        (self.emitter, self.history, self.present) = (emitter, history, present)
        flights = history.flights(to: present.time)
        self.bursts = bursts.filter { burst in
            let moment = history.runs[history.run(at: burst.time)].moment
            return burst.time <= present.time
                && present.time - burst.time < moment.lifetime.upperBound
        }
        for shake in shakes where shake.time <= present.time {
            let run = history.run(at: shake.time)
            self.shakes.append((shake, flight(from: shake.time, in: run)))
        }
    }

    private func flight(from time: Double, in run: Int) -> ParticleFlight {
        history.flight(from: time, in: run, flights, to: present.time)
    }

    /// Particles that begin together.
    private struct Birth {
        let time: Double
        /// The index of the history's run.
        let run: Int
        /// Two numbers that no other birth has.
        let number: (Int, Int)
        let count: Int
        /// In the box; nil: each begins at a place of its own.
        let place: SIMD2<Double>?
        /// From 0 to below 1.
        let colour: Double
    }

    /// Adds what is seen, the newest last; at most `present.limit` particles, of which the oldest are
    /// left out. Gives whether there are particles, also such that are not seen.
    func add(to sprites: inout [Sprite]) -> Bool {
        guard abs(present.time) < ParticleHistory.farthest else { return false }
        let first = sprites.count
        var alive = 0
        addBirths { birth in
            for index in 0..<birth.count {
                guard alive < present.limit else { return false }
                guard let particle = Particle(birth, index, self) else { continue }
                alive += 1
                if let sprite = particle.sprite(self) { sprites.append(sprite) }
            }
            return alive < present.limit
        }
        sprites[first...].reverse()
        return alive > 0
    }

    /// Gives the births of which particles may be left, the newest first, until `body` gives false.
    private func addBirths(_ body: (Birth) -> Bool) {
        var (run, waiting) = (history.runs.count - 1, bursts[...])
        var step = ParticleHistory.step(at: present.time)
        while emitter.isWarm || step >= 0 {
            while run > 0, history.runs[run].first > step { run -= 1 }
            let (moment, start) = (history.runs[run].moment, ParticleHistory.time(ofStep: step))
            while let burst = waiting.last, burst.time >= start {
                waiting.removeLast()
                guard body(birth(burst)) else { return }
            }
            if present.time - ParticleHistory.time(ofStep: step + 1) > moment.lifetime.upperBound {
                guard run > 0 else { return }
                step = history.runs[run].first - 1
                continue
            }
            let count = Self.births(moment.rate, step, emitter.seed)
            for index in (0..<count).reversed() {
                let birth = birth(index, of: count, step, run)
                guard birth.time > present.time || body(birth) else { return }
            }
            step -= 1
        }
        for burst in waiting.reversed() { guard body(birth(burst)) else { return } }
    }

    /// How many births a step has: in the mean `rate` a second, spread evenly by the golden ratio.
    static func births(_ rate: Double, _ step: Int, _ seed: Int) -> Int {
        let expected = rate / ParticleHistory.stepsPerSecond
        let turns =
            (UInt64(bitPattern: Int64(step)) &+ UInt64(bitPattern: Int64(seed)))
            &* 0x9E37_79B9_7F4A_7C15
        let share = Double(turns >> 11) * 0x1p-53
        return Int(expected) + (share < expected - expected.rounded(.down) ? 1 : 0)
    }

    private func birth(_ index: Int, of count: Int, _ step: Int, _ run: Int) -> Birth {
        var numbers = HashedNumbers(emitter.seed, step, index)
        let part = (Double(index) + numbers.next()) / Double(count)
        return Birth(
            time: ParticleHistory.time(ofStep: step) + part / ParticleHistory.stepsPerSecond,
            run: run, number: (step, index), count: emitter.cluster,
            place: emitter.origin.place(in: present.size, &numbers), colour: numbers.next())
    }

    private func birth(_ burst: ParticleState.Burst) -> Birth {
        // The births of a step have an index of at least 0.
        let number = (burst.number, -1)
        var numbers = HashedNumbers(emitter.seed, number.0, number.1)
        let common = emitter.origin.place(in: present.size, &numbers)
        return Birth(
            time: burst.time, run: history.run(at: burst.time), number: number,
            count: burst.count, place: burst.place ?? (emitter.cluster > 1 ? common : nil),
            colour: numbers.next())
    }

    /// One of them.
    private struct Particle {
        let age, lifetime: Double
        let place, velocity: SIMD2<Double>
        /// Degrees a second.
        let spin: Double
        let colour: Double
        private var numbers: HashedNumbers

        /// Nil if its life has ended.
        init?(_ birth: Birth, _ index: Int, _ all: Particles) {
            let moment = all.history.runs[birth.run].moment
            // Those with the last index 0 are the birth's own.
            numbers = HashedNumbers(all.emitter.seed, birth.number.0, birth.number.1, index + 1)
            age = all.present.time - birth.time
            lifetime = numbers.next(in: moment.lifetime)
            guard age < lifetime else { return nil }
            let angle = (moment.direction + moment.cone * (numbers.next() - 0.5)) * .pi / 180
            let speed = numbers.next(in: moment.speed)
            let flight = all.flight(from: birth.time, in: birth.run)
            let start = SIMD2(cos(angle), -sin(angle)) * speed
            let own = all.emitter.origin.place(in: all.present.size, &numbers)
            var place = (birth.place ?? own) + flight.way(start)
            var velocity = flight.velocity(start)
            for (shake, flight) in all.shakes where shake.time > birth.time {
                let kick = Self.kick(
                    all.emitter,
                    HashedNumbers(shake.number, birth.number.0, birth.number.1, index))
                place += kick * flight.reach
                velocity += kick * flight.remaining
            }
            (self.place, self.velocity) = (place, velocity)
            spin = numbers.next(in: moment.spin)
            let choice = numbers.next()
            colour = all.emitter.cluster > 1 ? birth.colour : choice
        }

        /// The velocity that a shake adds.
        private static func kick(
            _ emitter: Emitter, _ random: HashedNumbers
        ) -> SIMD2<Double> {
            var numbers = random
            let (angle, speed) = (2 * .pi * numbers.next(), 0.5 + 0.5 * numbers.next())
            return SIMD2(cos(angle), sin(angle)) * speed * emitter.shake
        }

        /// What is seen of it; nil if nothing is.
        func sprite(_ all: Particles) -> Sprite? {
            var numbers = numbers
            let share = age / lifetime
            var colour = all.emitter.colours.colour(at: share, choice: colour)
            colour.w *= Float(
                numbers.next(in: all.present.range(.lowOpacity, .highOpacity))
                    * (all.emitter.opacityOverLife?.value(at: share) ?? 1))
            let size =
                numbers.next(in: all.present.range(.lowSize, .highSize))
                * (all.emitter.sizeOverLife?.value(at: share) ?? 1)
            guard colour.w > 1.0 / 1024, size > 0 else { return nil }
            let place = place + sway(all.present[.turbulence], &numbers)
            let phase = 2 * .pi * numbers.next()
            let turn = spin * age * .pi / 180
            var sprite = Sprite(
                at: Point(x: place.x, y: place.y), width: Float(size), height: Float(size),
                angle: Float(phase + turn), colour: colour)
            switch all.emitter.shape {
            case .disc, .glow, .bubble: sprite.angle = 0
            case .square: if spin != 0 { sprite.tumble(phase + 1.3 * turn) }
            case .star: if spin == 0 { sprite.angle = 0 }
            case .streak: break
            }
            if all.emitter.shape == .streak || all.emitter.trail > 0 {
                sprite.follow(velocity, trail: all.emitter.trail)
            }
            return sprite
        }

        /// How far it sways by now.
        private func sway(
            _ points: Double, _ numbers: inout HashedNumbers
        ) -> SIMD2<Double> {
            func wave(_ turnsPerSecond: Double) -> Double {
                sin(2 * .pi * (turnsPerSecond * age + numbers.next()))
            }
            let speed = numbers.next(in: 0.15...0.4)
            let across = 0.7 * wave(speed) + 0.3 * wave(2.3 * speed)
            let along = 0.4 * wave(1.4 * speed)
            return SIMD2(across, along) * (points * min(1, age))
        }
    }
}

extension Sprite {
    /// Turns a square out of the plane, as paper that falls: an angle about the axis across it.
    fileprivate mutating func tumble(_ angle: Double) {
        let facing = Float(abs(cos(angle)))
        height *= max(0.12, facing)
        let light = 0.7 + 0.3 * facing
        colour = SIMD4(colour.x * light, colour.y * light, colour.z * light, colour.w)
    }

    /// Turns it into the direction of a velocity; its tail is as long as its way in `trail` seconds.
    fileprivate mutating func follow(_ velocity: SIMD2<Double>, trail: Double) {
        let tail = (velocity * velocity).sum().squareRoot() * trail
        angle = Float(atan2(velocity.y, velocity.x))
        width += Float(tail)
        let (x, y) = (Double(cos(angle)), Double(sin(angle)))
        place = Point(x: place.x - x * tail / 2, y: place.y - y * tail / 2)
    }
}

extension Emitter.Origin {
    /// A place in a box.
    fileprivate func place(in box: Size, _ numbers: inout HashedNumbers) -> SIMD2<Double> {
        let (x, y) = (numbers.next(), numbers.next())
        switch self {
        case .point: return SIMD2(box.width / 2, box.height / 2)
        case .lineTop: return SIMD2(x * box.width, 0)
        case .box: return SIMD2(x * box.width, y * box.height)
        case .edge:
            let way = 2 * x * (box.width + box.height)
            let (isUpper, along) =
                way < box.width + box.height
                ? (true, way) : (false, way - box.width - box.height)
            if along < box.width { return SIMD2(along, isUpper ? 0 : box.height) }
            return SIMD2(isUpper ? box.width : 0, along - box.width)
        }
    }
}
