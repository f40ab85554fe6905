extension AttitudeFilter {
    /// Makes the newest attitude and status from the state.
    mutating func report() {
        guard let timestamp = clock.newest, let age = clock.accelerometerAge else { return }
        let lag = clock.gyroscopeAge ?? .infinity
        if age >= settings.longestGap {
            status = .doubtful
        } else if lag >= settings.longestGap {
            status = follower.time < settings.longestGap ? .starting : .noGyroscope
        } else if doubt > 0 {
            status = .doubtful
        } else {
            status = start != nil ? .starting : isResting ? .resting : .moving
        }
        report(upright(turnedOn(by: lag)), at: timestamp)
    }

    /// q at the newest sample's time, as far as the gyroscope, `lag` seconds old, is to be trusted.
    private func turnedOn(by lag: Double) -> Quaternion {
        guard lag < settings.longestGap else { return q }
        // An Euler step is ahead by half a step; that much is known to be the sensor's own delay.
        let lead = lag + min(0.5 * integrator.step, settings.gyroscopeDelay)
        return q * Quaternion(step: lead * rate)
    }

    /// While gravity is being found, `orientation` leads to the start's frame; from there to Earth.
    private func upright(_ orientation: Quaternion) -> Quaternion {
        guard let start, start.g.dot(start.g) > 1e-12 else { return orientation }
        return (Quaternion(turning: start.g, to: Vector3(0, 0, 1)) * orientation).normalized
    }

    private mutating func report(_ orientation: Quaternion, at timestamp: Int64) {
        guard orientation.isFinite else { return }
        attitude = Attitude(timestamp: timestamp, orientation: orientation, rate: rate)
    }
}
