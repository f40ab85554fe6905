import Motion

/// How long a log is: its parts together. Another part begins where the time jumps back by more
/// than `longestStep`, as where a recording begins anew.
public struct LogLength {
    /// The newest time of this part.
    private var newest: Int64?
    private var nanoseconds = 0.0
    /// How often the time jumps back.
    public private(set) var backwardJumps = 0
    /// The number of samples that are at most `longestStep` older than one before them.
    public private(set) var outOfOrder = 0

    /// No samples yet.
    public init() {}

    public var seconds: Double { nanoseconds * 1e-9 }

    /// Takes the next sample's time, in nanoseconds.
    public mutating func add(_ timestamp: Int64) {
        let last = newest ?? timestamp
        // Without a sign, because a step may be longer than the largest Int64.
        if timestamp >= last {
            nanoseconds += Double(UInt64(bitPattern: timestamp &- last))
        } else if UInt64(bitPattern: last &- timestamp) > longestStepNanoseconds {
            backwardJumps += 1
        } else {
            outOfOrder += 1
            return
        }
        newest = timestamp
    }
}
