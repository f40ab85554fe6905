extension AttitudeFilter {
    /// Makes the newest attitude and status from the state.
    mutating func report() {
        guard let timestamp = clock.newest, let age = clock.accelerometerAge else { return }
        guard age < settings.longestGap else {
            status = .doubtful
            return report(q, at: timestamp)
        }
        guard let lag = clock.gyroscopeAge, lag < settings.longestGap else {
            status = .noGyroscope
            return report(q, at: timestamp)
        }
        // An Euler step is ahead by half a step; that much is known to be the sensor's own delay.
        let lead = lag + min(0.5 * integrator.step, settings.gyroscopeDelay)
        let now = q * Quaternion(step: lead * rate)
        if let start {
            status = doubt > 0 ? .doubtful : .starting
            let g = start.g.dot(start.g) > 1e-12 ? start.g : Vector3(0, 0, 1)
            report((Quaternion(turning: g, to: Vector3(0, 0, 1)) * now).normalized, at: timestamp)
        } else {
            status = doubt > 0 ? .doubtful : isResting ? .resting : .moving
            report(now, at: timestamp)
        }
    }

    private mutating func report(_ orientation: Quaternion, at timestamp: Int64) {
        guard orientation.isFinite else { return }
        attitude = Attitude(timestamp: timestamp, orientation: orientation, rate: rate)
    }
}
