import CSDL
import Motion

/// A game controller with motion sensors, open; it closes when this value's life ends.
struct Gamepad: ~Copyable {
    private let pointer: OpaquePointer
    /// "PS4 Controller".
    let name: String
    private let sensors: [SDL_SensorType]
    /// Until the first report SDL has noughts.
    private var newest: Reading?
    private var clock: DeviceClock?
    /// Nanoseconds: a controller counts in few bits, and what it counted while nobody looked is lost.
    private static let clockTolerance: UInt64 = 200_000_000

    /// Opens the first controller that has an accelerometer; nil where there is none.
    init?() {
        for index in 0..<SDL_NumJoysticks() where SDL_IsGameController(index) == SDL_TRUE {
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
            newest = Reading(of: sensors, pointer)
            let name = SDL_GameControllerName(pointer)
            self.name = name.map { String(cString: $0) } ?? "game controller"
            return
        }
        return nil
    }

    deinit { SDL_GameControllerClose(pointer) }

    /// Whether it is still there.
    var isAttached: Bool { SDL_GameControllerGetAttached(pointer) == SDL_TRUE }

    /// Takes what has come until now for known.
    mutating func skipReadings() { newest = Reading(of: sensors, pointer) }

    /// What its sensors have measured since the last call, which arrived at `arrival`, in nanoseconds;
    /// nil if they have measured nothing.
    mutating func newReading(arrival: Int64) -> ImuSample? {
        guard let reading = Reading(of: sensors, pointer), reading != newest else { return nil }
        newest = reading
        return ImuSample(
            timestamp: timestamp(of: reading, arrival: arrival),
            acceleration: reading.acceleration, rotationRate: reading.rotationRate)
    }

    private mutating func timestamp(of reading: Reading, arrival: Int64) -> Int64 {
        // Some tell no time.
        guard reading.microseconds > 0 else { return arrival }
        let time = Int64(reading.microseconds) * 1000
        var clock =
            if let clock, clock.fits(time, arrival: arrival) { clock } else {
                DeviceClock(reading: time, arrival: arrival, tolerance: Self.clockTolerance)
            }
        defer { self.clock = clock }
        return clock.time(of: time, arrival: arrival)
    }
}

/// What SDL knows of a controller's sensors, in the device frame.
private struct Reading: Equatable {
    var microseconds: UInt64 = 0
    var acceleration: Vector3?
    var rotationRate: Vector3?

    /// Nil if they cannot be read.
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

/// SDL's axes of a controller (x right, y out of its face, z towards the player) in ours: x right, y
/// away from the player, z out of its face. SDL_sensor.h.
func deviceFrame(fromSDL values: [Float]) -> Vector3 {
    Vector3(Double(values[0]), -Double(values[2]), Double(values[1]))
}
