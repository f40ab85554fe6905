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
        // An Euler step is ahead by half a step; that much is known to be the sensor's own delay.
        let lead = lag + min(0.5 * integrator.step, settings.gyroscopeDelay)
        let now = lag < settings.longestGap ? q * Quaternion(step: lead * rate) : q
        report(start?.upright(now) ?? now, at: timestamp)
    }

    private mutating func report(_ orientation: Quaternion, at timestamp: Int64) {
        guard orientation.isFinite else { return }
        attitude = Attitude(timestamp: timestamp, orientation: orientation, rate: rate)
    }
}
