internal import Geometry

/// How much was drawn, added up over frames.
public struct DrawCounts: Sendable, Equatable {
    /// Layers and groups that were composited, meshes that were drawn, and pictures that were
    /// filtered.
    public internal(set) var passes = 0
    /// The pixels of all passes.
    public internal(set) var drawnPixels = 0
    /// The pixels that were kept from an earlier frame and not drawn again.
    public internal(set) var cachedPixels = 0
    /// The bytes of bitmaps, tables and vertices that were given to a graphics processor.
    public internal(set) var uploadedBytes = 0
    /// What the processor draws because the graphics processor cannot, each with the reason.
    public internal(set) var drawnByProcessor: Set<String> = []
    public internal(set) var times = DrawTimes()

    public init() {}

    mutating func add(drawn area: PixelRect) {
        guard !area.isEmpty else { return }
        passes += 1
        drawnPixels += area.size.area
    }

    mutating func add(_ seconds: Double, _ work: DrawTimes.Work, layer: Int?) {
        times.add(seconds, work, layer: layer)
    }

    mutating func add(_ times: DrawTimes) { self.times = self.times + times }

    mutating func add(kept area: PixelRect) { cachedPixels += area.size.area }

    /// Adds the operations of a list, as far as they lie in a part of the screen. Those from index
    /// `first` on count as drawn. The area of those before index `first` counts as kept.
    mutating func add(_ list: DrawList, from first: Int = 0, in part: PixelRect) {
        for operation in list.operations[first...] {
            add(drawn: operation.area.intersection(part))
        }
        add(kept: list.area(first: first).intersection(part))
    }

    /// What was added to `earlier`.
    public static func - (one: DrawCounts, earlier: DrawCounts) -> DrawCounts {
        var difference = one
        difference.passes -= earlier.passes
        difference.drawnPixels -= earlier.drawnPixels
        difference.cachedPixels -= earlier.cachedPixels
        difference.uploadedBytes -= earlier.uploadedBytes
        difference.drawnByProcessor.subtract(earlier.drawnByProcessor)
        difference.times = one.times - earlier.times
        return difference
    }

    public static func + (one: DrawCounts, other: DrawCounts) -> DrawCounts {
        var sum = one
        sum.passes += other.passes
        sum.drawnPixels += other.drawnPixels
        sum.cachedPixels += other.cachedPixels
        sum.uploadedBytes += other.uploadedBytes
        sum.drawnByProcessor.formUnion(other.drawnByProcessor)
        sum.times = one.times + other.times
        return sum
    }
}
