/// The time of a scene in seconds: it stands still while the show is paused.
struct SceneClock {
    /// When the scene's time was 0, seconds of CLOCK_MONOTONIC.
    private var start: Double
    private var pause: Double?

    init(from start: Double) { self.start = start }

    var isPaused: Bool { pause != nil }

    /// The scene's time at a time of CLOCK_MONOTONIC; 0 for inputs that came before the scene
    /// began.
    func sceneTime(at time: Double) -> Double { max(0, (pause ?? time) - start) }

    /// When the scene's time is this, seconds of CLOCK_MONOTONIC; nil if it never is.
    func time(ofScene time: Double) -> Double? {
        time.isFinite && pause == nil ? start + time : nil
    }

    mutating func togglePause(at time: Double) {
        if let pause { start += time - pause }
        pause = pause == nil ? time : nil
    }

    /// The clock of another scene, which begins now; paused as this one.
    func restarted(at time: Double) -> SceneClock {
        var clock = SceneClock(from: time)
        if isPaused { clock.togglePause(at: time) }
        return clock
    }
}
