import ArgumentParser
import Playback

/// How long a card rests until it sways, as `60s`, `5m`, `1h`, or a number of seconds.
struct RestTime: Equatable, ExpressibleByArgument {
    /// Seconds, 1 to 86400.
    let seconds: Double

    static let range = 1.0...86400

    init?(argument: String) {
        let units = ["s": 1.0, "m": 60, "h": 3600]
        let unit = argument.last.flatMap { units[String($0)] }
        let number = Double(unit == nil ? argument[...] : argument.dropLast())
        guard let seconds = number.map({ $0 * (unit ?? 1) }), Self.range.contains(seconds) else {
            return nil
        }
        self.seconds = seconds
    }

    init(seconds: Double) { self.seconds = seconds }
}
