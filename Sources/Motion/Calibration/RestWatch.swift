/// Looks for rest in the sensors' own axes, whatever their noise, scale and rate.
///
/// Time is cut into parts of a quarter second. A row of parts is a rest if the mean of each stays
/// near the mean of all, as far as noise allows. Noise is told from motion by the mean square
/// successive difference: J. von Neumann, Distribution of the ratio of the mean square successive
/// difference to the variance, 1941.
struct RestWatch: Sendable {
    /// Nanoseconds of a part.
    static let partLength: Int64 = 250_000_000
    /// How many parts are kept.
    private static let kept = 12
    /// m/s² and rad/s: how far a part may be from the mean of all; a hand that holds still is nearer.
    private static let (accelerationBound, rateBound) = (0.2, 0.05)

    /// What both sensors read in one part.
    private struct Part {
        let start: Int64
        var acceleration = ReadingSums()
        var rate = ReadingSums()
    }

    private var parts: [Part] = []
    private var open: Part?
    private var newest: Int64?

    /// Forgets everything, so that the next rest is another one.
    mutating func restart() { self = RestWatch() }

    /// Takes a sample; whether a part is complete.
    mutating func add(_ sample: ImuSample) -> Bool {
        let time = sample.timestamp
        // A gap may hide motion, and a clock that jumps back is none.
        if let newest, time < newest || time &- newest > 2 * Self.partLength { restart() }
        newest = time
        let isComplete = open.map { time &- $0.start >= Self.partLength } ?? false
        if isComplete { close() }
        if open == nil { open = Part(start: time) }
        if let a = sample.acceleration, a.isFinite { open?.acceleration.add(a) }
        if let w = sample.rotationRate, w.isFinite { open?.rate.add(w) }
        return isComplete
    }

    private mutating func close() {
        guard let part = open else { return }
        open = nil
        guard !part.acceleration.isEmpty else { return parts.removeAll() }
        if parts.count == Self.kept { parts.removeFirst() }
        parts.append(part)
    }

    /// The longest row of parts up to now in which the device rested.
    var quietParts: Int {
        (2...Self.kept).last { $0 <= parts.count && isQuiet(parts.suffix($0)) } ?? 0
    }

    private func isQuiet(_ row: ArraySlice<Part>) -> Bool {
        row.map(\.acceleration).agree(within: Self.accelerationBound)
            && row.map(\.rate).filter { !$0.isEmpty }.agree(within: Self.rateBound)
    }

    /// What was read over the newest parts.
    func reading(over count: Int) -> RestReading {
        let row = parts.suffix(count)
        let acceleration = row.map(\.acceleration).total
        var reading = RestReading(acceleration: acceleration.mean)
        reading.accelerationNoise = acceleration.variance.squareRoot()
        let rate = row.map(\.rate).total
        guard !rate.isEmpty else { return reading }
        (reading.rate, reading.rateNoise) = (rate.mean, rate.variance.squareRoot())
        return reading
    }
}

/// Sums of what one sensor read over some time.
private struct ReadingSums {
    private var count = 0
    private var sum = Vector3.zero
    /// Successive differences: how many, and the sum of their squares.
    private var steps = 0
    private var squares = 0.0
    private var last: Vector3?

    mutating func add(_ reading: Vector3) {
        count += 1
        sum += reading
        if let last {
            let step = reading - last
            squares += step.dot(step)
            steps += 1
        }
        last = reading
    }

    var isEmpty: Bool { count == 0 }

    var mean: Vector3 { sum / Double(max(1, count)) }

    /// Of one axis of a single reading: half the mean square of the differences.
    var variance: Double { squares / Double(6 * max(1, steps)) }

    /// How far noise may take the mean's three axes: by five standard deviations.
    var allowance: Double { 5 * (variance / Double(max(1, count))).squareRoot() }

    static func + (a: Self, b: Self) -> Self {
        var both = a
        both.count += b.count
        both.sum += b.sum
        both.steps += b.steps
        both.squares += b.squares
        return both
    }
}

extension [ReadingSums] {
    fileprivate var total: ReadingSums { reduce(ReadingSums(), +) }

    /// Whether each mean is near the mean of all.
    fileprivate func agree(within bound: Double) -> Bool {
        let mean = total.mean
        return allSatisfy { ($0.mean - mean).length < Swift.max(bound, $0.allowance) }
    }
}
