import Card
import Motion
import Testing

@testable import Service

@Suite struct DemandTests {
    private let demand = Demand()

    private func state(at timestamp: Int64, _ device: DeviceState = .streaming) -> MotionState {
        MotionState(
            device: device,
            pose: MotionState.Pose(
                attitude: Attitude(timestamp: timestamp, orientation: .identity, rate: .zero),
                tilt: 0, state: .flat, opacities: LayerOpacities(.flat)))
    }

    @Test func `readings that nobody was due for are counted with the next state`() {
        #expect(demand.readings(1, to: state(at: 0)) == 1)
        demand.wait(for: 30)
        #expect(demand.readings(1, to: state(at: 10)) == nil)
        #expect(demand.readings(2, to: state(at: 20)) == nil)
        #expect(demand.readings(1, to: state(at: 30)) == 4)
        #expect(demand.readings(1, to: state(at: 40)) == 1)
    }

    @Test func `news of the device is due at once`() {
        #expect(demand.readings(1, to: state(at: 0)) == 1)
        demand.wait(for: 30)
        #expect(demand.readings(0, to: state(at: 0, .waiting)) == 0)
        #expect(demand.readings(0, to: state(at: 0, .waiting)) == nil)
        #expect(demand.readings(0, to: MotionState(device: .waiting)) == 0)
    }

    @Test func `a clock that jumped back is heard`() {
        #expect(demand.readings(1, to: state(at: 5_000_000_000)) == 1)
        demand.wait(for: 5_010_000_000)
        #expect(demand.readings(1, to: state(at: 5_000_000_000)) == nil)
        #expect(demand.readings(1, to: state(at: 3_000_000_000)) == 2)
        demand.wait(for: .min)
        #expect(demand.readings(1, to: state(at: .min)) == 1)
        #expect(demand.readings(1, to: state(at: .max)) == 1)
    }
}
