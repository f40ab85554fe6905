public import Geometry
internal import Glibc
public import LensOptics
internal import Platform

/// Which pictures are seen through a lens that fills a box, and with which weights, at each place
/// across the lenses.
public struct LensTable: Sendable, Equatable {
    /// What decides the weights and the relief besides the optics.
    public struct Settings: Sendable, Equatable {
        /// The weights of the pictures without the lens, which follow `sweep`; their sum is 1.
        public var sweepWeights: [Double]
        /// How far the lens decides instead of `sweepWeights`: 0 not at all, 1 alone.
        public var lensShare: Double
        /// How much of the ribs' shades and of their gloss is seen, from 0 to 1.
        public var shadeStrength, gloss: Double

        public init(
            sweepWeights: [Double], lensShare: Double = 1, shadeStrength: Double = 0,
            gloss: Double = 0
        ) {
            (self.sweepWeights, self.lensShare) = (sweepWeights, lensShare)
            (self.shadeStrength, self.gloss) = (shadeStrength, gloss)
        }
    }

    /// The pictures that are seen anywhere, in their order.
    public let pictures: [Int]
    /// The size of the box in pixels.
    public let size: PixelSize
    let raster: LensRaster
    /// For each of `pictures` its weight in each entry, in the order of `raster`, in 1/65536. 65535
    /// stands for 1, and is the sum of the weights in an entry.
    let weights: [UInt16]
    /// Nil where lenses are too narrow for the pixels, or nothing of the relief is seen.
    let relief: LensRelief?

    /// A picture's least weight; what is less goes to the others. At most `mostShares` of the
    /// heaviest are mixed in one place.
    private static let leastShare = 1.0 / 512
    private static let mostShares = 8

    /// The table of a box; `box` is its size in millimetres, `pixels` that in pixels.
    public init(_ view: LensView, box: Size, pixels: PixelSize, _ settings: Settings) {
        let raster = LensRaster(view, box: box, pixels: pixels)
        let phases = LensPhases(view, raster)
        let isUniform = view.distance.isInfinite
        let length = raster.length
        // These numbers, those of the pictures that are seen, and those that a painter makes of them.
        MemoryReserve.require(6 * view.lens.pictureCount * length)
        var all = [UInt16](repeating: 0, count: view.lens.pictureCount * length)
        var isSeen = Array(repeating: false, count: view.lens.pictureCount)
        var shares = Shares()
        for entry in 0..<(isUniform ? 1 : raster.count) {
            shares.set(view.lens, phases[entry], settings)
            let index = raster.index(ofEntry: entry)
            shares.forEachWeight(least: Self.leastShare, most: Self.mostShares) {
                picture, weight in
                isSeen[picture] = true
                all[picture * length + index] = weight
            }
        }
        let pictures = isSeen.indices.filter { isSeen[$0] }
        weights = pictures.flatMap { picture in
            let column = all[picture * length..<(picture + 1) * length]
            return isUniform
                ? ArraySlice(repeating: column[column.startIndex], count: length) : column
        }
        self.pictures = pictures
        (size, self.raster) = (pixels, raster)
        relief = LensRelief(view, raster, phases, settings)
    }

    /// The weights of the pictures without the lens. The pictures lie over each other, and one
    /// after the other becomes opaque while `sweep` goes from 0 to 2: picture k, from 1 on, has the
    /// opacity sweep (n - 1) / 2 - (k - 1), limited to 0...1.
    public static func sweepWeights(sweep: Double, pictureCount count: Int) -> [Double] {
        var remaining = 1.0
        let weights = (0..<count).reversed().map { k in
            let opacity =
                k == 0 ? 1 : min(max(sweep * (Double(count - 1) / 2) - Double(k - 1), 0), 1)
            defer { remaining *= 1 - opacity }
            return remaining * opacity
        }
        return weights.reversed()
    }
}

/// The angles and the phases at the entries of a table.
///
/// They are computed for every eighth entry and interpolated linearly between these. With the
/// default numbers of a lens the error is below 1e-5 of a phase in a box of 320 pixels or more; in
/// smaller boxes, and for a nearer eye, it is larger: 0.001 in a box of 64 pixels 100 millimetres
/// wide, seen from 100 millimetres.
struct LensPhases {
    private let lens: Lens
    /// At each `stride`th entry.
    private let angles, phases: [Double]

    private static let stride = 8

    init(_ view: LensView, _ raster: LensRaster) {
        lens = view.lens
        let count = view.distance.isInfinite ? 1 : raster.count / Self.stride + 2
        let angles = (0..<count).map {
            view.angle(across: raster.across(entry: $0 * Self.stride))
        }
        self.angles = angles
        phases = angles.map(view.lens.endlessPhase)
    }

    subscript(entry: Int) -> Double { lens.wrapped(Self.value(entry, phases)) }

    func angle(entry: Int) -> Double { Self.value(entry, angles) }

    private static func value(_ entry: Int, _ values: [Double]) -> Double {
        guard values.count > 1 else { return values[0] }
        let (first, t) = (entry / stride, Double(entry % stride) / Double(stride))
        return values[first] + t * (values[first + 1] - values[first])
    }
}

/// The shares of the pictures at one place.
private struct Shares {
    /// Each picture at most once.
    private var all: [(picture: Int, share: Double)] = []

    mutating func set(_ lens: Lens, _ phase: Double, _ settings: LensTable.Settings) {
        all.removeAll(keepingCapacity: true)
        if settings.lensShare < 1 {
            for (picture, weight) in settings.sweepWeights.enumerated() {
                add((1 - settings.lensShare) * weight, of: picture)
            }
        }
        guard settings.lensShare > 0 else { return }
        lens.forEachShare(atPhase: phase) { add(settings.lensShare * $1, of: $0) }
    }

    private mutating func add(_ share: Double, of picture: Int) {
        guard share > 0 else { return }
        if let index = all.firstIndex(where: { $0.picture == picture }) {
            all[index].share += share
        } else {
            all.append((picture, share))
        }
    }

    /// Calls `body` for at most `most` pictures with their weights, whose sum is 65535. Leaves out
    /// shares below `least`.
    mutating func forEachWeight(least: Double, most: Int, _ body: (Int, UInt16) -> Void) {
        all.removeAll { $0.share < least }
        if all.count > most {
            all.sort { $0.share > $1.share }
            all.removeLast(all.count - most)
        }
        let scale = 65535 / all.reduce(0) { $0 + $1.share }
        var (end, below) = (0.5, 0)
        for (picture, share) in all {
            end += share * scale
            body(picture, UInt16(Int(end) - below))
            below = Int(end)
        }
    }
}

/// How the pixels of a box lie across the lenses, and how far each is from the middle of its lens.
///
/// A line of pixels is a row of the box, for horizontal lenses a column. Without a slant, a table
/// has an entry for each pixel of a line. With a slant, it has `banks` entries for each pixel, and
/// also entries for the places that only other lines reach. Neighbouring pixels of a line are
/// `banks` entries apart. So entries that are `banks` apart lie side by side in memory. They form
/// `banks` banks, and a line reads from one bank.
struct LensRaster: Sendable, Equatable {
    /// The pixels of the box.
    let size: PixelSize
    let count: Int
    /// How many numbers a table has in memory for each picture, and in each array of the relief.
    /// After the entries of each bank lie numbers that are read but not shown.
    let length: Int
    /// Whether the lenses run from top to bottom, but for their slant.
    let isVertical: Bool
    let pixelsPerLens: Double
    /// How many entries there are for each pixel across the axis, and how many numbers a bank has
    /// in memory.
    let banks, bankLength: Int
    /// The entry of the pixel at the top left, and what each line adds to it; both have fractions.
    let start, perLine: Double
    /// The place across the lenses where entry 0 begins, and what each entry adds, millimetres.
    private let firstPlace, step: Double
    private let pitch: Double

    /// Entries for each pixel across slanted lenses.
    private static let slantedBanks = 8
    /// A pixel counts as at most this many times as wide as high, or as high as wide. Without this
    /// limit, slanted lenses in a box that is driven to no width would take entries without end.
    private static let mostStretch = 16.0

    init(_ view: LensView, box given: Size, pixels: PixelSize) {
        size = pixels
        // The height with which pixels are squares.
        let square = given.width * Double(pixels.height) / Double(pixels.width)
        let box = Size(
            width: given.width,
            height: min(max(given.height, square / Self.mostStretch), square * Self.mostStretch))
        isVertical = view.lens.axis == .vertical
        pitch = view.lens.lensSheet.pitch
        banks = view.lens.slant == 0 ? 1 : Self.slantedBanks
        let pixel = Point(
            x: box.width / Double(pixels.width), y: box.height / Double(pixels.height))
        pixelsPerLens = pitch / (isVertical ? pixel.x : pixel.y)
        let direction = view.acrossDirection
        let (right, down) = (direction.x * pixel.x, direction.y * pixel.y)
        step = (isVertical ? right : down) / Double(banks)
        perLine = (isVertical ? down : right) / step
        // Half the distance across the box.
        let half = (abs(direction.x) * box.width + abs(direction.y) * box.height) / 2
        firstPlace = -half
        let corner = view.across(x: (pixel.x - box.width) / 2, y: (pixel.y - box.height) / 2)
        start = view.lens.slant == 0 ? 0 : (corner + half) / step
        count = max(1, Int(saturating: (2 * half / step).rounded(.up)))
        // The numbers are read eight at a time.
        bankLength = ((count - 1) / banks + 15) / 8 * 8
        length = banks * bankLength
    }

    /// The middle of an entry, millimetres across the lenses from the box's middle.
    func across(entry: Int) -> Double { firstPlace + (Double(entry) + 0.5) * step }

    /// How many lenses, with a fraction, lie between the beginning of entry 0 and `place`, which is
    /// in millimetres.
    func lensesBefore(_ place: Double) -> Double { (place - firstPlace) / pitch }

    /// Where the number of an entry lies in memory.
    func index(ofEntry entry: Int) -> Int { entry % banks * bankLength + entry / banks }

    /// Where the first number of a line lies.
    func index(ofLine line: Int) -> Int {
        let entry = Int(saturating: (start + Double(line) * perLine).rounded(.down))
        return index(ofEntry: min(max(entry, 0), lastStart))
    }

    /// The last entry with which a line may begin.
    var lastStart: Int {
        max(0, count - 1 - banks * ((isVertical ? size.width : size.height) - 1))
    }

    /// Whether all lines show the same entries.
    var hasEqualLines: Bool { perLine == 0 }

    /// How many pixels of the box across the axis a lens is wide, negative where places descend; 0 if
    /// lenses are no wider than a pixel.
    var lensWidth: Double { pixelsPerLens > 1 ? pitch / (step * Double(banks)) : 0 }

    /// For each entry: how much of its lens lies before its middle, in 1/65536, in the order of the
    /// memory.
    var phases: [UInt16] {
        var phases = [UInt16](repeating: 0, count: length)
        for entry in 0..<count {
            let lenses = lensesBefore(across(entry: entry))
            let phase = ((lenses - lenses.rounded(.down)) * 65536).rounded()
            phases[index(ofEntry: entry)] = UInt16(min(phase, 65535))
        }
        return phases
    }

    /// The distance from the middle of an entry to that of its lens, in pixels of the box across the
    /// axis.
    func shift(phase: UInt16) -> Double { lensWidth * (0.5 - Double(phase) / 65536) }
}
