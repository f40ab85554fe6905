import Testing

/// What Tests/RigProbe printed: words, each with its time in seconds of CLOCK_BOOTTIME.
struct ProbeLog {
    let lines: [(time: Double, words: String)]

    init(lines: [(time: Double, words: String)]) { self.lines = lines }

    init(_ text: String) {
        lines = text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            return Double(parts[0]).map { ($0, parts.count > 1 ? String(parts[1]) : "") }
        }
    }

    /// When the first line that begins so was printed, after `time`.
    func time(of words: String, after time: Double = 0) throws -> Double {
        let line = lines.first { $0.time > time && $0.words.hasPrefix(words) }
        return try #require(line, "\(words) in \(self.words)").time
    }

    /// How many readings came in that time.
    func readings(from start: Double, to end: Double) -> Int {
        lines.filter { $0.time >= start && $0.time < end && Self.isReading($0.words) }.count
    }

    /// The readings' own times, in seconds.
    var timestamps: [Double] {
        lines.filter { Self.isReading($0.words) }.compactMap { line in
            line.words.split(separator: " ").dropFirst().first.flatMap { Double($0) }
        }
    }

    /// The longest time between two of the first `count` readings after a time, seconds.
    func longestStep(of count: Int, after time: Double) -> Double {
        let times = timestamps.filter { $0 > time }.prefix(count)
        return zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0
    }

    /// All but the readings.
    var words: [String] { lines.map(\.words).filter { !Self.isReading($0) } }

    private static func isReading(_ words: String) -> Bool {
        words.hasPrefix("sample ") || words.hasPrefix("attitude ")
    }
}
