import Animation
import Testing

@Suite struct EdgeTransitionTests {
    static let rotation = TransitionValues(before: -2.5, identity: 0, after: 2.5)

    @Test(arguments: [
        (0.0, 0, 0.0, 0.0), (15, 1, 0.5, 1.25), (-15, -1, 0.5, -1.25), (30, 1, 1, 2.5),
        (-90, -1, 1, -2.5), (.infinity, 1, 1, 2.5), (.nan, 0, 0, 0),
    ])
    func `the tilt gives side, fraction and value`(
        tilt: Double, side: Int, fraction: Double, value: Double
    ) {
        let transition = EdgeTransition(limit: 30)
        #expect(transition.side(at: tilt) == side)
        #expect(abs(transition.fraction(at: tilt) - fraction) < 1e-12)
        #expect(abs(transition.value(of: Self.rotation, at: tilt) - value) < 1e-12)
    }

    @Test func `the curve runs forwards coming in and backwards leaving`() {
        let transition = EdgeTransition(limit: 1, curve: .easeIn)
        for part in [0.1, 0.25, 0.5, 0.75, 0.9] {
            // `part` of the way from the edge to the middle.
            let eased = UnitCurve.easeIn.value(at: part)
            for side in [-1.0, 1] {
                #expect(abs(transition.fraction(at: side * (1 - part)) - (1 - eased)) < 1e-9)
            }
        }
        #expect(transition.fraction(at: 0) == 0 && transition.fraction(at: 1) == 1)
    }

    @Test(arguments: [0.0, -1, .nan]) func `without a limit the effect is complete at once`(
        limit: Double
    ) {
        let transition = EdgeTransition(limit: limit)
        #expect(transition.fraction(at: 0) == 0)
        #expect(transition.fraction(at: 1e-9) == 1)
    }
}
