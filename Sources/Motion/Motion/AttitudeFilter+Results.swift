extension AttitudeFilter {
    /// Sets `attitude` and `status` from the filter's other properties.
    mutating func updateResults() {
        guard let timestamp = clock.newest, let age = clock.accelerometerAge else {
            status = .starting
            return
        }
        let lag = clock.gyroscopeAge ?? .infinity
        if age >= settings.longestStep {
            status = .doubtful
        } else if lag >= settings.longestStep {
            status = gravityFilter.time < settings.longestStep ? .starting : .noGyroscope
        } else if doubtfulTime > 0 {
            status = .doubtful
        } else {
            status = alignment != nil ? .starting : isResting ? .resting : .moving
        }
        let lead = lag + delay
        let now = lag < settings.longestStep ? q * Quaternion(step: lead * rate) : q
        let upright = alignment?.upright(now) ?? now
        guard upright.isFinite else { return }
        attitude = Attitude(timestamp: timestamp, quaternion: upright, rate: rate)
    }

    /// s: by how much the newest rate lags the motion.
    var delay: Double { settings.gyroscopeDelay ?? 0.5 * integrator.usualStep }
}
