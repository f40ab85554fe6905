/// The time of a scene in seconds: it stands still while the show is paused.
struct SceneClock {
    /// CLOCK_MONOTONIC minus the scene's time, in seconds; each pause makes it larger.
    private var start: Double
    /// When the pause began, seconds of CLOCK_MONOTONIC; nil if there is none.
    private var pause: Double?

    init(from start: Double) { self.start = start }

    var isPaused: Bool { pause != nil }

    /// The scene's time at a time of CLOCK_MONOTONIC; 0 for inputs that came before the scene
    /// began.
    func sceneTime(at time: Double) -> Double { max(0, (pause ?? time) - start) }

    /// The time of CLOCK_MONOTONIC, in seconds, at which the scene's time is `time`; nil if `time`
    /// is not finite, and during a pause.
    func time(ofScene time: Double) -> Double? {
        time.isFinite && pause == nil ? start + time : nil
    }

    /// Lets the scene's time go on by so many seconds in a pause.
    mutating func advance(by seconds: Double) {
        if pause != nil { start -= seconds }
    }

    mutating func togglePause(at time: Double) {
        if let pause { start += time - pause }
        pause = pause == nil ? time : nil
    }

    /// The clock of a scene that begins at `time`; it is paused if this one is.
    func restarted(at time: Double) -> SceneClock {
        var clock = SceneClock(from: time)
        if isPaused { clock.togglePause(at: time) }
        return clock
    }
}
