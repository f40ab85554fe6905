internal import CCairo
public import Geometry
public import Paint

/// Paths in user space, and what is drawn with them.
extension Canvas {
    /// Adds a box to the path, with round corners if `radius` is above 0.
    package func addBox(_ box: Rect, radius: Double = 0) {
        let quarter = Double.pi / 2
        let (left, right) = (box.x + radius, box.x + box.width - radius)
        let (top, bottom) = (box.y + radius, box.y + box.height - radius)
        cairo_new_sub_path(context)
        cairo_arc(context, right, top, radius, -quarter, 0)
        cairo_arc(context, right, bottom, radius, 0, quarter)
        cairo_arc(context, left, bottom, radius, quarter, 2 * quarter)
        cairo_arc(context, left, top, radius, 2 * quarter, 3 * quarter)
        cairo_close_path(context)
    }

    package func move(to point: Point) { cairo_move_to(context, point.x, point.y) }

    package func addLine(to point: Point) { cairo_line_to(context, point.x, point.y) }

    /// Adds a parabola to the path, whose tangents at both ends go through `control`.
    package func addCurve(_ control: Point, to end: Point) {
        var start = Point(x: 0, y: 0)
        cairo_get_current_point(context, &start.x, &start.y)
        cairo_curve_to(
            context, (start.x + 2 * control.x) / 3, (start.y + 2 * control.y) / 3,
            (end.x + 2 * control.x) / 3, (end.y + 2 * control.y) / 3, end.x, end.y)
    }

    /// Fills the path with a colour, and begins a new one.
    package func fill(_ colour: Colour) {
        setColour(colour)
        cairo_fill(context)
    }

    /// Fills the path with colours that go over into each other from the top of a box to its bottom,
    /// and begins a new one.
    package func fill(_ stops: [Gradient.Stop], down box: Rect) {
        let pattern = cairo_pattern_create_linear(0, 0, 0, 1)
        defer { cairo_pattern_destroy(pattern) }
        for stop in stops {
            let colour = stop.colour
            cairo_pattern_add_color_stop_rgba(
                pattern, stop.t, colour.red, colour.green, colour.blue, colour.alpha)
        }
        var matrix = cairo_matrix_t(
            xx: box.width, yx: 0, xy: 0, yy: box.height, x0: box.x, y0: box.y)
        cairo_matrix_invert(&matrix)
        cairo_pattern_set_matrix(pattern, &matrix)
        cairo_set_source(context, pattern)
        cairo_fill(context)
    }

    /// Draws a line along the path, with round ends, and begins a new path.
    package func stroke(_ colour: Colour, width: Double) {
        setColour(colour)
        cairo_set_line_width(context, width)
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        cairo_stroke(context)
    }

    private func setColour(_ colour: Colour) {
        cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, colour.alpha)
    }

    /// Sets user space to one that an affine map leads from.
    fileprivate func setUserSpace(_ map: Homography) {
        var matrix = cairo_matrix_t(
            xx: map.a, yx: map.b, xy: map.c, yy: map.d, x0: map.tx, y0: map.ty)
        cairo_set_matrix(context, &matrix)
    }

    /// Draws in a user space of which the origin and the unit vectors are given in the current one.
    package func withUserSpace(
        origin: Point, x: Point, y: Point, _ draw: () -> Void
    ) {
        cairo_save(context)
        defer { cairo_restore(context) }
        var matrix = cairo_matrix_t(
            xx: x.x, yx: x.y, xy: y.x, yy: y.y, x0: origin.x, y0: origin.y)
        cairo_transform(context, &matrix)
        draw()
    }

    package func add(_ path: Path) {
        for command in path.commands {
            switch command {
            case .move(let point): move(to: point)
            case .line(let point): addLine(to: point)
            case .curve(let one, let two, let end):
                cairo_curve_to(context, one.x, one.y, two.x, two.y, end.x, end.y)
            case .close: cairo_close_path(context)
            }
        }
    }

    /// Fills the path with white, and begins a new one.
    fileprivate func fill(_ rule: FillRule) {
        cairo_set_fill_rule(
            context, rule == .nonzero ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD)
        fill(Colour(red: 1, green: 1, blue: 1))
    }

    /// Draws a white line along the path, and begins a new one.
    fileprivate func stroke(_ style: StrokeStyle) {
        cairo_set_line_width(context, style.width)
        cairo_set_line_cap(context, style.cap.cairo)
        cairo_set_line_join(context, style.join.cairo)
        cairo_set_miter_limit(context, style.miterLimit)
        cairo_set_dash(context, style.dash, Int32(style.dash.count), style.dashOffset)
        setColour(Colour(red: 1, green: 1, blue: 1))
        cairo_stroke(context)
    }
}

extension StrokeStyle.Cap {
    fileprivate var cairo: cairo_line_cap_t {
        switch self {
        case .butt: CAIRO_LINE_CAP_BUTT
        case .round: CAIRO_LINE_CAP_ROUND
        case .square: CAIRO_LINE_CAP_SQUARE
        }
    }
}

extension StrokeStyle.Join {
    fileprivate var cairo: cairo_line_join_t {
        switch self {
        case .miter: CAIRO_LINE_JOIN_MITER
        case .round: CAIRO_LINE_JOIN_ROUND
        case .bevel: CAIRO_LINE_JOIN_BEVEL
        }
    }
}

extension Bitmap {
    /// How much of each pixel a path covers: white, with the coverage as alpha. `toPixels` maps the path
    /// to the bitmap. Nil if there is no memory.
    public static func coverage(
        of path: Path, _ rule: FillRule, _ toPixels: Homography, _ size: PixelSize
    ) -> Bitmap? {
        drawn(size) { canvas in
            canvas.setUserSpace(toPixels)
            canvas.add(path)
            canvas.fill(rule)
        }
    }

    /// The same of a line along a path. Its curves are at most `tolerance` pixels away.
    public static func coverage(
        of path: Path, _ style: StrokeStyle, _ toPixels: Homography, _ size: PixelSize,
        tolerance: Double = 0.1
    ) -> Bitmap? {
        drawn(size) { canvas in
            canvas.setUserSpace(toPixels)
            cairo_set_tolerance(canvas.context, tolerance)
            canvas.add(path)
            canvas.stroke(style)
        }
    }
}
