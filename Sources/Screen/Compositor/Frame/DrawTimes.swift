internal import Platform

/// The time that was spent on drawing, by layer and by kind of work, added up over frames and over the
/// threads that shared it.
public struct DrawTimes: Sendable, Equatable {
    public enum Work: Int, Sendable, CaseIterable {
        /// Pictures and colours, fetched and laid over what is below them.
        case fetch
        /// Groups, masks, and layers with a blend mode.
        case blend
        /// Gradients, meshes, particles and foils.
        case shade
        /// Blurs and waves.
        case blur
        /// The making of pictures' smaller copies.
        case halve
        /// Lenses.
        case lens
        /// The finished pixels, written to the screen.
        case write
        /// Bitmaps, given to a graphics processor.
        case upload
    }

    /// Of each layer, the first of them nil, the seconds of each kind of work.
    private var sums: [Double] = []

    public init() {}

    /// Seconds. `layer` as in `Frame.sceneLayer`.
    public subscript(layer: Int?, work: Work) -> Double {
        let index = index(layer, work)
        return index < sums.count ? sums[index] : 0
    }

    private func index(_ layer: Int?, _ work: Work) -> Int {
        (layer.map { $0 + 1 } ?? 0) * Work.allCases.count + work.rawValue
    }

    mutating func add(_ seconds: Double, _ work: Work, layer: Int?) {
        add(seconds, at: index(layer, work))
    }

    private mutating func add(_ seconds: Double, at index: Int) {
        if index >= sums.count { sums += Array(repeating: 0, count: index + 1 - sums.count) }
        sums[index] += seconds
    }

    /// Adds the processor time that `body` takes.
    mutating func measure<Value>(
        _ work: Work, layer: Int?, _ body: () throws -> Value
    ) rethrows -> Value {
        let began = processorSeconds()
        defer { add(processorSeconds() - began, work, layer: layer) }
        return try body()
    }

    /// Seconds of all layers.
    public subscript(work: Work) -> Double {
        Swift.stride(from: work.rawValue, to: sums.count, by: Work.allCases.count)
            .reduce(0) { $0 + sums[$1] }
    }

    public static func + (one: DrawTimes, other: DrawTimes) -> DrawTimes {
        var sum = one
        for index in other.sums.indices { sum.add(other.sums[index], at: index) }
        return sum
    }

    /// What was added to `earlier`.
    public static func - (one: DrawTimes, earlier: DrawTimes) -> DrawTimes {
        var difference = one
        for index in earlier.sums.indices { difference.add(-earlier.sums[index], at: index) }
        return difference
    }
}
