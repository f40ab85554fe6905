import Glibc

/// The simulated device's true motion, as a smooth function of time.
struct SimulatedMotion: Sendable {
    struct Moment {
        /// Device to Earth.
        var quaternion: Quaternion
        /// Of the device in Earth's frame, m/s², without gravity.
        var acceleration: Vector3
        var isMoving: Bool
    }

    let preset: Simulation.Preset
    /// Varies the details.
    let seed: UInt64
    var orbit: Orbit

    /// The true motion `time` seconds after the start.
    func moment(at time: Double) -> Moment {
        switch preset {
        case .still: Moment(quaternion: .identity, acceleration: .zero, isMoving: false)
        case .hand: hand(time)
        case .flip: flip(time)
        case .shake: shake(time)
        case .orbit:
            Moment(quaternion: orbit.attitude(at: time), acceleration: .zero, isMoving: true)
        }
    }

    /// The true angular rate in rad/s, device frame.
    func angularRate(at time: Double) -> Vector3 {
        // For small angles the rotation vector is twice the quaternion's vector part.
        let half = 5e-5
        let (before, after) = (moment(at: time - half), moment(at: time + half))
        let turn = before.quaternion.conjugate * after.quaternion
        return turn.vector * ((turn.w < 0 ? -2 : 2) / (2 * half))
    }

    /// Periods of 6 s: tilted by 44 to 50 degrees forward and backward and, a little later, by 26 to
    /// 32 degrees to either side, with an arm's motion.
    private func hand(_ time: Double) -> Moment {
        let period = 6.0
        let round = (time / period).rounded(.down)
        let t = time - round * period
        var random = RandomNumbers(seed: seed &+ UInt64(bitPattern: Int64(round)))
        func reaches(_ degrees: Double, after delay: Double) -> Double {
            let (first, second) = (6 * random.uniform(), 6 * random.uniform())
            let t = t - delay
            return
                (degrees + first) * (reach(t, from: 0.5, for: 1.2) - reach(t, from: 2.0, for: 0.9))
                - (degrees + second)
                * (reach(t, from: 2.9, for: 0.9) - reach(t, from: 3.9, for: 1.2))
        }
        let (tilt, lean) = (reaches(44, after: 0), reaches(26, after: 0.3))
        let arm = 0.35 * sin(tilt * .pi / 180)
        return Moment(
            quaternion: rotation(pitch: tilt, roll: lean, yaw: lean / 5) * tremor(time, 0.04),
            acceleration: sway(time, 0.06) + Vector3(0, 0.4 * arm, 0.3 * abs(arm)),
            isMoving: t > 0.5 && t < 5.4)
    }

    /// Periods of 6 s: turned over, at rest face down, and back; every other time backward.
    private func flip(_ time: Double) -> Moment {
        let period = 6.0
        let round = (time / period).rounded(.down)
        let t = time - round * period
        let share = reach(t, from: 0.8, for: 1.6) - reach(t, from: 3.4, for: 1.6)
        let angle = round.truncatingRemainder(dividingBy: 2) == 0 ? 180 * share : -180 * share
        let wobble = 6 * share * (1 - share) * 4
        return Moment(
            quaternion: rotation(pitch: angle, roll: wobble, yaw: wobble / 2)
                * tremor(time, 0.03),
            acceleration: sway(time, 0.05) + Vector3(0, 0, 1.5 * share * (1 - share)),
            isMoving: (t > 0.8 && t < 2.4) || (t > 3.4 && t < 5.0))
    }

    /// Periods of 5 s: shaken at about 4 Hz from 1 s to 4 s.
    private func shake(_ time: Double) -> Moment {
        let period = 5.0
        let t = time - (time / period).rounded(.down) * period
        let strength = reach(t, from: 1, for: 0.5) - reach(t, from: 3.5, for: 0.5)
        let angle = 2 * .pi * 4 * t
        return Moment(
            quaternion: rotation(
                pitch: 8 * strength * sin(angle * 0.9), roll: 14 * strength * sin(angle),
                yaw: 10 * strength * sin(angle * 1.1)) * tremor(time, 0.03),
            acceleration: strength
                * Vector3(15 * sin(angle + 0.4), 5 * sin(angle * 1.3), 4 * sin(angle * 0.7)),
            isMoving: t > 1 && t < 4)
    }

    /// From 0 to 1 as an arm reaches: minimum jerk (Flash and Hogan 1985).
    private func reach(_ time: Double, from start: Double, for duration: Double) -> Double {
        let s = min(1, max(0, (time - start) / duration))
        return s * s * s * (10 + s * (6 * s - 15))
    }

    /// Rz(yaw) Rx(pitch) Ry(roll), from degrees.
    private func rotation(pitch: Double, roll: Double, yaw: Double) -> Quaternion {
        let radian = Double.pi / 180
        return EulerAngles(roll: roll * radian, pitch: pitch * radian, yaw: yaw * radian).quaternion
    }

    /// A hand's tremor at 8 to 12 Hz; `strength` in degrees.
    private func tremor(_ time: Double, _ strength: Double) -> Quaternion {
        Quaternion(rotation: waves(time, [9.1, 8.3, 10.7]) * (strength * .pi / 180))
    }

    /// A hand's slow drift and its tremor, in m/s².
    private func sway(_ time: Double, _ strength: Double) -> Vector3 {
        (waves(time, [9.7, 8.9, 11.3]) + waves(time, [1.1, 0.7, 0.9])) * strength
    }

    /// A sine on each axis, its first angle from the seed.
    private func waves(_ time: Double, _ frequencies: Vector3) -> Vector3 {
        let first = Double(seed >> 40)
        let angles = 2 * .pi * time * frequencies + first * Vector3(1, 2, 3)
        return Vector3(sin(angles.x), sin(angles.y), sin(angles.z))
    }
}
