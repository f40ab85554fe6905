import Animation
import Geometry
import Glibc
import Motion
import Paint
import Testing

@testable import Scene

/// Where particles are, and when.
@Suite struct ParticleTests {
    private static let box = Size(width: 400, height: 300)

    private func scene(
        _ emitter: Emitter, visible: Double = 1, _ drivers: [Driver] = []
    ) -> Scene {
        Scene(
            size: Self.box,
            layers: [
                .colour(),
                Scene.Layer(ParticleContent(emitter), name: "p", values: [.visible: visible]),
            ], drivers: drivers)
    }

    private func sprites(
        _ scene: Scene, at time: Double, after inputs: [Input] = []
    ) -> [Sprite] {
        Array(scene.snapshot(at: time, after: inputs).sprites(ofLayer: 1))
    }

    /// An emitter that makes one particle at each tap, which flies to the right and lives long.
    private func single(_ numbers: [Emitter.Parameter: Double] = [:]) -> Emitter {
        var emitter = Emitter([
            .lowLifetime: 50, .highLifetime: 50, .lowSpeed: 30, .highSpeed: 30, .direction: 0,
            .cone: 0,
        ])
        for (parameter, number) in numbers { emitter[parameter] = number }
        emitter.bursts = [.init(on: .tap, count: 1)]
        return emitter
    }

    private let tap = Input.tap(100, 50, at: 1)

    // MARK: The closed form

    @Test func `without drag a particle is where p + v t + g t²/2 has it`() {
        let scene = scene(single([.gravity: 200]))
        for time in [1, 1.004, 1.5, 2.25, 3.7, 40] {
            let age = time - 1
            let place = sprites(scene, at: time, after: [tap]).first?.place
            #expect(isNear(place?.x ?? 0, 100 + 30 * age), "\(time)")
            #expect(isNear(place?.y ?? 0, 50 + 100 * age * age), "\(time)")
        }
        #expect(sprites(scene, at: 0.99, after: [tap]).isEmpty)
        #expect(sprites(scene, at: 51, after: [tap]).isEmpty)
    }

    @Test(arguments: [1e-9, 1e-4, 0.9e-3, 1.1e-3, 0.5, 20])
    func `with drag it comes to the speed of the wind`(drag: Double) {
        let scene = scene(single([.gravity: 200, .wind: -40, .drag: drag]))
        for time in [1.25, 2, 3] {
            let age = time - 1
            let (slowed, fallen) = Self.integrated(drag: drag, seconds: age)
            let place = sprites(scene, at: time, after: [tap]).first?.place ?? Point(x: 0, y: 0)
            #expect(isNear(place.x, 100 + 30 * slowed - 40 * drag * fallen, within: 1e-6))
            #expect(isNear(place.y, 50 + 200 * fallen, within: 1e-6))
        }
    }

    /// How far a particle of speed 1 comes, and one that an acceleration of 1 moves: by small steps.
    private static func integrated(drag: Double, seconds: Double) -> (Double, Double) {
        let steps = 20_000
        let step = seconds / Double(steps)
        var (place, speed) = (SIMD2(0.0, 0), SIMD2(1.0, 0))
        let acceleration = SIMD2(0.0, 1)
        for _ in 0..<steps {
            // The midpoint method.
            let middle = speed + (acceleration - speed * drag) * (step / 2)
            place += middle * step
            speed += (acceleration - middle * drag) * step
        }
        return (place.x, place.y)
    }

    @Test func `it begins at the tap, else where the emitter has its particles begin`() {
        var emitter = single()
        emitter.bursts.append(.init(on: .shake, count: 3))
        let inputs = [Input.tap(10, 20, at: 1), Input(.shake, at: 2)]
        let places = sprites(scene(emitter), at: 2, after: inputs).map(\.place)
        #expect(places.count == 4)
        #expect(places.filter { $0 == Point(x: 200, y: 150) }.count == 3)
        #expect(places.contains { isNear($0.x, 40) && isNear($0.y, 20) })
    }

    @Test func `particles of a shake begin anywhere in the box, a shell's together`() {
        var emitter = single()
        (emitter.bursts, emitter.origin) = ([.init(on: .shake, count: 400)], .box)
        let shake = [Input(.shake, at: 1)]
        let places = sprites(scene(emitter), at: 1, after: shake).map(\.place)
        #expect(abs(places.count { $0.x < 200 } - 200) < 50)
        #expect(abs(places.count { $0.y < 150 } - 200) < 50)
        emitter.cluster = 2
        #expect(Set(sprites(scene(emitter), at: 1, after: shake).map(\.place.x)).count == 1)
    }

    @Test func `where a particle begins says nothing of where it flies`() {
        var emitter = Emitter([
            .rate: 2000, .lowLifetime: 1, .highLifetime: 1, .lowSpeed: 1, .highSpeed: 9,
            .lowSize: 1, .highSize: 9,
        ])
        (emitter.origin, emitter.isWarm) = (.box, true)
        let scene = scene(emitter)
        var still = emitter
        (still[.lowSpeed], still[.highSpeed]) = (0, 0)
        let moved = sprites(scene, at: 3)
        let places = sprites(self.scene(still), at: 3)
        #expect(moved.count == places.count && moved.count > 1900)
        let ways = zip(moved, places).map { $0.place.x - $1.place.x }
        let numbers: [(String, [Double], [Double])] = [
            ("place and way", places.map(\.place.x), ways),
            ("height and way", places.map(\.place.y), ways),
            ("size and place", places.map { Double($0.width) }, places.map(\.place.x)),
            ("size and way", places.map { Double($0.width) }, ways),
            ("place and height", places.map(\.place.x), places.map(\.place.y)),
        ]
        for (words, some, others) in numbers {
            #expect(abs(Self.correlation(some, others)) < 0.1, "\(words)")
        }
    }

    private static func correlation(_ some: [Double], _ others: [Double]) -> Double {
        let count = Double(some.count)
        let (mean, other) = (some.reduce(0, +) / count, others.reduce(0, +) / count)
        let pairs = zip(some, others).map { ($0 - mean, $1 - other) }
        let product = pairs.reduce(0) { $0 + $1.0 * $1.1 }
        let squares = pairs.reduce((0, 0)) { ($0.0 + $1.0 * $1.0, $0.1 + $1.1 * $1.1) }
        return product / (squares.0 * squares.1).squareRoot()
    }

    @Test func `a tap counts in the layer's own box`() {
        var layer = Scene.Layer(ParticleContent(single()), name: "p")
        layer[.width] = 0.5
        layer[.height] = 0.5
        layer[.rotation] = 90
        let scene = Scene(size: Self.box, layers: [.colour(), layer])
        let snapshot = scene.snapshot(at: 1, after: [tap])
        let place = snapshot.sprites(ofLayer: 1).first?.place ?? Point(x: 0, y: 0)
        let seen = snapshot.layers[1].toCard.apply(place)
        #expect(isNear(seen.x, 100) && isNear(seen.y, 50))
    }

    @Test func `a tap beyond the vanishing line begins where the others do`() {
        var layer = Scene.Layer(ParticleContent(single()), name: "p")
        (layer[.rotationX], layer[.perspective]) = (80, 300)
        let scene = Scene(size: Self.box, layers: [.colour(), layer])
        // The plane's vanishing line lies above the middle.
        for y in [0, 10.0, 90, 96.5, 97, 97.5, 120] {
            let place =
                scene.snapshot(at: 1, after: [.tap(200, y, at: 1)]).sprites(ofLayer: 1)
                .first?.place ?? Point(x: .infinity, y: 0)
            #expect(abs(place.x) < 1e6 && abs(place.y) < 1e6, "\(y): \(place)")
        }
    }

    // MARK: Gravity

    private func held(_ x: Double, _ y: Double, at time: Double) -> Input {
        var tilts = Tilts(0, about: .horizontal)
        (tilts.upX, tilts.upY) = (x, y)
        return Input(.tilts(tilts), at: time)
    }

    @Test func `real gravity pulls to the floor, as the card is held`() {
        var emitter = single([.gravity: 100, .lowSpeed: 0, .highSpeed: 0])
        emitter.down = .real
        let scene = scene(emitter)
        // The right side is up, then the screen lies, then its top is up.
        let inputs = [
            held(1, 0, at: 0.5), tap, held(0, 0, at: 2), held(0, 1, at: 3),
        ]
        let fallen = sprites(scene, at: 2, after: inputs)[0].place
        #expect(isNear(fallen.x, 100 - 50) && isNear(fallen.y, 50))
        let drifted = sprites(scene, at: 3, after: inputs)[0].place
        #expect(isNear(drifted.x, 100 - 150) && isNear(drifted.y, 50))
        let last = sprites(scene, at: 4, after: inputs)[0].place
        #expect(isNear(last.x, 100 - 250) && isNear(last.y, 50 + 50))
        #expect(scene.signals.isSuperset(of: [.roll, .pitch]))
        #expect(self.scene(single()).signals.isDisjoint(with: [.roll, .pitch]))
    }

    // MARK: Time

    /// Inputs of every kind, and an emitter with all that moves.
    private static let inputs = (0..<120).map { number -> Input in
        let time = Double(number) * 0.037
        switch number % 17 {
        case 3: return Input(.shake, at: time)
        case 8: return .tap(Double(number), 40, at: time)
        default:
            var tilts = Tilts(30 * sin(Double(number) / 9), about: .horizontal)
            (tilts.upX, tilts.upY) = (0.4 * sin(Double(number) / 7), 0.6)
            return Input(.tilts(tilts), at: time)
        }
    }

    private func lively(_ preset: Emitter.Preset) throws -> Scene {
        var emitter = Emitter(preset)
        (emitter.down, emitter.shake, emitter.seed) = (.real, 200, 3)
        emitter.bursts = [.init(on: .tap, count: 20)]
        let follow = try Driver.Kind.follow(.tiltY, over: -30...30, [5, 60])
        let smooth = try Driver.Kind.follow(
            .tiltY, over: -30...30, [-80, 80], .spring(Spring(duration: 0.6)))
        return scene(emitter, [driver(.rate, follow), driver(.wind, smooth)])
    }

    @Test(arguments: Emitter.Preset.allCases)
    func `it is the same at any frame rate and after a jump`(preset: Emitter.Preset) throws {
        let scene = try lively(preset)
        let jumped = sprites(scene, at: 4.4, after: Self.inputs)
        #expect(!jumped.isEmpty)
        for rate in [7.0, 60, 144] {
            var (state, waiting) = (SceneState(of: scene), Self.inputs[...])
            var snapshot = Snapshot()
            for frame in 0...Int(4.4 * rate) {
                let time = Double(frame) / rate
                while let input = waiting.first, input.time <= time {
                    state.advance(by: input, in: scene)
                    waiting.removeFirst()
                }
                scene.evaluate(state, at: time, into: &snapshot)
            }
            for input in waiting where input.time <= 4.4 { state.advance(by: input, in: scene) }
            scene.evaluate(state, at: 4.4, into: &snapshot)
            #expect(Array(snapshot.sprites(ofLayer: 1)) == jumped, "\(rate)")
        }
    }

    @Test func `another seed makes other particles`() {
        var (one, other) = (Emitter(.snow), Emitter(.snow))
        (one.seed, other.seed) = (1, 2)
        #expect(sprites(scene(one), at: 3) == sprites(scene(one), at: 3))
        #expect(sprites(scene(one), at: 3) != sprites(scene(other), at: 3))
    }

    @Test(arguments: [0.3, 2, 45, 777])
    func `the rate is met, and births are spread`(rate: Double) {
        let counts = (0..<120 * 600).map { Particles.births(rate, $0, 5) }
        #expect(abs(Double(counts.reduce(0, +)) - rate * 600) <= 2)
        // In each ten seconds.
        for start in stride(from: 0, to: counts.count, by: 1200) {
            let sum = counts[start..<start + 1200].reduce(0, +)
            #expect(abs(Double(sum) - rate * 10) <= 3, "\(start)")
        }
    }

    @Test func `a warm emitter has run before, another one begins empty`() {
        var emitter = Emitter([.rate: 100, .lowLifetime: 2, .highLifetime: 2])
        #expect(sprites(scene(emitter), at: 0).count <= 1)
        let count = sprites(scene(emitter), at: 1).count
        #expect(abs(count - 100) <= 2)
        emitter.isWarm = true
        for time in [0, 1, 5.5] { #expect(abs(sprites(scene(emitter), at: time).count - 200) <= 3) }
    }

    @Test func `a rate counts from when it was driven`() throws {
        let follow = try Driver.Kind.follow(.tiltY, over: 0...10, [0, 100])
        let emitter = Emitter([.lowLifetime: 1, .highLifetime: 1])
        let scene = scene(
            emitter,
            [Driver(layer: 1, .content(Emitter.Parameter.rate.rawValue, .rate), follow)])
        let inputs = [Input.tilt(10, at: 1), Input.tilt(0, at: 1.5)]
        #expect(sprites(scene, at: 1, after: inputs).count <= 1)
        #expect(abs(sprites(scene, at: 1.5, after: inputs).count - 50) <= 2)
        #expect(abs(sprites(scene, at: 2.25, after: inputs).count - 25) <= 2)
        #expect(sprites(scene, at: 2.6, after: inputs).isEmpty)
    }

    private func driver(_ parameter: Emitter.Parameter, _ kind: Driver.Kind) -> Driver {
        Driver(layer: 1, .content(parameter.rawValue, parameter.kind), kind)
    }

    @Test func `a lifetime that is driven by the time is the same after a needless input`() throws {
        let keys = try Keys([(0, 1), (5, 20), (10, 1)])
        let scene = scene(
            Emitter([.rate: 40]),
            [.lowLifetime, .highLifetime].map {
                driver($0, .follow(.time, Conversion(), keys, .atOnce))
            })
        let alone = sprites(scene, at: 12)
        let pointer = Input(.pointer(Point(x: 0, y: 0)), at: 5)
        #expect(alone.count > 60 && alone == sprites(scene, at: 12, after: [pointer]))
    }

    @Test func `a rate that begins between two steps is awake at once`() throws {
        let keys = try Keys([(1.001, 0), (1.0011, 100)])
        let scene = scene(Emitter(), [driver(.rate, .follow(.time, Conversion(), keys, .atOnce))])
        #expect(scene.snapshot(at: 1.002).unchangedUntil == 1.002)
        #expect(!sprites(scene, at: 1.5).isEmpty)
    }

    @Test func `many driven emitters take a bounded time`() throws {
        let follow = try Driver.Kind.follow(.time, over: 0...100, [1, 50])
        let layers = (0..<500).map { _ in
            Scene.Layer(ParticleContent(Emitter([.lowLifetime: 60, .highLifetime: 60])))
        }
        let scene = Scene(
            size: Self.box, layers: layers,
            drivers: layers.indices.map {
                Driver(layer: $0, .content(Emitter.Parameter.rate.rawValue, .rate), follow)
            })
        let snapshot = scene.snapshot(at: 80)
        #expect(layers.indices.allSatisfy { snapshot.sprites(ofLayer: $0).count <= 20 })
        #expect(snapshot.sprites.count > 5000)
    }

    // MARK: Rest and limits

    @Test func `a card rests without particles, and moves with them`() {
        let scene = scene(single())
        #expect(scene.snapshot(at: 0.5).unchangedUntil == .infinity)
        #expect(scene.snapshot(at: 2, after: [tap]).unchangedUntil == 2)
        #expect(scene.snapshot(at: 52, after: [tap]).unchangedUntil == .infinity)
        #expect(self.scene(Emitter(.snow)).snapshot(at: 3).unchangedUntil == 3)
        #expect(self.scene(Emitter(.snow), visible: 0).snapshot(at: 3).unchangedUntil == .infinity)
        #expect(sprites(self.scene(Emitter(.snow), visible: 0), at: 3).isEmpty)
        #expect(scene.triggers == [.tap])
    }

    @Test func `a card has at most ten thousand, and the oldest go first`() {
        var emitter = Emitter([
            .rate: 10_000, .lowLifetime: 60, .highLifetime: 60, .lowSpeed: 10, .highSpeed: 10,
            .direction: 0, .cone: 0,
        ])
        emitter.isWarm = true
        let all = sprites(scene(emitter), at: 0)
        #expect(all.count == 10_000)
        // Born within the last second, and drawn with the youngest over the others.
        #expect(all.allSatisfy { (200...210.1).contains($0.place.x) })
        #expect((all.last?.place.x ?? 0) < (all.first?.place.x ?? 0))
        let two = Scene(
            size: Self.box,
            layers: [.colour()]
                + (0..<2).map { _ in Scene.Layer(ParticleContent(emitter)) })
        #expect(two.snapshot().sprites(ofLayer: 1).count == 5000)
        #expect(two.snapshot().sprites(ofLayer: 2).count == 5000)
    }

    @Test func `extreme numbers stay finite`() {
        for number in [-Double.infinity, -1e300, .nan, 1e300, .infinity] {
            for preset in Emitter.Preset.allCases {
                var emitter = Emitter(preset)
                for parameter in Emitter.Parameter.allCases { emitter[parameter] = number }
                emitter.bursts.append(.init(on: .tap, count: 10_000))
                let all = sprites(scene(emitter), at: 2, after: [tap])
                #expect(all.count <= 10_000)
                #expect(all.allSatisfy { $0.place.x.isFinite && $0.place.y.isFinite })
            }
        }
    }

    @Test func `a time that is no number shows none`() {
        for time in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
            #expect(sprites(scene(Emitter(.snow)), at: time).isEmpty)
        }
        #expect(sprites(scene(Emitter(.snow)), at: 1e9).count > 100)
    }

    @Test func `before the scene begins there are none`() {
        var emitter = Emitter(.snow)
        emitter.bursts = [.init(on: .shown, count: 5)]
        for time in [-1e-9, -0.5, -1000] {
            let snapshot = scene(emitter).snapshot(at: time)
            #expect(snapshot.sprites(ofLayer: 1).isEmpty && snapshot.unchangedUntil == 0)
        }
    }

    @Test func `a shake moves those that are there, each in its own direction`() {
        var emitter = single()
        (emitter.bursts[0].count, emitter.shake) = (50, 120)
        let inputs = [tap, Input(.shake, at: 2)]
        let before = sprites(scene(emitter), at: 2, after: inputs).map(\.place)
        #expect(before.allSatisfy { isNear($0.x, 130) && isNear($0.y, 50) })
        let after = sprites(scene(emitter), at: 3, after: inputs).map(\.place)
        #expect(after.allSatisfy { (60...120.001).contains(hypot($0.x - 160, $0.y - 50)) })
        #expect(Set(after.map { Int($0.y) }).count > 20)
    }

    @Test func `a reload keeps the particles of a layer that has not changed`() {
        let old = scene(single())
        let state = old.state(after: [tap])
        let new = SceneState(of: old, continuing: state, of: old, at: 2)
        #expect(
            Array(old.evaluate(new, at: 3).sprites(ofLayer: 1))
                == sprites(old, at: 3, after: [tap]))
    }

    @Test(arguments: Emitter.Preset.allCases)
    func `the particles of a preset do not vanish suddenly in the card`(preset: Emitter.Preset) {
        // Rain ends below the card.
        guard preset != .rain else { return }
        #expect(Emitter(preset).opacityOverLife?.value(at: 1) == 0)
    }
}
