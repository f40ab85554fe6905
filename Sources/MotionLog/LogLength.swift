/// How long a log is: the sum of the steps from sample to sample, without those that lead back in
/// time, as where a recording begins anew.
public struct LogLength {
    private var last: Int64?
    private var nanoseconds = 0.0
    /// How often the time jumps back.
    public private(set) var backwardJumps = 0

    /// No samples yet.
    public init() {}

    public var seconds: Double { nanoseconds * 1e-9 }

    /// Takes the next sample's time, in nanoseconds.
    public mutating func add(_ timestamp: Int64) {
        defer { last = timestamp }
        guard let last else { return }
        if timestamp < last {
            backwardJumps += 1
        } else {
            // Without a sign, because the step may be longer than the largest Int64.
            nanoseconds += Double(UInt64(bitPattern: timestamp &- last))
        }
    }
}
