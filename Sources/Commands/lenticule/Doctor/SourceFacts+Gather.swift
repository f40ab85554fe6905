import Doctor
import Motion
import Platform
import Playback

extension SourceFacts {
    /// Opens the configured source if it is no sensor, and reads it until it gives something, at
    /// most four seconds.
    init(opening config: Config) {
        switch config.source.from {
        case .auto: self = .automatic
        case .iio: self = .sensor
        case .pointer: self = .works("the pointer")
        case .log, .socket, .mqtt, .gamepad, .simulated:
            do {
                self = try Self.facts(reading: config.source.from, config)
            } catch {
                self = .failure("\(error)")
            }
        }
    }

    private static func facts(reading name: SourceName, _ config: Config) throws -> Self {
        // For a card an absent game controller would be waited for; for a recording, opening throws
        // the reason of its absence.
        let source = try config.opener.open(name, for: name == .gamepad ? .recording : .card)
        var readings: [Reading] = []
        var state = SourceState.open
        let end = monotonicSeconds() + 4
        while monotonicSeconds() < end, state != .ended, state != .open || readings.isEmpty {
            state = try source.read(into: &readings, timeout: .milliseconds(100))
        }
        if case .waiting(for: let what) = state { return .failure("waiting for \(what)") }
        return readings.isEmpty ? .failure("\(source.name) gives nothing") : .works(source.name)
    }
}
