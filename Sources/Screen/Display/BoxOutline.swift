public import Compositor
public import Geometry
internal import Picture
internal import Platform

/// The outline of a box on the screen, with words beside it: a thin line with dark edges, which is seen
/// on light and on dark.
public struct BoxOutline: Sendable, Equatable {
    /// The corners of a polygon in their order, pixels of the screen. They may lie beyond it.
    public var corners: [Point]
    /// Lines of words, in which a tab begins a second column; nil for none.
    public var label: String?
    /// The line's colour, 0xRRGGBB.
    public var colour: UInt32 = 0xFFFFFF
    /// Whether the line is drawn, and not only the words.
    public var hasLine = true

    public init(corners: [Point], label: String? = nil) {
        (self.corners, self.label) = (corners, label)
    }
}

/// Makes overlays of outlines. What does not change keeps its bitmaps from frame to frame.
public struct BoxOutlines {
    private var labels = CaptionCache()
    /// The pieces of lines of the newest frame.
    private var pieces: [LinePiece: Bitmap] = [:]

    public init() {}

    /// The overlays on a screen of this size: the lines, and over them the labels, each where it hides
    /// no other one, and nothing of `places`; those that find no place are left out.
    public mutating func overlays(
        _ outlines: [BoxOutline], on size: PixelSize, lineHeight: Double,
        avoiding places: [PixelRect] = []
    ) -> [Frame.Overlay] {
        let outlines = outlines.filter { outline in
            outline.corners.allSatisfy { $0.x.isFinite && $0.y.isFinite }
        }
        return lines(outlines.filter(\.hasLine), on: size)
            + words(outlines, on: size, lineHeight, avoiding: places)
    }

    private mutating func lines(_ outlines: [BoxOutline], on size: PixelSize) -> [Frame.Overlay] {
        let former = pieces
        pieces = [:]
        var overlays: [Frame.Overlay] = []
        var drawn: Set<PlacedPiece> = []
        for outline in outlines {
            for (from, to) in zip(
                outline.corners, outline.corners.dropFirst() + outline.corners.prefix(1))
            {
                for placed in PlacedPiece.pieces(from, to, outline.colour, on: size)
                where drawn.insert(placed).inserted {
                    let bitmap = former[placed.piece] ?? pieces[placed.piece] ?? placed.piece.bitmap
                    pieces[placed.piece] = bitmap
                    overlays.append(Frame.Overlay(bitmap, x: placed.x, y: placed.y))
                }
            }
        }
        return overlays
    }

    private mutating func words(
        _ outlines: [BoxOutline], on size: PixelSize, _ lineHeight: Double,
        avoiding places: [PixelRect]
    ) -> [Frame.Overlay] {
        let captions = outlines.map { outline in
            outline.label.map { label in
                let lines = label.split(separator: "\n").map { line in
                    line.split(separator: "\t", omittingEmptySubsequences: false).map(\.printable)
                        .joined(separator: "\t")
                }
                return Caption(
                    markup: Caption.escaped(lines.joined(separator: "\n")), lineHeight: lineHeight,
                    maximumWidth: size.width)
            }
        }
        labels.show(captions.compactMap { $0 })
        var taken = places
        return zip(outlines, captions).compactMap { outline, caption in
            guard let bitmap = caption.flatMap({ labels[$0] }), let corner = outline.topLeft,
                let place = place(bitmap.size, near: corner, on: size, taken)
            else { return nil }
            taken.append(PixelRect(x: place.x, y: place.y, size: bitmap.size))
            return Frame.Overlay(bitmap, x: place.x, y: place.y)
        }
    }

    /// Pixels from a corner to its label, and from one label to the next.
    private static let gap = 3

    /// A place for a label: inside of the corner, or else below other labels, or else right of them.
    private func place(
        _ label: PixelSize, near corner: Point, on screen: PixelSize, _ taken: [PixelRect]
    ) -> (x: Int, y: Int)? {
        let (mostX, mostY) = (screen.width - label.width, screen.height - label.height)
        guard mostX >= 0, mostY >= 0 else { return nil }
        let top = min(max(0, Int(saturating: corner.y) + Self.gap), mostY)
        var x = min(max(0, Int(saturating: corner.x) + Self.gap), mostX)
        while x <= mostX {
            var (y, widest) = (top, x)
            while y <= mostY {
                let rect = PixelRect(x: x, y: y, size: label)
                guard let other = taken.first(where: { !$0.intersection(rect).isEmpty }) else {
                    return (x, y)
                }
                (y, widest) = (other.endY + Self.gap, max(widest, other.endX))
            }
            x = widest + Self.gap
        }
        return nil
    }
}

extension BoxOutline {
    /// The top left of the rectangle around the corners; nil without corners.
    fileprivate var topLeft: Point? {
        guard let x = corners.map(\.x).min(), let y = corners.map(\.y).min() else { return nil }
        return Point(x: x, y: y)
    }
}

/// A part of a line as a small bitmap: the line's ends are places in the bitmap.
private struct LinePiece: Hashable {
    let fromX, fromY, toX, toY: Double
    let width, height: Int
    let colour: UInt32

    /// Pixels: half the width of the line, without and with its dark edges.
    private static let (core, edge) = (1.0, 2.0)
    static let margin = edge + 0.5
    private static let dark: UInt32 = 0x101418

    var bitmap: Bitmap {
        Bitmap(PixelSize(width: width, height: height)) { x, y in
            let distance = distance(to: Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
            func cover(_ half: Double) -> Double { min(max(half + 0.5 - distance, 0), 1) }
            return Self.pixel(colour, Self.dark, cover(Self.core), alpha: cover(Self.edge))
        }
    }

    private func distance(to place: Point) -> Double {
        let (dx, dy) = (toX - fromX, toY - fromY)
        let (x, y, square) = (place.x - fromX, place.y - fromY, dx * dx + dy * dy)
        let t = square > 0 ? min(max((x * dx + y * dy) / square, 0), 1) : 0
        let (ownX, ownY) = (x - t * dx, y - t * dy)
        return (ownX * ownX + ownY * ownY).squareRoot()
    }

    /// A share of one colour over another one, multiplied by alpha.
    private static func pixel(
        _ colour: UInt32, _ below: UInt32, _ share: Double, alpha: Double
    ) -> UInt32 {
        let components = [16, 8, 0].map { (shift: UInt32) in
            let (own, other) = (Double(colour >> shift & 255), Double(below >> shift & 255))
            return UInt32((alpha * (own * share + other * (1 - share))).rounded()) << shift
        }
        return components.reduce(UInt32((alpha * 255).rounded()) << 24, |)
    }
}

/// A piece of a line at its place on the screen, all of it within the screen.
private struct PlacedPiece: Hashable {
    let piece: LinePiece
    let x, y: Int

    /// Pixels: no piece is longer, and the shorter side of none. A long line across the screen would need
    /// a bitmap as large as the screen.
    private static let (longest, shortest) = (512.0, 48.0)

    /// The pieces of a line that are seen on a screen of this size.
    static func pieces(
        _ from: Point, _ to: Point, _ colour: UInt32, on screen: PixelSize
    ) -> [PlacedPiece] {
        guard let (from, to) = clipped(from, to, to: screen) else { return [] }
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let count = max(
            1, (max(abs(dx), abs(dy)) / longest).rounded(.up),
            (min(abs(dx), abs(dy)) / shortest).rounded(.up))
        return (0..<Int(count)).compactMap { index in
            func place(_ share: Double) -> Point {
                Point(x: from.x + share * dx, y: from.y + share * dy)
            }
            let ends = [place(Double(index) / count), place(Double(index + 1) / count)]
            return PlacedPiece(of: (from, to), around: ends, colour, on: screen)
        }
    }

    /// The piece of a line around two of its places; nil if nothing of it is on the screen.
    private init?(
        of line: (from: Point, to: Point), around ends: [Point], _ colour: UInt32,
        on screen: PixelSize
    ) {
        let margin = LinePiece.margin
        func range(_ values: [Double], _ side: Int) -> Range<Int> {
            let low = Int(saturating: ((values.min() ?? 0) - margin).rounded(.down))
            let high = Int(saturating: ((values.max() ?? 0) + margin).rounded(.up))
            return (low..<max(low, high)).clamped(to: 0..<side)
        }
        let (columns, rows) = (
            range(ends.map(\.x), screen.width), range(ends.map(\.y), screen.height)
        )
        let width = min((columns.count + 3) / 4, screen.width / 4) * 4
        guard !columns.isEmpty, !rows.isEmpty, width > 0 else { return nil }
        let (x, y) = (min(columns.lowerBound, screen.width - width), rows.lowerBound)
        /// In sixteenths, so that what rests keeps its bitmap.
        func near(_ value: Double, _ origin: Int) -> Double {
            ((value - Double(origin)) * 16).rounded() / 16
        }
        (self.x, self.y) = (x, y)
        piece = LinePiece(
            fromX: near(line.from.x, x), fromY: near(line.from.y, y), toX: near(line.to.x, x),
            toY: near(line.to.y, y), width: width, height: rows.count, colour: colour)
    }

    /// The part of a line that lies on the screen or a margin beside it (Liang and Barsky); nil if none
    /// does.
    private static func clipped(
        _ from: Point, _ to: Point, to screen: PixelSize
    ) -> (Point, Point)? {
        let margin = 8.0
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        var (first, last) = (0.0, 1.0)
        let sides = [
            (-dx, from.x + margin), (dx, Double(screen.width) + margin - from.x),
            (-dy, from.y + margin), (dy, Double(screen.height) + margin - from.y),
        ]
        for (step, room) in sides {
            if step == 0 {
                if room < 0 { return nil }
            } else if step < 0 {
                first = max(first, room / step)
            } else {
                last = min(last, room / step)
            }
        }
        guard first <= last else { return nil }
        func place(_ share: Double) -> Point {
            Point(x: from.x + share * dx, y: from.y + share * dy)
        }
        return (place(first), place(last))
    }
}
