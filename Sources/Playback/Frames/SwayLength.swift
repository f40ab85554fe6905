/// How long a film of a card that sways lasts, and in how many rounds.
public struct SwayLength: Sendable, Equatable {
    public let seconds: Double
    /// At least 1.
    public let rounds: Int
    /// Whether all that repeats in the card does so a whole number of times.
    public let isSeamless: Bool

    /// Seconds of a round that nothing else decides.
    private static let usualRound = 4.0
    /// Seconds: a longer film is not made of its own accord.
    private static let longest = 30.0
    /// How far the end of something that repeats may be from the film's end, seconds: less than a frame.
    private static let tolerance = 1.0 / 120

    /// For a card in which something repeats after each of `periods`, seconds. With `seconds` the film has
    /// this length, else the shortest in which all of it fits.
    public init(periods: [Double], seconds: Double? = nil) {
        let fitting = seconds.map { [$0] } ?? Self.candidates(periods)
        let found = fitting.first { length in periods.allSatisfy { Self.fits($0, in: length) } }
        let length = found ?? seconds ?? Self.usualRound
        self.seconds = length
        rounds = max(1, Int((length / Self.usualRound).rounded()))
        isSeamless = found != nil
    }

    /// The lengths that come into question, the shortest first.
    private static func candidates(_ periods: [Double]) -> [Double] {
        guard let last = periods.max() else { return [usualRound] }
        let least = 0.75 * usualRound
        return (1...Int(max(1, longest / last))).map { Double($0) * last }.filter {
            $0 >= least && $0 <= longest
        }
    }

    private static func fits(_ period: Double, in length: Double) -> Bool {
        let times = (length / period).rounded()
        return times >= 1 && abs(length - times * period) <= tolerance
    }
}
