import Scene
import TOML

// Numbers and lists as layers and drivers have them.
extension TOMLValue {
    /// A number of which what looks random follows.
    func seed() throws(TOMLError) -> Int { try integer(in: 0...1_000_000_000) }

    /// The range of a time, seconds: neither zero nor endless.
    static let times = 0.001...86_400.0

    /// Seconds.
    func time() throws(TOMLError) -> Double { try number(in: Self.times) }

    /// The numbers of a list, each within its range. Messages name them by `pattern`, as "[x, y]".
    func numbers(
        _ pattern: String, in ranges: [ClosedRange<Double>]
    ) throws(TOMLError) -> [Double] {
        let values = try members(ranges.count, pattern)
        var numbers: [Double] = []
        for (value, range) in zip(values, ranges) { numbers.append(try value.number(in: range)) }
        return numbers
    }

    /// The members of a list of `count`. Messages name them by `pattern`.
    func members(_ count: Int, _ pattern: String) throws(TOMLError) -> [TOMLValue] {
        let values = try array()
        guard values.count == count else {
            throw error("must be \(count) numbers, \(pattern), not \(values.count)")
        }
        return values
    }

    /// Two numbers, the lower one first.
    func ascending(in range: ClosedRange<Double>) throws(TOMLError) -> ClosedRange<Double> {
        let ends = try numbers("[from, to]", in: [range, range])
        guard ends[0] < ends[1] else {
            throw error("must go up, from the lower number to the higher one")
        }
        return ends[0]...ends[1]
    }

    /// The members of a list of at least `least` and at most 1,000.
    func list(atLeast least: Int) throws(TOMLError) -> [TOMLValue] {
        let values = try array()
        guard values.count >= least else {
            throw error("has \(values.count) of at least \(least) values")
        }
        guard values.count <= Card.mostListed else {
            throw error("has \(values.count) values, and may have \(Card.mostListed)")
        }
        return values
    }
}

extension TOMLTable {
    /// Those of `keys` that this table has, in the order of `keys`.
    func given(of keys: [String]) -> [String] { keys.filter { self[$0] != nil } }

    /// Throws an error for the first key that is not known. If the key were ignored, the card would
    /// not look as intended.
    func refuseUnknown(_ known: [String]) throws(TOMLError) {
        if let entry = entries.first(where: { !known.contains($0.key) }) {
            throw unknown(entry, known: known)
        }
    }

    /// An error at this table; its text is the table's name and `message`.
    func error(_ message: String) -> TOMLError { TOMLError(location, name + " " + message) }
}
