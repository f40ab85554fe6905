/// Detects rest in the sensors' own axes, independent of their noise, scale and sampling rate.
///
/// Time is divided into parts of 0.25 s. Consecutive parts are a rest if the mean of each is near
/// the mean of all, within the noise. The mean square successive difference separates noise from
/// motion: J. von Neumann, Distribution of the ratio of the mean square successive difference to
/// the variance, 1941.
struct RestParts: Sendable {
    /// Nanoseconds.
    static let partLength: Int64 = 250_000_000
    /// How many parts are kept.
    private static let kept = 12
    /// m/s² and rad/s: largest distance of a part's mean from the mean of all, unless noise
    /// explains a larger one; a hand can stay below it.
    private static let (accelerationBound, rateBound) = (0.2, 0.05)

    /// Both sensors' values in one part.
    private struct Part {
        let start: Int64
        var acceleration = VectorSums()
        var rate = VectorSums()
    }

    private var parts: [Part] = []
    private var open: Part?
    private var newest: Int64?

    /// Drops all parts, so that the next rest is another one.
    mutating func restart() { self = RestParts() }

    /// Takes a sample; returns whether a part is complete.
    mutating func add(_ sample: ImuSample) -> Bool {
        let time = sample.timestamp
        // A long step may contain motion, and after a jump of the clock no interval is known.
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

    /// The number of newest parts in which the device rested.
    var quietParts: Int {
        (2...Self.kept).last { $0 <= parts.count && isQuiet(parts.suffix($0)) } ?? 0
    }

    private func isQuiet(_ row: ArraySlice<Part>) -> Bool {
        row.map(\.acceleration).agree(within: Self.accelerationBound)
            && row.map(\.rate).filter { !$0.isEmpty }.agree(within: Self.rateBound)
    }

    /// What the sensors measured in the newest parts.
    func measurement(over count: Int) -> RestMeasurement {
        let row = parts.suffix(count)
        let acceleration = row.map(\.acceleration).total
        let rate = row.map(\.rate).total
        return RestMeasurement(
            acceleration: acceleration.mean,
            accelerationNoise: acceleration.variance.squareRoot(),
            rate: rate.isEmpty ? nil : rate.mean, rateNoise: rate.variance.squareRoot())
    }
}

/// Sums of one sensor's values over some time.
private struct VectorSums {
    private var count = 0
    private var sum = Vector3.zero
    /// The number of successive differences, and the sum of their squares.
    private var differences = 0
    private var squares = 0.0
    private var last: Vector3?

    mutating func add(_ value: Vector3) {
        count += 1
        sum += value
        if let last {
            let difference = value - last
            squares += difference.dot(difference)
            differences += 1
        }
        last = value
    }

    var isEmpty: Bool { count == 0 }

    var mean: Vector3 { sum / Double(max(1, count)) }

    /// Variance of a single value on one axis: a sixth of the mean square of the vectors'
    /// differences, because each difference has the noise of two values on three axes.
    var variance: Double { squares / Double(6 * max(1, differences)) }

    /// Largest distance of the mean that noise explains: five standard deviations of one axis.
    var allowance: Double { 5 * (variance / Double(max(1, count))).squareRoot() }

    static func + (a: Self, b: Self) -> Self {
        var both = a
        both.count += b.count
        both.sum += b.sum
        both.differences += b.differences
        both.squares += b.squares
        return both
    }
}

extension [VectorSums] {
    fileprivate var total: VectorSums { reduce(VectorSums(), +) }

    /// Whether each mean is near the mean of all.
    fileprivate func agree(within bound: Double) -> Bool {
        let mean = total.mean
        return allSatisfy { ($0.mean - mean).length < Swift.max(bound, $0.allowance) }
    }
}
