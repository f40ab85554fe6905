import Testing

/// What Tests/RigProbe printed: words, each with its time in seconds of CLOCK_MONOTONIC.
struct ProbeLog {
    let lines: [(time: Double, words: String)]

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

    /// How many samples came in that time.
    func samples(from start: Double, to end: Double) -> Int {
        lines.filter { $0.time >= start && $0.time < end && $0.words.hasPrefix("sample") }.count
    }

    /// The samples' own times, in seconds.
    var timestamps: [Double] {
        lines.compactMap { $0.words.hasPrefix("sample ") ? Double($0.words.dropFirst(7)) : nil }
    }

    /// All but the samples.
    var words: [String] { lines.map(\.words).filter { !$0.hasPrefix("sample") } }
}
