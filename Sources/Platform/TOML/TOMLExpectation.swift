import Synchronization

/// What the program accepts in the place of a value.
public enum TOMLExpectation: Sendable, Equatable {
    case number(ClosedRange<Double>)
    case integer(ClosedRange<Int>)
    case boolean
    /// One of these words.
    case choice([String])
    /// Any text, unless another expectation says more.
    case text
    /// A text that a kind of reader understands: a colour, a file.
    case special(Kind)

    public enum Kind: Sendable, Equatable { case colour, file }
}

/// What was expected of each value of a document while it was read.
///
/// It is noted by the functions that read values, so that what an editor offers for a value is what the
/// reader takes.
public final class TOMLExpectations: Sendable {
    @TaskLocal private static var current: TOMLExpectations?

    private struct Place: Hashable {
        let line, column: Int
    }

    private let noted = Mutex<[Place: [TOMLExpectation]]>([:])

    public init() {}

    /// Notes what is expected of values while `read` runs.
    public func note<Result, Failure: Error>(
        during read: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let result: Swift.Result<Result, Failure> = Self.$current.withValue(self) {
            do throws(Failure) { return .success(try read()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// What was expected of a value, each once, in the order of the reading.
    public func of(_ value: TOMLValue) -> [TOMLExpectation] {
        noted.withLock { $0[Place(line: value.location.line, column: value.location.column)] ?? [] }
    }

    static func note(_ expectation: TOMLExpectation, of value: TOMLValue) {
        current?.noted.withLock { noted in
            let place = Place(line: value.location.line, column: value.location.column)
            if noted[place]?.contains(expectation) != true {
                noted[place, default: []].append(expectation)
            }
        }
    }
}

extension TOMLValue {
    /// Says what the value is read as, for those who note it.
    public func expect(_ expectation: TOMLExpectation) {
        TOMLExpectations.note(expectation, of: self)
    }
}
