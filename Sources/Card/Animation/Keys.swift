/// A function given by keys: between two keys it follows a curve, beyond the first and the last it
/// holds their values.
public struct Keys: Sendable, Hashable {
    private struct Key: Sendable, Hashable {
        var signal: Double
        var value: Double
        /// From this key to the next.
        var curve = UnitCurve.linear
    }

    private var keys: [Key]

    /// Pairs of a value of the signal and the function's value there, in ascending order of the
    /// signal, with a curve for each piece between two keys; nil: straight lines.
    public init(
        _ keys: [(signal: Double, value: Double)], curves: [UnitCurve]? = nil
    ) throws(AnimationError) {
        self.keys = try Self.checked(keys)
        guard let curves else { return }
        guard curves.count == keys.count - 1 else {
            throw .curveCount(curves.count, pieces: keys.count - 1)
        }
        for index in curves.indices { self.keys[index].curve = curves[index] }
    }

    /// Values spread evenly over a range of the signal, with a curve for each piece between two; a
    /// single value is a constant.
    public init(
        from lower: Double, to upper: Double, values: [Double], curves: [UnitCurve]? = nil
    ) throws(AnimationError) {
        guard lower < upper, lower.isUsable, upper.isUsable else {
            throw .keyRange(from: lower, to: upper)
        }
        let last = Double(max(1, values.count - 1))
        let keys = values.enumerated().map { index, value in
            let share = Double(index) / last
            return (signal: lower * (1 - share) + upper * share, value: value)
        }
        try self.init(keys, curves: curves)
    }

    /// The value for a signal; NaN counts as 0.
    public func value(at signal: Double) -> Double {
        let x = signal.orZero
        let low = piece(at: x)
        guard x > keys[low].signal, low + 1 < keys.count else { return keys[low].value }
        let (from, to) = (keys[low], keys[low + 1])
        let progress = (x - from.signal) / (to.signal - from.signal)
        return from.value + (to.value - from.value) * from.curve.value(at: progress)
    }

    /// From the first key's signal to the last one's: beyond it the value stays the same.
    public var range: ClosedRange<Double> { keys[0].signal...keys[keys.count - 1].signal }

    /// The same function of a signal whose range lies at another place and is shorter: by `share` of
    /// `spread`, which is at least 0 and below 1, further on.
    public func narrowed(by spread: Double, at share: Double) -> Keys {
        let (start, length) = (range.lowerBound, range.upperBound - range.lowerBound)
        var narrowed = self
        for index in keys.indices {
            narrowed.keys[index].signal =
                start + (keys[index].signal - start) * (1 - spread) + spread * share * length
        }
        return narrowed
    }

    /// The lowest and the highest value that `value(at:)` gives.
    public var bounds: ClosedRange<Double> {
        var (low, high) = (keys[0].value, keys[0].value)
        for (from, to) in zip(keys, keys.dropFirst()) {
            let bounds = from.curve.bounds
            let first = from.value + (to.value - from.value) * bounds.lowerBound
            let last = from.value + (to.value - from.value) * bounds.upperBound
            (low, high) = (min(low, to.value, first, last), max(high, to.value, first, last))
        }
        return low...high
    }

    /// The last key that is not beyond the signal, or the first key.
    private func piece(at signal: Double) -> Int {
        var (low, high) = (0, keys.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if keys[middle].signal <= signal { low = middle } else { high = middle }
        }
        return low
    }

    private static func checked(
        _ pairs: [(signal: Double, value: Double)]
    ) throws(AnimationError) -> [Key] {
        guard !pairs.isEmpty else { throw .noKeys }
        var keys = [Key]()
        for (index, pair) in pairs.enumerated() {
            for number in [pair.signal, pair.value] where !number.isUsable {
                throw .keyNumber(number, key: index)
            }
            if let last = keys.last, pair.signal <= last.signal {
                throw .keyOrder(pair.signal, key: index)
            }
            keys.append(Key(signal: pair.signal, value: pair.value))
        }
        return keys
    }
}
