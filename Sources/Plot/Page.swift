/// Panels below one another over the same time, as an SVG that is read on light and on dark paper.
public struct Page: Sendable {
    let title: String
    let subtitle: String
    let legend: [Note]
    let panels: [Panel]
    /// Pixels.
    let (width, height): (Double, Double)

    /// A page of a size in pixels, at least 400 by 300.
    public init(
        title: String, subtitle: String, legend: [Note], panels: [Panel], width: Int, height: Int
    ) {
        (self.title, self.subtitle) = (title, subtitle)
        (self.legend, self.panels) = (legend, panels)
        (self.width, self.height) = (Double(max(400, width)), Double(max(300, height)))
    }

    /// The picture as the text of an SVG file.
    public var svg: String {
        var text = SVGText(width: width, height: height)
        text.add(element: "title", title)
        text.add(element: "style", StyleSheet(inks).text)
        text.add(#"<rect class="paper" width="100%" height="100%"/>"#)
        text.addWords(title, "heading", x: Self.left, y: 30)
        text.addWords(subtitle, "aside", x: Self.left, y: 50)
        text.addNotes(legend, x: Self.left, y: 72)
        let time = TimeAxis(times, at: (Self.left, width - Self.right))
        for (panel, place) in zip(panels, places) {
            text.add(panel, time, head: place.head, foot: place.foot)
        }
        text.add(time, y: places.last?.foot ?? 0)
        return text.finished
    }

    private static let (left, right, top, bottom) = (64.0, 72.0, 80.0, 46.0)
    /// What a panel's notes take, and the gap to a panel without.
    private static let (notesHeight, gap) = (26.0, 5.0)

    /// Where the panels' heads and feet are.
    private var places: [(head: Double, foot: Double)] {
        let gaps = panels.map { $0.notes.isEmpty ? Self.gap : Self.notesHeight }
        let room = height - Self.top - Self.bottom - gaps.reduce(0, +)
        let unit = max(0, room) / panels.map(\.weight).reduce(0, +)
        var y = Self.top
        return zip(panels, gaps).map { panel, gap in
            let head = y + gap
            y = head + panel.weight * unit
            return (head, y)
        }
    }

    private var times: ClosedRange<Double> {
        let all = panels.flatMap(\.curves).compactMap(\.trace.times)
        let times = all.dropFirst().reduce(all.first ?? 0...1) { $0.joined($1) }
        let isLong = times.upperBound > times.lowerBound
        return isLong ? times : times.lowerBound...times.lowerBound + 1
    }

    private var inks: [Ink] {
        let used =
            legend.compactMap(\.ink)
            + panels.flatMap { panel in
                panel.curves.map(\.ink) + panel.bands.map(\.ink) + panel.notes.compactMap(\.ink)
            }
        return used.reduce(into: []) { inks, ink in
            if !inks.contains(ink) { inks.append(ink) }
        }
    }
}

/// Time along the page, in seconds, minutes or hours.
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

    /// Where a time in seconds stands.
    func place(_ seconds: Double) -> Double { axis.place(seconds / unit) }
}
