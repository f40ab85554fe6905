import Animation
import Geometry
import Motion
import Scene
import Testing

@Suite struct TriggerTests {
    /// A card whose layer counts each kind of event in a property of its own.
    private func count(_ trigger: Trigger, _ events: [Input.Event]) -> Double {
        let counts = (0..<20).map(Double.init)
        let scene = Scene.single([(.offsetX, .steps(trigger, counts, .immediate))])
        let inputs = events.enumerated().map { Input($1, at: Double($0)) }
        return scene.value(.offsetX, at: 100, after: inputs)
    }

    private static let place = Point(x: 10, y: 10)

    @Test(arguments: [
        (Input.Event.tap(place), [Trigger.tap, .tapHere]), (.drag(place), [.drag]),
        (.shake, [.shake]), (.key(1), [.key1]), (.key(5), [.key5]), (.key(9), [.key9]),
        (.key(0), []), (.key(10), []), (.key(.min), []), (.pointer(place), []),
    ])
    func `an event starts what waits for it and nothing else`(
        event: Input.Event, triggers: [Trigger]
    ) {
        for trigger in Trigger.allCases {
            let shown = trigger == .shown ? 1.0 : 0
            #expect(count(trigger, [event]) == shown + (triggers.contains(trigger) ? 1 : 0))
        }
    }

    private func tilts(_ degrees: Double...) -> [Input.Event] {
        degrees.map { .tilts(Tilts($0, about: .horizontal)) }
    }

    @Test func `the first tilt is no change of the state`() {
        for trigger in [Trigger.state, .forward, .backward, .flat] {
            for tilt in [-30.0, 0, 30] { #expect(count(trigger, tilts(tilt)) == 0) }
        }
    }

    @Test func `each change of the state is told once`() {
        let way = tilts(0, 0.5, 10, 20, 60, 20, 0, -5, -70, 30)
        #expect(count(.state, way) == 4)
        #expect(count(.forward, way) == 2 && count(.flat, way) == 1 && count(.backward, way) == 1)
    }

    @Test func `an expected tilt starts nothing`() {
        let scene = Scene.single([(.rotation, .steps(.state, [0, 90], .immediate))])
        let state = scene.state(after: [.tilt(0)])
        let expected = Tilts(30, about: .horizontal)
        #expect(
            scene.evaluate(state, at: 1, expecting: expected).value(of: .rotation, layer: 0) == 0)
        #expect(scene.evaluate(state, at: 2).value(of: .rotation, layer: 0) == 0)
        #expect(state.tiltState(expecting: expected, in: scene) == .forward(30))
        #expect(state.tiltState(expecting: nil, in: scene) == .flat)
    }

    @Test func `shown comes once, at time 0`() throws {
        let scene = Scene.single([(.rotation, try .run(.shown, [.linear(to: 10, duration: 1)]))])
        #expect(scene.value(.rotation, at: 0.5, after: [.tilt(0, at: 0.3)]) == 5)
        #expect(scene.value(.rotation, at: 5, after: [.tap(at: 4.9)]) == 10)
    }

    @Test(arguments: [
        (200.0, 150.0, 1.0), (0, 0, 1), (400, 300, 1), (-1, 5, 0), (5, 301, 0), (.nan, 5, 0),
    ])
    func `a tap counts in the card`(x: Double, y: Double, expected: Double) {
        #expect(count(.tap, [.tap(Point(x: x, y: y))]) == expected)
        #expect(count(.tapHere, [.tap(Point(x: x, y: y))]) == expected)
    }

    @Test func `an input that comes late counts as being of the newest time`() {
        let scene = Scene.single([(.rotation, .steps(.tap, [0, 90], .curve(.linear, duration: 1)))])
        let inputs = [Input.tilt(0, at: 5), .tap(at: 1)]
        let state = scene.state(after: inputs)
        #expect(scene.evaluate(state, at: 5.5).value(of: .rotation, layer: 0) == 45)
        var same = scene.state(after: [.tilt(0, at: 5)])
        same.advance(by: .tap(at: .nan), in: scene)
        #expect(same == state)
    }
}

@Suite struct HitTests {
    /// Each layer turns by 90 degrees a tap, about its centre where it is turned by 0.
    private func scene(_ layers: [Scene.Layer], listening: [Int], to trigger: Trigger = .tapHere)
        -> Scene
    {
        Scene(
            size: Size(width: 400, height: 300), layers: layers,
            drivers: listening.map {
                Driver(layer: $0, .radius, .steps(trigger, [0, 1], .immediate))
            })
    }

    /// The layers that an event at a place has started.
    private func hit(_ scene: Scene, _ x: Double, _ y: Double, drag: Bool = false) -> [Int] {
        let place = Point(x: x, y: y)
        let look = scene.snapshot(after: [Input(drag ? .drag(place) : .tap(place), at: 0)])
        return scene.layers.indices.filter { look.value(of: .radius, layer: $0) == 1 }
    }

    private let small: [Property: Double] = [.width: 0.25, .height: 0.2]

    @Test func `the topmost of the layers that wait takes a tap`() {
        let layers = [Scene.Layer.colour(), .colour(values: small), .colour()]
        #expect(hit(scene(layers, listening: [0, 1]), 200, 150) == [1])
        #expect(hit(scene(layers, listening: [0, 1]), 20, 20) == [0])
        #expect(hit(scene(layers, listening: [0, 1, 2]), 200, 150) == [2])
        #expect(hit(scene(layers, listening: [1]), 20, 20) == [])
    }

    @Test func `a drag is taken as a tap is`() {
        let drags = scene([.colour(), .colour(values: small)], listening: [0, 1], to: .drag)
        #expect(hit(drags, 200, 150, drag: true) == [1] && hit(drags, 20, 20, drag: true) == [0])
        #expect(hit(drags, 200, 150) == [])
    }

    /// A box of 100 by 60 points at the centre, which is at (200, 150).
    @Test(arguments: [(249.0, 150.0, true), (251, 150, false), (200, 179, true), (200, 181, false)])
    func `a box ends at its sides`(x: Double, y: Double, isInside: Bool) {
        #expect(hit(scene([.colour(values: small)], listening: [0]), x, y) == (isInside ? [0] : []))
        // Turned by a quarter, x and y change their places.
        let turned = small.merging([.rotation: 90]) { $1 }
        let quarter = scene([.colour(values: turned)], listening: [0])
        #expect(hit(quarter, 200 + (y - 150), 150 + (x - 200)) == (isInside ? [0] : []))
        let large = small.merging([.scaleX: 2, .scaleY: 0.5]) { $1 }
        let stretched = scene([.colour(values: large)], listening: [0])
        #expect(
            hit(stretched, 200 + (x - 200) * 2, 150 + (y - 150) / 2) == (isInside ? [0] : []))
    }

    @Test func `places agree with the layer's own map through groups`() {
        var random = RandomNumbers(seed: 11)
        for _ in 0..<300 {
            let values = (0..<3).map { _ in Self.placing(&random) }
            let nested = scene(
                [
                    .group(of: 2, values: values[0]), .group(of: 1, in: 0, values: values[1]),
                    .colour(in: 1, values: values[2]),
                ], listening: [2])
            let look = nested.snapshot().layers[2]
            let part = Point(x: random.uniform() * 1.4 - 0.2, y: random.uniform() * 1.4 - 0.2)
            let isInside = (0...1).contains(part.x) && (0...1).contains(part.y)
            let place = look.toCard.apply(
                Point(x: part.x * look.size.width, y: part.y * look.size.height))
            let isInCard = (0...400).contains(place.x) && (0...300).contains(place.y)
            #expect(hit(nested, place.x, place.y) == (isInside && isInCard ? [2] : []))
        }
    }

    private static func placing(_ random: inout RandomNumbers) -> [Property: Double] {
        [
            .atX: random.uniform(), .atY: random.uniform(), .width: 0.3 + random.uniform(),
            .height: 0.3 + random.uniform(), .rotation: random.uniform() * 360,
            .scale: 0.3 + random.uniform(), .anchorX: random.uniform(),
        ]
    }

    @Test func `what a group cuts off is not hit`() {
        // The group is a turned square of 100 points with corners of 40; its layer is larger.
        let window: [Property: Double] = [
            .width: 0.25, .height: 1.0 / 3, .rotation: 45, .radius: 40,
        ]
        func layers(clips: Bool) -> [Scene.Layer] {
            [.group(of: 1, clips: clips, values: window), .colour(in: 0, values: [.scale: 3])]
        }
        let (open, cut) = (
            scene(layers(clips: false), listening: [1]), scene(layers(clips: true), listening: [1])
        )
        #expect(hit(open, 200, 150) == [1] && hit(cut, 200, 150) == [1])
        // Beyond a side, which is 50 from the centre, and in a corner, whose point is 70.7 from it.
        for (x, y) in [(240.0, 190.0), (200 + 66, 150)] {
            #expect(hit(open, x, y) == [1] && hit(cut, x, y) == [], "\(x) \(y)")
        }
        #expect(hit(cut, 200 + 53, 150) == [1])
    }

    @Test func `what is not visible is not hit`() {
        let hidden = small.merging([.visible: 0]) { $1 }
        #expect(
            hit(scene([.colour(), .colour(values: hidden)], listening: [0, 1]), 200, 150) == [0])
        let group = scene(
            [.group(of: 1, values: [.visible: 0]), .colour(in: 0)], listening: [0, 1])
        #expect(hit(group, 200, 150) == [])
        let flat = scene([.colour(values: [.scaleX: 0])], listening: [0])
        #expect(hit(flat, 200, 150) == [])
    }

    @Test func `only what bleeds is hit beyond the card`() {
        var wide = Scene.Layer.colour(values: [.scale: 3])
        #expect(hit(scene([wide], listening: [0]), -50, 150) == [])
        wide.bleeds = true
        #expect(hit(scene([wide], listening: [0]), -50, 150) == [0])
        wide.parent = 0
        #expect(hit(scene([.group(of: 1), wide], listening: [1]), -50, 150) == [])
    }

    @Test func `a layer is hit where it is at the time of the tap`() throws {
        let away = try Driver.Kind.run(.shown, [.linear(to: 150, duration: 1)])
        let moving = Scene(
            size: Size(width: 400, height: 300), layers: [.colour(values: small)],
            drivers: [
                Driver(layer: 0, .offsetX, away),
                Driver(layer: 0, .radius, .steps(.tapHere, [0, 1], .immediate)),
            ])
        #expect(moving.value(.radius, at: 0, after: [.tap(200, 150)]) == 1)
        #expect(moving.value(.radius, at: 1, after: [.tap(200, 150, at: 1)]) == 0)
        #expect(moving.value(.radius, at: 1, after: [.tap(350, 150, at: 1)]) == 1)
    }
}
