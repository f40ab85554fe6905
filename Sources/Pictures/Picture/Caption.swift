internal import CCairo
internal import CPango
import Geometry
import Paint

/// Words on a dark, rounded panel, drawn with the system's fonts.
public struct Caption: Sendable, Equatable {
    /// Pango markup; a tab begins the second column.
    public var markup: String
    /// The height of a line of text, in pixels.
    public var lineHeight: Double
    /// Pixels; longer lines are broken so that the panel is no wider.
    public var maximumWidth: Int

    public init(markup: String, lineHeight: Double, maximumWidth: Int = .max) {
        (self.markup, self.lineHeight, self.maximumWidth) = (markup, lineHeight, maximumWidth)
    }

    /// Pixels: the space to the left and to the right of the words; above and below them it is 0.8
    /// of that.
    private var padding: Double { (lineHeight * 0.7).rounded() }

    /// The largest width of the words, in pixels.
    fileprivate var wordsWidth: Double { max(lineHeight, Double(maximumWidth) - 2 * padding - 3) }

    /// The panel with the words; its width is a multiple of four pixels. Nil if there is no memory
    /// or no font.
    public func bitmap() -> Bitmap? {
        guard let words = wordsSize else { return nil }
        let width = (Int(words.width + 2 * padding) + 3) & ~3
        let height = Int(words.height + 1.6 * padding)
        return Bitmap.drawn(PixelSize(width: width, height: height)) { canvas in
            let panel = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
            canvas.addBox(panel, radius: min(lineHeight * 0.6, panel.height / 2))
            canvas.fill(Colour(red: 0.04, green: 0.05, blue: 0.08, alpha: 0.86))
            let layout = Layout(self, on: canvas)
            layout.draw(x: (Double(width) - words.width) / 2, y: padding * 0.8)
        }
    }

    /// The words without the panel, white on a transparent bitmap. Nil if there is no memory.
    public func words() -> Bitmap? {
        guard let words = wordsSize else { return nil }
        let size = PixelSize(width: max(1, Int(words.width)), height: max(1, Int(words.height)))
        return Bitmap.drawn(size) { Layout(self, on: $0).draw(x: 0, y: 0) }
    }

    /// Nil where Pango cannot measure words, as on a machine without fonts.
    private var wordsSize: Size? {
        var size = Size(width: 0, height: 0)
        _ = Bitmap.drawn(PixelSize(width: 1, height: 1)) { size = Layout(self, on: $0).size }
        let isMeasured = size.width >= 0 && size.height >= 0 && max(size.width, size.height) < 32768
        return isMeasured ? size : nil
    }

    /// The text as Pango markup, in which it appears unchanged: the characters of markup are
    /// escaped.
    public static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
    }
}

/// A paragraph laid out on a canvas, freed in deinit.
private struct Layout: ~Copyable {
    private let layout: OpaquePointer
    private let context: OpaquePointer

    init(_ caption: Caption, on canvas: borrowing Canvas) {
        context = canvas.context
        layout = pango_cairo_create_layout(context)
        let font = pango_font_description_from_string(
            "Inter, Cantarell, Noto Sans, DejaVu Sans, Sans")
        defer { pango_font_description_free(font) }
        // The line height is about 1.25 times the font size.
        pango_font_description_set_absolute_size(
            font, caption.lineHeight / 1.25 * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, font)
        let tabs = pango_tab_array_new(1, 1)
        defer { pango_tab_array_free(tabs) }
        // Where the second column starts.
        pango_tab_array_set_tab(
            tabs, 0, PANGO_TAB_LEFT, gint((caption.lineHeight * 5.5).rounded()))
        pango_layout_set_tabs(layout, tabs)
        pango_layout_set_spacing(layout, gint(caption.lineHeight * 0.2) * PANGO_SCALE)
        pango_layout_set_markup(layout, caption.markup, -1)
        breakLines(at: caption.wordsWidth)
    }

    private func breakLines(at width: Double) {
        guard size.width > width else { return }
        pango_layout_set_width(layout, gint(width) * PANGO_SCALE)
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

    var size: Size {
        var (width, height) = (gint(0), gint(0))
        pango_layout_get_pixel_size(layout, &width, &height)
        return Size(width: Double(width), height: Double(height))
    }

    func draw(x: Double, y: Double) {
        cairo_set_source_rgba(context, 1, 1, 1, 0.95)
        cairo_move_to(context, x, y)
        pango_cairo_show_layout(context, layout)
    }
}
