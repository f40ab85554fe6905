import Geometry
import Paint
import Picture
import Platform

/// The coverage of a stroke of which only the end moves along the path: what it has passed is drawn once.
///
/// The path is divided into pieces with fixed places. A bitmap is made of those that the end has passed,
/// the first of them drawn at once, and of what is seen of the next one, so that it depends on the end
/// alone, not on the frames before. A piece begins a little before the end of the last one, and a pixel
/// has the largest coverage that a piece gives it: so the pieces have no seams, also where the path comes
/// back on its own line. Only where two lines touch side by side, their common edge is a little thinner
/// than if they were drawn at once.
struct GrowingStroke {
    private let path: MeasuredPath
    private let style: StrokeStyle
    /// From the path to pixels, of which the bitmaps show `rect`.
    private let toPixels: Homography
    private let rect: PixelRect
    private let pieces: [Piece]
    /// The first pieces: as many as the end has passed, and the largest multiple of `leap` of them, which
    /// are drawn at once.
    private var passed, leapt: Drawn

    private struct Piece {
        let subPath: Int
        /// Lengths along the sub-path.
        let range: ClosedRange<Double>
        /// The length of the whole path up to its end.
        let end: Double
    }

    private struct Drawn {
        var count = 0
        var bitmap: Bitmap
    }

    /// How long a piece is at least, and how much of the piece before is drawn again, pixels.
    private static let (leastLength, overlap) = (64.0, 2.0)
    /// How many pieces a long path has, but for the ends of its sub-paths.
    private static let mostPieces = 256.0
    private static let leap = 16

    /// Of larger bitmaps, several would take much memory; pixels.
    private static let mostArea = 1 << 23

    /// Whether a stroke can be drawn so: it begins where the path does, and has another end.
    static func canDraw(_ style: StrokeStyle, _ trim: PathTrim) -> Bool {
        // The cap of a piece would be seen beside the line: a square one at a curve, a round one at a
        // corner that is not round.
        let hidesCaps = style.cap == .butt || (style.cap == .round && style.join == .round)
        return hidesCaps && style.dash.isEmpty && !trim.isWhole && trim.start <= 0
            && trim.offset == 0 && !trim.isSimultaneous
    }

    /// Nil for one that takes too much memory.
    init?(
        _ path: MeasuredPath, _ style: StrokeStyle, _ toPixels: Homography, _ rect: PixelRect
    ) {
        guard rect.size.area <= Self.mostArea else { return nil }
        let empty = Self.empty(rect.size)
        (self.path, self.style, self.toPixels, self.rect) = (path, style, toPixels, rect)
        pieces = Self.pieces(
            of: path,
            length: max(Self.leastLength / toPixels.a, path.length / Self.mostPieces))
        (passed, leapt) = (Drawn(bitmap: empty), Drawn(bitmap: empty))
    }

    /// Those of one sub-path after the other. Of a closed one the last is all of it, which has no ends.
    private static func pieces(of path: MeasuredPath, length: Double) -> [Piece] {
        var (pieces, before) = ([Piece](), 0.0)
        for (index, part) in path.parts.enumerated() {
            let count = max(1, (part.length / length).rounded())
            for number in stride(from: 0, to: count, by: 1) {
                let end = part.length * (number + 1) / count
                // A dot has no length, and is drawn if all of it is.
                let start = part.length > 0 ? part.length * number / count : -1
                pieces.append(Piece(subPath: index, range: start...end, end: before + end))
            }
            before += part.length
            guard part.isClosed else { continue }
            pieces.append(Piece(subPath: index, range: 0...part.length, end: before))
        }
        return pieces
    }

    /// What of the stroke is seen up to a share of the path's length.
    mutating func bitmap(end share: Double) -> Bitmap {
        let end = share * path.length
        let count = pieces.prefix { $0.end <= end }.count
        let leaps = count / Self.leap * Self.leap
        if leapt.count != leaps { leapt = Drawn(count: leaps, bitmap: wholeBitmap(leaps)) }
        if !(leaps...count ~= passed.count) { passed = leapt }
        if passed.count < count {
            let new = pieces[passed.count..<count].map { part(of: $0, upTo: $0.range.upperBound) }
            passed = Drawn(count: count, bitmap: bitmap(passed.bitmap, new))
        }
        guard count < pieces.count else { return passed.bitmap }
        let (next, start) = (pieces[count], count > 0 ? pieces[count - 1].end : 0)
        let seen = next.range.lowerBound + end - start
        return bitmap(passed.bitmap, [part(of: next, upTo: seen)])
    }

    /// The first `count` pieces as one stroke.
    private func wholeBitmap(_ count: Int) -> Bitmap {
        var whole = Path()
        for (index, piece) in pieces[..<count].enumerated()
        where index + 1 == count || pieces[index + 1].subPath != piece.subPath {
            // Below 0 for a dot.
            let start = min(0, piece.range.lowerBound)
            whole.append(path.part(ofSubPath: piece.subPath, start...piece.range.upperBound))
        }
        guard !whole.isEmpty else { return Self.empty(rect.size) }
        return Bitmap.coverage(
            of: whole, style, rect.fromCorner * toPixels, rect.size, tolerance: 0.02)
            ?? Self.empty(rect.size)
    }

    private static func empty(_ size: PixelSize) -> Bitmap {
        bitmap(size) { $0.update(repeating: 0, count: size.area) }
    }

    /// A piece up to a length of its sub-path.
    private func part(of piece: Piece, upTo end: Double) -> Path {
        let first = piece.range.lowerBound
        let start = first > 0 ? max(0, first - Self.overlap / toPixels.a) : first
        return path.part(ofSubPath: piece.subPath, start...max(start, end))
    }

    /// A bitmap with strokes along these paths.
    private func bitmap(_ base: Bitmap, _ paths: [Path]) -> Bitmap {
        Self.bitmap(rect.size) { pixels in
            pixels.update(from: base.start, count: rect.size.area)
            for path in paths { draw(path, into: pixels) }
        }
    }

    private static func bitmap(
        _ size: PixelSize, _ draw: (UnsafeMutablePointer<UInt32>) -> Void
    ) -> Bitmap {
        Bitmap(size, OwnedBuffer(count: size.area, draw), isOpaque: false)
    }

    private func draw(_ path: Path, into pixels: UnsafeMutablePointer<UInt32>) {
        guard let bounds = path.bounds else { return }
        let part = PixelRect(around: bounds.expanded(by: style.reach).mapped(by: toPixels))
            .intersection(rect)
        guard !part.isEmpty,
            let piece = Bitmap.coverage(
                of: path, style, part.fromCorner * toPixels, part.size, tolerance: 0.02)
        else { return }
        for y in 0..<part.height {
            let row = pixels + (part.y + y - rect.y) * rect.width + part.x - rect.x
            // The four bytes of a pixel are equal.
            for x in 0..<part.width { row[x] = max(row[x], piece.start[y * part.width + x]) }
        }
    }
}
