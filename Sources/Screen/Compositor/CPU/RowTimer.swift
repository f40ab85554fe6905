internal import Platform

/// How long each operation takes in one band. One row of `interval` is timed, and stands for the
/// others, so that the reading of the clock takes no time that is noticed.
struct RowTimer {
    private let operations: Int
    /// Nanoseconds: of each operation, of the writing of finished rows, and the clock at the end of
    /// the newest of these.
    private let numbers: UnsafeMutablePointer<Int64>
    private static let interval = 16

    /// Part `index` of memory that has room for several parts, each of `size(operations:)` numbers,
    /// which are 0.
    init(_ memory: UnsafeMutablePointer<Int64>, part index: Int, operations: Int) {
        (self.operations, numbers) = (
            operations, memory + index * Self.size(operations: operations)
        )
    }

    /// With some more, so that two threads do not write to the same line of a cache.
    static func size(operations: Int) -> Int { operations + 2 + 8 }

    private func isTimed(_ y: Int) -> Bool { y % Self.interval == 0 }

    func begin(row y: Int) {
        if isTimed(y) { numbers[operations + 1] = monotonicNow() }
    }

    /// Counts the time since the last call as that of an operation.
    func end(_ operation: Int, row y: Int) {
        guard isTimed(y) else { return }
        let now = monotonicNow()
        numbers[operation] += now - numbers[operations + 1]
        numbers[operations + 1] = now
    }

    func endWriting(row y: Int) { end(operations, row: y) }

    func seconds(ofOperation index: Int) -> Double {
        Double(numbers[index]) * Double(Self.interval) / 1e9
    }

    var secondsOfWriting: Double { seconds(ofOperation: operations) }
}
