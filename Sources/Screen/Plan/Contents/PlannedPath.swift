import Compositor
import Geometry
import Paint
import Picture
import Scene

extension PathContent: PlannableContent {
    func requests(_ layer: PlannedLayer) -> [AssetRequest] { [] }

    func planned(_ assets: [Asset], _ layer: PlannedLayer) -> any PlannedContent {
        PlannedPath(
            self, largestBox: layer.largestExactBox, mostPixels: layer.mostPixels,
            atRest: layer.atRest,
            drivesShape: layer.scene.drivesShape(ofLayer: layer.index),
            drivesOnlyTrimEnd: layer.scene.drivesOnlyTrimEnd(ofLayer: layer.index))
    }
}

/// The coverage of a layer's path at one size, which is drawn anew where it changes, and what paints
/// it.
struct PlannedPath: PlannedContent {
    /// With the present parameters.
    private var content: PathContent
    /// The box when it is largest, pixels.
    private let largestBox: Size
    /// The longest side of a drawing, pixels.
    private let mostPixels: Double
    /// Whether drivers change more than the brushes, so that it is drawn anew in most frames; and whether
    /// of the shape they change the stroke's end only.
    private let drivesShape, drivesOnlyTrimEnd: Bool
    /// From the units of the view to pixels: as at rest, or if `drivesShape` and it does not grow, as in
    /// the present frame.
    private var toPixels: Homography
    private let toPixelsAtRest: Homography
    /// Nil before the first `update`, and for what is not filled or stroked.
    private var fill, stroke: Coverage?
    /// The path where it was trimmed last.
    private var measured: MeasuredPath?
    /// The stroke if only its end moves.
    private var growing: GrowingStroke?
    private var isDrawn = false
    /// The smallest box around the path and its stroke, without the points of miters; units of the
    /// view.
    private var paintedRect: Rect

    /// How much of each pixel of a part of the box is covered.
    private struct Coverage {
        /// Nil if nothing is covered, or there is no memory.
        let bitmap: Bitmap?
        /// In pixels of the plane to which `toPixels` maps the view.
        let rect: PixelRect
    }

    init(
        _ content: PathContent, largestBox: Size, mostPixels: Double, atRest: ShownLayer,
        drivesShape: Bool, drivesOnlyTrimEnd: Bool
    ) {
        (self.content, paintedRect) = (content, content.view)
        (self.largestBox, self.mostPixels) = (largestBox, mostPixels)
        (self.drivesShape, self.drivesOnlyTrimEnd) = (drivesShape, drivesOnlyTrimEnd)
        toPixelsAtRest = Self.toPixels(content, largestBox, atRest)
        toPixels = toPixelsAtRest
    }

    mutating func update(_ shown: ShownLayer, eyeX: Double) {
        let old = content
        content = content.with(shown.parameters)
        if drivesShape {
            let place = grows ? toPixelsAtRest : Self.toPixels(content, largestBox, shown)
            isDrawn = isDrawn && place == toPixels
            toPixels = place
        }
        let isSamePath = isDrawn && content[.morph] == old[.morph]
        let isSameStroke =
            isSamePath && PathContent.Parameter.allCases.allSatisfy { content[$0] == old[$0] }
        isDrawn = true
        guard !isSameStroke else { return }
        let path = content.shownPath
        let width = content.stroke == nil ? 0 : content.style.width
        paintedRect = (path.bounds ?? content.view).expanded(by: width / 2)
        if content.fill != nil, !isSamePath { fill = drawnFill(path) }
        if content.stroke != nil { stroke = drawnStroke(path) }
    }

    /// Whether only the new part of the stroke is drawn.
    private var grows: Bool {
        drivesOnlyTrimEnd && GrowingStroke.canDraw(content.style, content.trim)
    }

    /// From the units of the view to pixels.
    private static func toPixels(
        _ content: PathContent, _ largestBox: Size, _ shown: ShownLayer
    ) -> Homography {
        let box = shown.box(Rect(shown.appearance.size)).toScreen
        return content.placement(in: largestBox)
            .withPhase(of: box * content.placement(in: shown.appearance.size))
    }

    private func drawnFill(_ path: Path) -> Coverage? {
        rect(around: path, reach: 0).map { rect in
            Coverage(
                bitmap: .coverage(
                    of: path, content.fillRule, rect.fromCorner * toPixels, rect.size),
                rect: rect)
        }
    }

    private mutating func drawnStroke(_ path: Path) -> Coverage? {
        var (style, trim) = (content.style, content.trim)
        guard style.width > 0, let rect = rect(around: path, reach: style.reach) else { return nil }
        let period = style.dash.reduce(0, +)
        if period > 0, measured(path).length / period > Self.mostDashes { style.dash = [] }
        if grows, trim.end > 0 {
            growing = growing ?? GrowingStroke(measured(path), style, toPixels, rect)
            if let bitmap = growing?.bitmap(end: trim.end) {
                return Coverage(bitmap: bitmap, rect: rect)
            }
        }
        let seen = trim.isWhole ? path : measured(path).trimmed(trim)
        // A curve that is cut elsewhere has other lines in each frame, which must not be seen.
        let tolerance = trim.isWhole ? 0.1 : 0.02
        return Coverage(
            bitmap: seen.isEmpty
                ? nil
                : .coverage(
                    of: seen, style, rect.fromCorner * toPixels, rect.size, tolerance: tolerance),
            rect: rect)
    }

    /// More dashes than can be told apart are drawn as one line: each takes time, also one that is not
    /// seen.
    private static let mostDashes = 100_000.0

    private mutating func measured(_ path: Path) -> MeasuredPath {
        if let measured, measured.path == path { return measured }
        let new = MeasuredPath(path, tolerance: 0.1 / toPixels.a)
        measured = new
        return new
    }

    /// The pixels that a path covers: as far as they are within the view and its longer side around it,
    /// and within the largest size of a drawing. Nil if there are none.
    private func rect(around path: Path, reach: Double) -> PixelRect? {
        guard let bounds = path.bounds, toPixels.isFinite, toPixels.a > 0 else { return nil }
        let view = content.view
        let longer = max(view.width, view.height)
        let most = (mostPixels - 4) / toPixels.a
        let near = view.expanded(
            x: min(longer, max(0, most - view.width) / 2),
            y: min(longer, max(0, most - view.height) / 2))
        let covered = bounds.expanded(by: reach).intersection(near)
        guard covered.width > 0 || covered.height > 0 else { return nil }
        let drawn = covered.mapped(by: toPixels)
        guard [drawn.x, drawn.y, drawn.maxX, drawn.maxY].allSatisfy({ abs($0) < 1e6 }) else {
            return nil
        }
        return PixelRect(around: drawn)
    }

    func parts(_ shown: ShownLayer) -> Frame.Parts {
        let painted = [(fill, content.fill), (stroke, content.stroke)].compactMap {
            coverage, brush in
            coverage.flatMap { coverage in brush.flatMap { part(coverage, $0, shown) } }
        }
        guard painted.count == 1, painted[0].mask.isEmpty else { return .several(painted) }
        return .one(painted[0].layer)
    }

    private func part(
        _ coverage: Coverage, _ brush: Brush, _ shown: ShownLayer
    ) -> Frame.Parts.Part? {
        guard let bitmap = coverage.bitmap, let fromPixels = toPixels.inverse else { return nil }
        let toBox = content.placement(in: shown.appearance.size)
        let rect = Rect(coverage.rect).mapped(by: toBox * fromPixels)
        return Frame.Parts.Part(
            bitmap, painted: brush, in: rect, gradientOver: paintedRect.mapped(by: toBox), shown)
    }
}
