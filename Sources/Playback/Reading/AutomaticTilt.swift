import Display
import Motion
import Scene

/// Tilt from a sensor while there is one, else from the pointer: what `auto` means.
final class AutomaticTilt: TiltFeed {
    private let sensor: SensorTilt
    private var pointer: PointerTilt
    private var axis: TiltAxis
    private var baseDegrees: Double
    private(set) var usesSensor: Bool {
        didSet { if usesSensor != oldValue { take(usesSensor) } }
    }
    /// Takes whether the sensor tilts the card, each time that it changes.
    private var take: (Bool) -> Void = { _ in }
    /// Since when the sensor is away; nil while it is there.
    private var waitsSince: Double?
    /// The newest tilts that were given.
    private var given = Tilts(card: 0, aboutVertical: 0, aboutHorizontal: 0)

    /// Seconds for which a sensor that has gone is waited for with the last tilt: it may only stall.
    private static let patience = 2.0

    init(_ sensor: SensorTilt, axis: TiltAxis, baseDegrees: Double) {
        (self.sensor, self.axis, self.baseDegrees) = (sensor, axis, baseDegrees)
        pointer = PointerTilt(axis: axis, baseDegrees: baseDegrees)
        usesSensor = sensor.waitsFor == nil
    }

    /// Gives `take` whether the sensor tilts the card, now and each time that it changes.
    func follow(_ take: @escaping (Bool) -> Void) {
        self.take = take
        take(usesSensor)
    }

    private var active: any TiltFeed { usesSensor ? sensor : pointer }

    func inputs(until time: Double) -> [Input] {
        choose(at: time)
        let measured = sensor.inputs(until: time)
        let inputs = usesSensor ? measured : pointer.inputs(until: time)
        for input in inputs {
            if case .tilts(let tilts) = input.event { given = tilts }
        }
        return inputs
    }

    private func choose(at time: Double) {
        let waitsSince = sensor.waitsFor == nil ? nil : self.waitsSince ?? time
        self.waitsSince = waitsSince
        guard let waitsSince else {
            usesSensor = true
            return
        }
        guard usesSensor, time >= waitsSince + Self.patience else { return }
        usesSensor = false
        pointer = PointerTilt(axis: axis, baseDegrees: baseDegrees, from: given, at: time)
    }

    /// The sensor's too, so that it wakes the screen when it is there.
    func expected(at time: Double) -> Tilts? {
        let measured = sensor.expected(at: time)
        return usesSensor ? measured : pointer.expected(at: time)
    }

    func isMoving(at time: Double) -> Bool { active.isMoving(at: time) }

    func nextMovement(after time: Double) -> Double? {
        usesSensor ? waitsSince.map { $0 + Self.patience } : nil
    }

    func select(_ axis: TiltAxis, baseDegrees: Double, following signals: Set<Signal>) {
        (self.axis, self.baseDegrees) = (axis, baseDegrees)
        sensor.select(axis, baseDegrees: baseDegrees, following: signals)
        pointer.select(axis, baseDegrees: baseDegrees, following: signals)
    }

    func pointer(_ fromCentre: (x: Double, y: Double)?, at time: Double) {
        pointer.pointer(fromCentre, at: time)
    }

    var canRecenter: Bool { active.canRecenter }
    func recenter() -> Bool { active.recenter() }
    var hint: String { active.hint }
    func helpValues(at time: Double) -> [(name: String, value: String)] {
        active.helpValues(at: time)
    }
    func age(at time: Double) -> Double? { active.age(at: time) }
    var hasEnded: Bool { sensor.hasEnded }
    var failure: (any Error)? { sensor.failure }
    var waitsFor: String? { usesSensor ? sensor.waitsFor : nil }
}
