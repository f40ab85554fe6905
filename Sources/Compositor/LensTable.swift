public import Geometry
internal import Glibc
internal import System

/// Which pictures are seen through a lens, and with which weights, at each place of a box across it.
public struct LensTable: Sendable, Equatable {
    /// What besides the optics decides what is seen.
    public struct Look: Sendable, Equatable {
        /// The weights of the pictures without a lens.
        public var states: [Double]
        /// How far the lens decides instead of the states: 0 not at all, 1 alone.
        public var blend: Double
        /// How much of the ribs' shades and of their gloss is seen, from 0 to 1.
        public var relief, gloss: Double

        public init(states: [Double], blend: Double = 1, relief: Double = 0, gloss: Double = 0) {
            (self.states, self.blend) = (states, blend)
            (self.relief, self.gloss) = (relief, gloss)
        }
    }

    /// The pictures that are seen anywhere, in their order.
    public let pictures: [Int]
    /// The pixels of the box.
    public let size: PixelSize
    let raster: LensRaster
    /// Of each of `pictures` its weight in each entry, in 1/65536, where 65535 stands for 1 and is the
    /// sum; then zeros up to `stride`, a multiple of eight.
    let weights: [UInt16]
    let stride: Int
    /// Nil where ribs are too narrow for the pixels.
    let relief: LensRelief?

    /// A picture's least weight; what is less goes to the others. At most `mostShares` of the
    /// heaviest are mixed in one place.
    private static let leastWeight = 1.0 / 512
    private static let mostShares = 8

    /// Of a box of this size in millimetres, drawn with so many pixels.
    public init(_ view: LensView, box: Size, pixels: PixelSize, _ look: Look) {
        let raster = LensRaster(view, box: box, pixels: pixels)
        let stride = (raster.count + 7) / 8 * 8
        var columns = Array(repeating: [UInt16](), count: view.lens.pictures)
        var shares = Shares(count: view.lens.pictures)
        let isEven = view.distance.isInfinite
        let phases = LensPhases(view, raster)
        for entry in 0..<(isEven ? 1 : raster.count) {
            shares.set(view.lens, phases[entry], look)
            shares.forEachWeight(least: Self.leastWeight, most: Self.mostShares) {
                picture, weight in
                if columns[picture].isEmpty {
                    columns[picture] = Array(repeating: isEven ? weight : 0, count: stride)
                }
                columns[picture][entry] = weight
            }
        }
        pictures = columns.indices.filter { !columns[$0].isEmpty }
        (weights, self.stride) = (columns.flatMap { $0 }, stride)
        (size, self.raster) = (pixels, raster)
        relief = LensRelief(view, raster, phases, stride: stride, look)
    }

    /// Without a lens between them, what pictures are to each other where each covers those below it
    /// in turn while `sweep` goes from 0 to 2: picture k from 1 on has the opacity
    /// sweep (n - 1) / 2 - (k - 1), at least 0 and at most 1.
    public static func states(sweep: Double, pictures count: Int) -> [Double] {
        var rest = 1.0
        let weights = (0..<count).reversed().map { k in
            let opacity =
                k == 0 ? 1 : min(max(sweep * (Double(count - 1) / 2) - Double(k - 1), 0), 1)
            defer { rest *= 1 - opacity }
            return rest * opacity
        }
        return weights.reversed()
    }
}

/// The angles and the phases at the entries of a table.
///
/// They are computed for a few and lie on straight lines between these: over the few millimetres the
/// error is a millionth of a phase.
struct LensPhases {
    private let lens: Lens
    /// At each `gap`th entry.
    private let angles, phases: [Double]

    private static let gap = 8

    init(_ view: LensView, _ raster: LensRaster) {
        lens = view.lens
        let count = view.distance.isInfinite ? 1 : raster.count / Self.gap + 2
        let angles = (0..<count).map {
            view.angle(across: raster.across(entry: $0 * Self.gap))
        }
        self.angles = angles
        phases = angles.map(view.lens.endlessPhase)
    }

    /// The phase at an entry.
    subscript(entry: Int) -> Double { lens.wrapped(Self.value(entry, phases)) }

    /// The angle at an entry.
    func angle(entry: Int) -> Double { Self.value(entry, angles) }

    private static func value(_ entry: Int, _ values: [Double]) -> Double {
        guard values.count > 1 else { return values[0] }
        let (first, part) = (entry / gap, Double(entry % gap) / Double(gap))
        return values[first] + part * (values[first + 1] - values[first])
    }
}

/// The shares of the pictures at one place.
private struct Shares {
    /// Of all pictures.
    private var all: [Double]
    /// The pictures with a share, the heaviest first.
    private var heaviest: [Int] = []

    init(count: Int) { all = Array(repeating: 0, count: count) }

    /// Takes the shares at a phase.
    mutating func set(_ lens: Lens, _ phase: Double, _ look: LensTable.Look) {
        for picture in all.indices {
            all[picture] = look.blend < 1 ? (1 - look.blend) * look.states[picture] : 0
        }
        guard look.blend > 0 else { return }
        lens.forEachWeight(atPhase: phase) { picture, weight in
            all[picture] += look.blend * weight
        }
    }

    /// Gives at most so many pictures with weights, each at least a part of the whole before, with a
    /// sum of 65535.
    mutating func forEachWeight(least: Double, most: Int, _ body: (Int, UInt16) -> Void) {
        heaviest.removeAll(keepingCapacity: true)
        for picture in all.indices where all[picture] >= least { heaviest.append(picture) }
        if heaviest.count > most {
            heaviest.sort { all[$0] > all[$1] }
            heaviest.removeLast(heaviest.count - most)
        }
        if heaviest.isEmpty { heaviest = [all.indices.max { all[$0] < all[$1] } ?? 0] }
        let sum = heaviest.reduce(0) { $0 + all[$1] }
        var (share, below) = (0.0, 0)
        for picture in heaviest {
            share += all[picture] / sum
            let end = Int((share * 65535).rounded())
            body(picture, UInt16(end - below))
            below = end
        }
    }
}

/// How the pixels of a box lie across the lenses, and which pixel of a picture each lens shows.
///
/// The places of a table are its entries: the columns or rows of the box, or of slanted lenses steps
/// of a part of a pixel.
struct LensRaster: Sendable, Equatable {
    /// Of the box.
    let size: PixelSize
    /// How many entries there are.
    let count: Int
    /// The entry of the pixel at the top left, and what each column and each row adds.
    let start, perColumn, perRow: Double
    /// The place across the lenses where the entries begin, and what each adds, millimetres.
    private let first, step: Double
    private let pitch: Double
    /// The unit vector across the lenses.
    private let direction: Point
    private let isVertical: Bool
    /// Millimetres for a pixel of the box, to the right and down.
    private let pixel: Point

    /// Entries for a pixel of the box, where lenses are slanted.
    private static let entriesPerPixel = 8.0

    init(_ view: LensView, box: Size, pixels: PixelSize) {
        size = pixels
        pixel = Point(
            x: box.width / Double(pixels.width), y: box.height / Double(pixels.height))
        direction = view.acrossDirection
        isVertical = view.lens.axis == .vertical
        pitch = view.lens.sheet.pitch
        // Half the way across the box.
        let half = (abs(direction.x) * box.width + abs(direction.y) * box.height) / 2
        first = -half
        let side = isVertical ? pixel.x : pixel.y
        step = view.lens.slant == 0 ? side : side / Self.entriesPerPixel
        count = max(1, Int(saturating: (2 * half / step).rounded(.up)))
        (perColumn, perRow) = (direction.x * pixel.x / step, direction.y * pixel.y / step)
        let corner = view.across(x: (pixel.x - box.width) / 2, y: (pixel.y - box.height) / 2)
        start = view.lens.slant == 0 ? 0 : (corner + half) / step
    }

    /// The middle of an entry, millimetres across the lenses from the box's middle.
    func across(entry: Int) -> Double { first + (Double(entry) + 0.5) * step }

    /// How many pixels of the screen a lens covers.
    var pixelsPerLens: Double { pitch / (isVertical ? pixel.x : pixel.y) }

    /// How many lenses lie before a place.
    func lens(across place: Double) -> Double { (place - first) / pitch }

    /// The entry of a pixel.
    func entry(x: Int, y: Int) -> Int {
        let entry = start + Double(x) * perColumn + Double(y) * perRow
        return Int(min(max(entry, 0), Double(count - 1)))
    }

    /// Whether all rows, or all columns, have the same entries.
    var hasEqualRows: Bool { perRow == 0 }
    var hasEqualColumns: Bool { perColumn == 0 }

    /// Writes for each column of a row where in a picture of a size lies what it shows: of lenses that
    /// cover more than a pixel what lies under their middle.
    func writeOffsets(y: Int, of picture: PixelSize, to offsets: UnsafeMutablePointer<Int32>) {
        let down = (Double(y) + 0.5) * pixel.y - Double(size.height) * pixel.y / 2
        let lines = PictureLines(picture, self)
        for x in 0..<size.width {
            let right = (Double(x) + 0.5) * pixel.x - Double(size.width) * pixel.x / 2
            let middle = lensMiddle(across: direction.x * right + direction.y * down)
            let column =
                isVertical
                ? lines.column((middle - direction.y * down) / direction.x)
                : lines.column(right)
            let row =
                isVertical
                ? lines.row(down) : lines.row((middle - direction.x * right) / direction.y)
            offsets[x] = Int32(truncatingIfNeeded: row * picture.width + column)
        }
    }

    /// The row of a picture of so many rows that a row of the box shows, of unslanted vertical lenses.
    func row(y: Int, ofPictureRows count: Int) -> Int {
        min(Int((Double(y) + 0.5) * Double(count) / Double(size.height)), count - 1)
    }

    /// The place itself where lenses are no wider than a pixel.
    private func lensMiddle(across place: Double) -> Double {
        guard pixelsPerLens > 1 else { return place }
        return first + (lens(across: place).rounded(.down) + 0.5) * pitch
    }

    /// The columns and rows of a picture that is stretched over the box.
    private struct PictureLines {
        private let size: PixelSize
        private let perMillimetre: Point

        init(_ size: PixelSize, _ raster: LensRaster) {
            self.size = size
            perMillimetre = Point(
                x: Double(size.width) / (Double(raster.size.width) * raster.pixel.x),
                y: Double(size.height) / (Double(raster.size.height) * raster.pixel.y))
        }

        func column(_ x: Double) -> Int { line(x * perMillimetre.x, of: size.width) }
        func row(_ y: Double) -> Int { line(y * perMillimetre.y, of: size.height) }

        private func line(_ place: Double, of count: Int) -> Int {
            Int(min(max(place + Double(count) / 2, 0), Double(count - 1)))
        }
    }
}
