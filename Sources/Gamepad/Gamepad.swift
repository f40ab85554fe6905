import CSDL
import Motion

/// A game controller with motion sensors, open; it closes when this value's life ends.
struct Gamepad: ~Copyable {
    private let pointer: OpaquePointer
    /// "PS4 Controller".
    let name: String
    private let sensors: [SDL_SensorType]

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
            let name = SDL_GameControllerName(pointer)
            self.name = name.map { String(cString: $0) } ?? "game controller"
            return
        }
        return nil
    }

    deinit { SDL_GameControllerClose(pointer) }

    /// Whether it is still there.
    var isAttached: Bool { SDL_GameControllerGetAttached(pointer) == SDL_TRUE }

    /// The newest reading of its sensors; `now` is the time of one whose hardware says none, in
    /// nanoseconds. Nil if they cannot be read.
    func reading(now: Int64) -> ImuSample? {
        var sample = ImuSample(timestamp: now, acceleration: nil, rotationRate: nil)
        for sensor in sensors {
            var microseconds: UInt64 = 0
            var values: [Float] = [0, 0, 0]
            guard
                SDL_GameControllerGetSensorDataWithTimestamp(
                    pointer, sensor, &microseconds, &values, 3) == 0
            else { return nil }
            if microseconds > 0 { sample.timestamp = Int64(microseconds) * 1000 }
            let vector = deviceFrame(fromSDL: values)
            if sensor == SDL_SENSOR_ACCEL {
                sample.acceleration = vector
            } else {
                sample.rotationRate = vector
            }
        }
        return sample
    }
}

/// SDL's axes of a controller (x right, y out of its face, z towards the player) in ours: x right, y
/// away from the player, z out of its face. SDL_sensor.h.
func deviceFrame(fromSDL values: [Float]) -> Vector3 {
    Vector3(Double(values[0]), -Double(values[2]), Double(values[1]))
}
