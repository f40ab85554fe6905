internal import CCairo
package import Geometry
package import Paint

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
}
