internal import CCairo
internal import CPango
internal import CPangoFC
public import Geometry
public import Paint
public import Picture

/// A text that Pango has laid out, in points.
///
/// Neither hints nor whole pixels change the glyphs and their places, so that lines break alike at any
/// size on the screen.
public struct LaidOutText: ~Copyable {
    public let text: TextDescription
    /// A canvas that the layout was made for, with a point for a pixel.
    private let surface: OpaquePointer
    private let context: OpaquePointer
    private let layout: OpaquePointer
    private let families: FontFamilies
    private let graphemes: Starts

    public init(_ text: TextDescription) throws(PictureError) {
        let families = try FontFamilies(text)
        (self.text, self.families) = (text, families)
        graphemes = Starts(text.text)
        surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)
        context = cairo_create(surface)
        // A layout knows only the fonts that were there before it.
        layout = pango_cairo_create_layout(context)
        let options = Self.fontOptions()
        defer { cairo_font_options_destroy(options) }
        let pango = pango_layout_get_context(layout)
        pango_cairo_context_set_font_options(pango, options)
        pango_context_set_round_glyph_positions(pango, 0)
        pango_layout_context_changed(layout)
        setLines()
        let words = text.text
        pango_layout_set_text(layout, words, CInt(words.utf8.count))
        setFonts()
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(layout))
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    private static func fontOptions() -> OpaquePointer? {
        let options = cairo_font_options_create()
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        return options
    }

    private func setLines() {
        if let width = text.width {
            pango_layout_set_width(layout, pangoUnits(width))
            pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        }
        pango_layout_set_line_spacing(layout, Float(text.lineSpacing))
        // Pango's left is where the text's direction begins.
        let alignment: PangoAlignment =
            switch text.alignment {
            case .start, .justify: PANGO_ALIGN_LEFT
            case .centre: PANGO_ALIGN_CENTER
            case .end: PANGO_ALIGN_RIGHT
            }
        pango_layout_set_alignment(layout, alignment)
        pango_layout_set_justify(layout, text.alignment == .justify ? 1 : 0)
    }

    private func setFonts() {
        let attributes = pango_attr_list_new()
        defer { pango_attr_list_unref(attributes) }
        for (span, range) in zip(text.spans, text.spanRanges) {
            let font = families.description(of: span.font)
            defer { pango_font_description_free(font) }
            var own = [pango_attr_font_desc_new(font)]
            // Spacing of 0 would separate ligatures, too.
            if span.font.tracking != 0 {
                own.append(pango_attr_letter_spacing_new(pangoUnits(span.font.tracking)))
            }
            for attribute in own {
                attribute?.pointee.start_index = guint(range.lowerBound)
                attribute?.pointee.end_index = guint(range.upperBound)
                pango_attr_list_insert(attributes, attribute)
            }
        }
        // A word that is wider than the lines is broken without a sign that nobody wrote.
        pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
        pango_layout_set_attributes(layout, attributes)
    }

    /// Where its lines and clusters lie.
    public func measured() -> TextLayout {
        var (ink, logical) = (PangoRectangle(), PangoRectangle())
        pango_layout_get_extents(layout, &ink, &logical)
        var found = TextLayout(
            size: Rect(logical).size, paintedRect: Rect(ink), substitutes: families.substitutes)
        let words = WordCounter(text.text)
        let ranges = text.spanRanges
        forEachRun { run in
            if run.isFirstOfLine { found.lines.append(run.line) }
            found.hasOwnColours = found.hasOwnColours || run.hasOwnColours
            run.forEachCluster(of: graphemes) { bytes, x, width, painted, hasGlyphs in
                found.clusters.append(
                    TextLayout.Cluster(
                        rect: Rect(
                            x: min(x, x + width), y: run.line.rect.y, width: abs(width),
                            height: run.line.rect.height),
                        paintedRect: painted, line: found.lines.count - 1,
                        word: words.word(at: bytes.lowerBound),
                        span: ranges.firstIndex { $0.contains(bytes.lowerBound) } ?? 0,
                        bytes: bytes, hasGlyphs: hasGlyphs))
            }
        }
        return found
    }

    /// Draws a part of it: what a brush paints is white. Of the clusters only those are drawn that begin at
    /// these bytes, or all. `toPixels` maps points to the pixels.
    public func draw(
        _ part: TextPart, clusters: Set<Int>?, into pixels: UnsafeMutablePointer<UInt32>,
        _ size: PixelSize, _ toPixels: Homography
    ) -> Bool {
        let canvas = Canvas(pixels, size)
        var matrix = cairo_matrix_t(
            xx: toPixels.a, yx: 0, xy: 0, yy: toPixels.d, x0: toPixels.tx, y0: toPixels.ty)
        cairo_set_matrix(canvas.context, &matrix)
        cairo_set_source_rgba(canvas.context, 1, 1, 1, 1)
        let ranges = text.spanRanges
        forEachRun { run in
            guard run.hasOwnColours == (part == .ownColours) else { return }
            run.draw(on: canvas.context, of: graphemes) { byte in
                guard clusters?.contains(byte) ?? true else { return false }
                guard case .brush(let brush) = part else { return true }
                let span = ranges.firstIndex { $0.contains(byte) } ?? 0
                return text.spans[span].brush == brush
            }
        }
        return canvas.finish()
    }

    /// Gives the runs of glyphs, line by line, each line from the left; an empty line gives one without
    /// glyphs.
    private func forEachRun(_ body: (borrowing Run) -> Void) {
        guard let iterator = pango_layout_get_iter(layout) else { return }
        defer { pango_layout_iter_free(iterator) }
        var before: UnsafeMutablePointer<PangoLayoutLine>?
        repeat {
            let line = pango_layout_iter_get_line_readonly(iterator)
            body(Run(iterator, isFirstOfLine: line != before))
            before = line
        } while pango_layout_iter_next_run(iterator) != 0
    }
}

/// Glyphs of one font in a line.
private struct Run: ~Copyable {
    /// Nil at the end of a line.
    private let item: UnsafeMutablePointer<PangoGlyphItem>?
    /// Where its first glyph lies, and the baseline, points.
    private let origin: Point
    let line: TextLayout.Line
    let isFirstOfLine: Bool

    init(_ iterator: OpaquePointer, isFirstOfLine: Bool) {
        item = pango_layout_iter_get_run_readonly(iterator)
        var (own, all) = (PangoRectangle(), PangoRectangle())
        pango_layout_iter_get_run_extents(iterator, nil, &own)
        pango_layout_iter_get_line_extents(iterator, nil, &all)
        let baseline = points(pango_layout_iter_get_baseline(iterator))
        origin = Point(x: Rect(own).x, y: baseline)
        line = TextLayout.Line(rect: Rect(all), baseline: baseline)
        self.isFirstOfLine = isFirstOfLine
    }

    private var font: UnsafeMutablePointer<PangoFont>? { item?.pointee.item.pointee.analysis.font }

    /// Whether its font has pictures instead of outlines.
    var hasOwnColours: Bool {
        guard let font, let face = hb_font_get_face(pango_font_get_hb_font(font)) else {
            return false
        }
        return hb_ot_color_has_png(face) != 0
    }

    /// Gives the bytes of each cluster, where it begins, its width, the box around its glyphs, and whether
    /// the font has them. A cluster is a grapheme with its marks, or several that share a glyph.
    func forEachCluster(
        of graphemes: Starts, _ body: (Range<Int>, Double, Double, Rect, Bool) -> Void
    ) {
        guard let item else { return }
        let glyphs = item.pointee.glyphs.pointee
        let (start, length) = (
            Int(item.pointee.item.pointee.offset), Int(item.pointee.item.pointee.length)
        )
        let keys = (0..<Int(glyphs.num_glyphs)).map {
            graphemes.start(of: start + Int(glyphs.log_clusters[$0]))
        }
        let starts = Starts(starts: Set(keys).sorted())
        var (glyph, x) = (0, origin.x)
        while glyph < keys.count {
            let cluster = keys[glyph]
            let first = glyph
            var (width, isKnown) = (0.0, true)
            while glyph < keys.count, keys[glyph] == cluster {
                width += points(glyphs.glyphs[glyph].geometry.width)
                isKnown = isKnown && !glyphs.glyphs[glyph].isUnknown
                glyph += 1
            }
            let end = starts.next(after: cluster) ?? start + length
            let painted = paintedRect(of: first..<glyph, at: x)
            body(cluster..<max(cluster, end), x, width, painted, isKnown)
            x += width
        }
    }

    private func paintedRect(of glyphs: Range<Int>, at x: Double) -> Rect {
        var ink = PangoRectangle()
        pango_glyph_string_extents_range(
            item?.pointee.glyphs, CInt(glyphs.lowerBound), CInt(glyphs.upperBound), font, &ink, nil)
        let rect = Rect(ink)
        return Rect(
            x: x + rect.x, y: origin.y + rect.y, width: rect.width, height: rect.height)
    }

    /// Draws the glyphs of the clusters at whose first bytes `isDrawn` holds.
    func draw(
        on context: OpaquePointer, of graphemes: Starts, where isDrawn: (Int) -> Bool
    ) {
        guard let item, let font,
            let scaled = pango_cairo_font_get_scaled_font(OpaquePointer(font))
        else { return }
        let glyphs = item.pointee.glyphs.pointee
        let start = Int(item.pointee.item.pointee.offset)
        var drawn: [cairo_glyph_t] = []
        var x = origin.x
        for index in 0..<Int(glyphs.num_glyphs) {
            let glyph = glyphs.glyphs[index]
            defer { x += points(glyph.geometry.width) }
            let byte = graphemes.start(of: start + Int(glyphs.log_clusters[index]))
            guard !glyph.isEmpty, isDrawn(byte) else { continue }
            drawn.append(
                cairo_glyph_t(
                    // Without a glyph, the box that the font has for that.
                    index: glyph.isUnknown ? 0 : UInt(glyph.glyph),
                    x: x + points(glyph.geometry.x_offset),
                    y: origin.y + points(glyph.geometry.y_offset)))
        }
        guard !drawn.isEmpty else { return }
        setFont(scaled, on: context)
        cairo_show_glyphs(context, drawn, CInt(drawn.count))
    }

    /// Sets the font for the scale of the context; that of the layout is for a pixel for each point.
    private func setFont(_ scaled: OpaquePointer, on context: OpaquePointer) {
        var matrix = cairo_matrix_t()
        cairo_scaled_font_get_font_matrix(scaled, &matrix)
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        cairo_scaled_font_get_font_options(scaled, options)
        cairo_set_font_face(context, cairo_scaled_font_get_font_face(scaled))
        cairo_set_font_matrix(context, &matrix)
        cairo_set_font_options(context, options)
    }
}

/// Where pieces of a text begin, such as its graphemes: bytes of its UTF-8.
private struct Starts {
    /// In ascending order.
    private let starts: [Int]

    init(starts: [Int]) { self.starts = starts }

    init(_ text: String) {
        var byte = 0
        starts = text.map { character in
            defer { byte += character.utf8.count }
            return byte
        }
    }

    /// Where the piece begins that has a byte.
    func start(of byte: Int) -> Int {
        let index = count(upTo: byte)
        return index > 0 ? starts[index - 1] : byte
    }

    /// The next beginning after a byte; nil if there is none.
    func next(after byte: Int) -> Int? {
        let index = count(upTo: byte)
        return index < starts.count ? starts[index] : nil
    }

    /// How many begin at a byte or before it.
    func count(upTo byte: Int) -> Int {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= byte { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Counts words, which spaces and line ends separate.
private struct WordCounter {
    /// Where the words begin.
    private let starts: Starts

    init(_ text: String) {
        var (starts, byte, wasSpace) = ([Int](), 0, true)
        for character in text {
            if !character.isWhitespace, wasSpace { starts.append(byte) }
            wasSpace = character.isWhitespace
            byte += character.utf8.count
        }
        self.starts = Starts(starts: starts)
    }

    /// The index of the word at a byte, or before it.
    func word(at byte: Int) -> Int { max(0, starts.count(upTo: byte) - 1) }
}

extension TextDescription {
    /// For each span its bytes in the UTF-8 of the text.
    fileprivate var spanRanges: [Range<Int>] {
        var end = 0
        return spans.map { span in
            let start = end
            end += span.text.utf8.count
            return start..<end
        }
    }
}

private func pangoUnits(_ points: Double) -> CInt { CInt((points * Double(PANGO_SCALE)).rounded()) }

private func points(_ units: CInt) -> Double { Double(units) / Double(PANGO_SCALE) }

extension Rect {
    fileprivate init(_ rect: PangoRectangle) {
        // With a negative tracking, widths may be negative.
        self.init(
            x: points(rect.x), y: points(rect.y), width: max(0, points(rect.width)),
            height: max(0, points(rect.height)))
    }
}

extension PangoGlyphInfo {
    fileprivate var isEmpty: Bool { glyph == 0x0FFF_FFFF }
    /// PANGO_GLYPH_UNKNOWN_FLAG.
    fileprivate var isUnknown: Bool { glyph & 0x1000_0000 != 0 }
}
