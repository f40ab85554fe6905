import CSDL
import Motion
import Platform

/// An open gamepad with motion sensors; closed in deinit.
struct Gamepad: ~Copyable {
    private let pointer: OpaquePointer
    /// "PS4 Controller".
    let name: String
    /// Identifies the gamepad; see `GyroscopeErrors.sensor`.
    let identity: String
    private let sensors: [SDL_SensorType]
    /// The values that were read last; nil if they could not be read. SDL gives zeros until the
    /// gamepad's first report.
    private var newest: GamepadValues?
    private var clock: DeviceClock?
    /// Nanoseconds: if a timestamp differs from the expected one by more than this, the clock's
    /// offset is estimated anew. The gamepad's counter has few bits, and how often it overflows
    /// between two reads is unknown.
    private static let clockTolerance: UInt64 = 200_000_000

    /// Opens the first gamepad with an accelerometer; nil if there is none.
    init?() {
        for index in 0..<max(0, SDL_NumJoysticks()) where SDL_IsGameController(index) == SDL_TRUE {
            guard let pointer = SDL_GameControllerOpen(index) else { continue }
            let sensors = [SDL_SENSOR_ACCEL, SDL_SENSOR_GYRO].filter {
                SDL_GameControllerSetSensorEnabled(pointer, $0, SDL_TRUE) == 0
            }
            guard sensors.contains(SDL_SENSOR_ACCEL) else {
                SDL_GameControllerClose(pointer)
                continue
            }
            self.pointer = pointer
            self.sensors = sensors
            newest = GamepadValues(of: sensors, pointer)
            let name = SDL_GameControllerName(pointer)
            self.name = name.map { String(cString: $0).printable } ?? "game controller"
            identity = gamepadIdentity(pointer)
            return
        }
        return nil
    }

    deinit { SDL_GameControllerClose(pointer) }

    var isAttached: Bool { SDL_GameControllerGetAttached(pointer) == SDL_TRUE }

    /// Marks the values up to now as old.
    mutating func skipSamples() { newest = GamepadValues(of: sensors, pointer) }

    /// The gamepad's newest sample; nil if its values are the ones that were read last, or cannot
    /// be read. `arrival` is the time of the poll, in nanoseconds of `boottimeNow`.
    mutating func newSample(arrival: Int64) -> ImuSample? {
        guard let values = GamepadValues(of: sensors, pointer), values != newest else {
            return nil
        }
        newest = values
        return ImuSample(
            timestamp: timestamp(of: values, arrival: arrival),
            acceleration: values.acceleration, rotationRate: values.rotationRate)
    }

    private mutating func timestamp(of values: GamepadValues, arrival: Int64) -> Int64 {
        // Some gamepads send no timestamps.
        guard values.microseconds > 0 else { return arrival }
        let time = Int64(truncatingIfNeeded: values.microseconds) &* 1000
        var clock =
            if let clock, clock.fits(time, arrival: arrival) { clock } else {
                DeviceClock(count: time, arrival: arrival, tolerance: Self.clockTolerance)
            }
        defer { self.clock = clock }
        return clock.time(of: time, arrival: arrival)
    }
}

/// A gamepad's values from SDL, in the device frame.
private struct GamepadValues: Equatable {
    var microseconds: UInt64 = 0
    var acceleration: Vector3?
    var rotationRate: Vector3?

    /// Nil if the sensors cannot be read.
    init?(of sensors: [SDL_SensorType], _ pointer: OpaquePointer) {
        for sensor in sensors {
            var values: [Float] = [0, 0, 0]
            guard
                SDL_GameControllerGetSensorDataWithTimestamp(
                    pointer, sensor, &microseconds, &values, 3) == 0
            else { return nil }
            let vector = deviceFrame(fromSDL: values)
            if sensor == SDL_SENSOR_ACCEL { acceleration = vector } else { rotationRate = vector }
        }
    }
}

/// The serial number of an open gamepad; of one without, the number of its connection, so that each
/// connection counts as another gamepad.
func gamepadIdentity(_ pointer: OpaquePointer) -> String {
    let serial = SDL_GameControllerGetSerial(pointer)
    if let serial, serial.pointee != 0 { return String(cString: serial) }
    return "connection \(SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(pointer)))"
}

/// Converts SDL's axes of a gamepad (x right, y out of its face, z towards the player;
/// SDL_sensor.h) to the device frame: x right, y away from the player, z out of its face.
func deviceFrame(fromSDL values: [Float]) -> Vector3 {
    Vector3(Double(values[0]), -Double(values[2]), Double(values[1]))
}
