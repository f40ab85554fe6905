/// Panels below one another with a common time axis, as an SVG for light and dark backgrounds.
public struct Page: Sendable {
    let title: String
    let subtitle: String
    let legend: [Label]
    let panels: [Panel]
    /// Pixels.
    let (width, height): (Double, Double)

    /// A page of a size in pixels, at least 400 by 300.
    public init(
        title: String, subtitle: String, legend: [Label], panels: [Panel], width: Int, height: Int
    ) {
        (self.title, self.subtitle) = (title, subtitle)
        (self.legend, self.panels) = (legend, panels)
        (self.width, self.height) = (Double(max(400, width)), Double(max(300, height)))
    }

    /// The picture as the text of an SVG file.
    public var svg: String {
        var text = SVGText(width: width, height: height)
        text.add(element: "title", title)
        text.add(element: "style", StyleSheet(colours).text)
        text.add(#"<rect class="paper" width="100%" height="100%"/>"#)
        text.addWords(title, "heading", x: Self.left, y: 30)
        text.addWords(subtitle, "aside", x: Self.left, y: 50)
        text.addLabels(legend, x: Self.left, y: 72)
        let time = TimeAxis(times, at: (Self.left, width - Self.right))
        for (panel, edges) in zip(panels, panelEdges) {
            text.add(panel, time, top: edges.top, bottom: edges.bottom)
        }
        text.add(time, y: panelEdges.last?.bottom ?? 0)
        return text.finished
    }

    private static let (left, right, top, bottom) = (64.0, 72.0, 80.0, 46.0)
    /// The height of a panel's labels, and the spacing above a panel without labels.
    private static let (labelsHeight, spacing) = (26.0, 5.0)

    private var panelEdges: [(top: Double, bottom: Double)] {
        let spacings = panels.map { $0.labels.isEmpty ? Self.spacing : Self.labelsHeight }
        let room = height - Self.top - Self.bottom - spacings.reduce(0, +)
        let unitHeight = max(0, room) / panels.map(\.relativeHeight).reduce(0, +)
        var y = Self.top
        return zip(panels, spacings).map { panel, spacing in
            let top = y + spacing
            y = top + panel.relativeHeight * unitHeight
            return (top, y)
        }
    }

    private var times: ClosedRange<Double> {
        let all = panels.flatMap(\.curves).compactMap(\.trace.times)
        let times = all.dropFirst().reduce(all.first ?? 0...1) { $0.joined($1) }
        let isLong = times.upperBound > times.lowerBound
        return isLong ? times : times.lowerBound...times.lowerBound + 1
    }

    private var colours: [PlotColour] {
        let used =
            legend.compactMap(\.colour)
            + panels.flatMap { panel in
                panel.curves.map(\.colour) + panel.bands.map(\.colour)
                    + panel.labels.compactMap(\.colour)
            }
        return used.reduce(into: []) { colours, colour in
            if !colours.contains(colour) { colours.append(colour) }
        }
    }
}

/// The time axis, in seconds, minutes or hours.
struct TimeAxis {
    /// Its values are seconds / `unit`.
    let axis: Axis
    private let unit: Double
    let unitName: String

    /// The axis for `seconds` between two x in pixels.
    init(_ seconds: ClosedRange<Double>, at ends: (Double, Double)) {
        let span = seconds.upperBound - seconds.lowerBound
        (unit, unitName) = span <= 600 ? (1, "s") : span <= 5 * 3600 ? (60, "min") : (3600, "h")
        axis = Axis(
            seconds.lowerBound / unit...seconds.upperBound / unit, at: ends,
            steps: Axis.decimalSteps, intervals: max(2, Int((ends.1 - ends.0) / 70)))
    }

    /// The pixel at which a time in seconds lies.
    func pixel(of seconds: Double) -> Double { axis.pixel(of: seconds / unit) }
}
