import Motion
import Testing

@Suite struct TiltStateTests {
    @Test(arguments: [
        (-0.99, TiltState.flat), (0, .flat), (0.99, .flat), (1, .forward(1)), (60, .forward(60)),
        (180, .forward(180)), (-1, .backward(1)), (-30, .backward(30)), (-180, .backward(180)),
        (180.001, .flat), (-180.001, .flat), (.nan, .flat), (.infinity, .flat), (-.infinity, .flat),
    ])
    func `tilt in degrees decides the state`(tilt: Double, state: TiltState) {
        #expect(TiltState(tilt) == state)
    }

    @Test(arguments: [
        (-180.0, 0.0, 0.0), (-61, 0, 0), (-60, 0, 0), (-59.9, 0.001667, 0), (-45, 0.25, 0),
        (-30, 0.5, 0), (-1, 0.983333, 0), (-0.99, 1, 0), (0, 1, 0), (0.99, 1, 0), (1, 1, 0.016667),
        (30, 1, 0.5), (45, 1, 0.75), (59.9, 1, 0.998333), (60, 1, 1), (61, 1, 1), (180, 1, 1),
        (.nan, 1, 0),
    ])
    func `the state decides the opacities`(tilt: Double, middle: Double, front: Double) {
        let opacities = LayerOpacities(TiltState(tilt))
        #expect(opacities.back == 1)
        // Half a unit of the table's last digit.
        #expect(abs(opacities.middle - middle) <= 5e-7)
        #expect(abs(opacities.front - front) <= 5e-7)
    }

    @Test func `the flat zone and the base angle are settings`() {
        let settings = TiltStateSettings(flatDegrees: 5, baseDegrees: 20)
        #expect(TiltState(4.9, settings) == .flat)
        #expect(TiltState(-5, settings) == .backward(5))
        #expect(LayerOpacities(.forward(5), settings).front == 0.25)
        #expect(LayerOpacities(.backward(15), settings).middle == 0.25)
    }

    @Test(arguments: [(60.0, 1.0), (90, 0.75), (120, 0.5), (180, 0)])
    func `beyond the base angle a card that returns shows its start again`(
        distance: Double, front: Double
    ) {
        let settings = TiltStateSettings(beyond: .return)
        #expect(LayerOpacities(.forward(distance), settings).front == front)
        #expect(LayerOpacities(.backward(distance), settings).middle == 1 - front)
        #expect(LayerOpacities(.forward(distance)).front == 1)
    }

    @Test func `hysteresis delays the way back to flat, and only that`() {
        let settings = TiltStateSettings(hysteresisDegrees: 0.5)
        var state = TiltState.flat
        let states = [0.9, 1, 0.6, 0.5, 0.49, 0.9, -1, -0.6, -0.4, -0.6].map { tilt in
            state = TiltState(tilt, settings, previous: state)
            return state
        }
        #expect(
            states == [
                .flat, .forward(1), .forward(0.6), .forward(0.5), .flat, .flat, .backward(1),
                .backward(0.6), .flat, .flat,
            ])
    }

    @Test func `hysteresis wider than the flat zone still lets go at neutral`() {
        let settings = TiltStateSettings(hysteresisDegrees: 9)
        #expect(TiltState(0.001, settings, previous: .forward(2)) == .forward(0.001))
        #expect(TiltState(0, settings, previous: .forward(2)) == .flat)
        #expect(TiltState(-2, settings, previous: .forward(2)) == .backward(2))
    }
}
