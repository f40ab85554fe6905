import Motion

/// Prints nanoseconds of wall and of processor time an update, over a hand's motion at 100 Hz.
func measureFilter(updates: Int) {
    var simulation = Simulation(.init(preset: .hand))
    let samples = (0..<min(updates, 60_000)).map { _ in simulation.next().sample }
    var (checksum, done) = (0.0, 0)
    let start = Moment()
    while done < updates {
        // A log played again from its start is a filter started again.
        var filter = AttitudeFilter()
        for sample in samples {
            filter.update(with: sample)
            checksum += filter.attitude?.quaternion.w ?? 0
        }
        done += samples.count
    }
    start.printPassed(per: done, unit: 1e-9)
    precondition(checksum.isFinite)
}
