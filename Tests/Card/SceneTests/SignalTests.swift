import Animation
import Geometry
import Motion
import Scene
import Testing

@Suite struct SignalTests {
    /// What a driver that follows a signal without keys, range or pace gives.
    private func value(
        _ signal: Signal, _ inputs: [Input], states: TiltStateSettings = .init(),
        at time: Double = 0
    ) -> Double {
        let kind = Driver.Kind.follow(signal, Conversion(), nil, .atOnce)
        return Scene.single([(.rotation, kind)], states: states)
            .value(.rotation, at: time, after: inputs)
    }

    private static let tilts: Tilts = {
        var tilts = Tilts(card: 30, aboutVertical: -20, aboutHorizontal: 10)
        (tilts.roll, tilts.pitch, tilts.turnRate) = (5, -6, 7)
        return tilts
    }()

    @Test(arguments: [
        (Signal.tilt, 30.0), (.front, 0.5), (.forward, 0.5), (.middle, 1), (.backward, 0),
        (.sweep, 1.5), (.tiltX, -20), (.tiltY, 10), (.roll, 5), (.pitch, -6), (.turnRate, 7),
        (.pointerX, 0.25), (.pointerY, -0.75), (.time, 3),
    ])
    func `each signal has its value`(signal: Signal, expected: Double) {
        let inputs = [
            Input(.tilts(Self.tilts), at: 1), Input(.pointer(Point(x: 0.25, y: -0.75)), at: 2),
        ]
        #expect(value(signal, inputs, at: 3) == expected)
    }

    @Test(arguments: [
        (-90.0, 0.0, 0.0, 1.0), (-60, 0, 0, 1), (-15, 0, 0.75, 0.25), (-0.5, 0, 1, 0),
        (0, 0, 1, 0), (15, 0.25, 1, 0), (60, 1, 1, 0), (180, 1, 1, 0), (.nan, 0, 1, 0),
    ])
    func `the tilt's own signals follow the classic table`(
        tilt: Double, front: Double, middle: Double, backward: Double
    ) {
        #expect(value(.front, [.tilt(tilt)]) == front && value(.forward, [.tilt(tilt)]) == front)
        #expect(value(.middle, [.tilt(tilt)]) == middle)
        #expect(value(.backward, [.tilt(tilt)]) == backward)
        #expect(value(.sweep, [.tilt(tilt)]) == front + middle)
    }

    @Test func `before the first tilt every signal but the time is that of a card at rest`() {
        for signal in Signal.allCases {
            let rest = [Signal.middle, .sweep].contains(signal) ? 1.0 : signal == .time ? 2 : 0
            #expect(value(signal, [], at: 2) == rest)
        }
    }

    @Test func `hysteresis keeps the state for the signals too`() {
        let states = TiltStateSettings(flatDegrees: 5, hysteresisDegrees: 3)
        #expect(value(.front, [.tilt(4)], states: states) == 0)
        #expect(isNear(value(.front, [.tilt(10), .tilt(4)], states: states), 4.0 / 60))
        #expect(value(.front, [.tilt(10), .tilt(1), .tilt(4)], states: states) == 0)
        #expect(value(.backward, [.tilt(10), .tilt(-4)], states: states) == 0)
    }

    @Test func `expected tilts count for one look only`() {
        let states = TiltStateSettings(flatDegrees: 5, hysteresisDegrees: 3)
        let kind = Driver.Kind.follow(.front, Conversion(), nil, .atOnce)
        let scene = Scene.single([(.opacity, kind)], states: states)
        let state = scene.state(after: [.tilt(4)])
        func opacity(_ tilt: Double?) -> Double {
            let tilts = tilt.map { Tilts($0, about: .horizontal) }
            return scene.evaluate(state, at: 0, expecting: tilts).layers[0].opacity
        }
        #expect(opacity(30) == 0.5 && opacity(4) == 0 && opacity(nil) == 0)
    }

    @Test func `names are those of the manual`() {
        let names = [
            "tilt", "front", "middle", "forward", "backward", "sweep", "tilt-x", "tilt-y", "roll",
            "pitch", "turn-rate", "pointer-x", "pointer-y", "time",
        ]
        #expect(Signal.allCases.map(\.rawValue) == names)
    }
}
