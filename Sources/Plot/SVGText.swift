/// The text of an SVG file during its construction.
struct SVGText {
    private var text: String

    /// An empty picture of a size in pixels.
    init(width: Double, height: Double) {
        let (width, height) = (decimalText(width, decimals: 0), decimalText(height, decimals: 0))
        text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" role="img">\n
            """
    }

    var finished: String { text + "</svg>\n" }

    /// Appends markup unescaped.
    mutating func add(_ markup: String) { text += markup + "\n" }

    mutating func add(element: String, _ words: String) {
        add("<\(element)>\(words.xml)</\(element)>")
    }

    /// Appends text in a class of the style sheet.
    mutating func addWords(
        _ words: String, _ cssClass: String, x: Double, y: Double, anchor: String = "start"
    ) {
        let place = "x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\""
        add("<text class=\"\(cssClass)\" \(place)>\(words.xml)</text>")
    }

    /// Appends labels in a row, each after its dot, if it has one.
    mutating func addLabels(_ labels: [Label], x: Double, y: Double) {
        let spans = labels.enumerated().map { index, label in
            let spacing = index > 0 ? " dx=\"16\"" : ""
            guard let colour = label.colour else {
                return "<tspan class=\"name\"\(spacing)>\(label.text.xml)</tspan>"
            }
            return "<tspan class=\"\(colour.name)\"\(spacing)>\u{25CF}</tspan> \(label.text.xml)"
        }
        add("<text x=\"\(number(x))\" y=\"\(number(y))\">\(spans.joined())</text>")
    }

    /// Appends a panel between `top` and `bottom`, pixels from the top.
    mutating func add(_ panel: Panel, _ time: TimeAxis, top: Double, bottom: Double) {
        let y = panel.axis(bottom: bottom, top: top)
        addLabels(panel.labels, x: time.axis.ends.0, y: top - 8)
        addBands(panel, time, y)
        addGrid(panel, time, y)
        for curve in panel.curves where !curve.trace.isEmpty {
            let colour = curve.colour.name
            if curve.style == .area {
                add("<path class=\"\(colour) area\" d=\"\(curve.trace.area(time, y))\"/>")
            }
            let style = curve.style == .broad ? "broad" : "line"
            add("<path class=\"\(colour) \(style)\" d=\"\(curve.trace.path(time, y))\"/>")
        }
    }

    private mutating func addBands(_ panel: Panel, _ time: TimeAxis, _ y: Axis) {
        let (left, right) = time.axis.ends
        for band in panel.bands where band.range.overlaps(y.range) {
            let range = band.range.clamped(to: y.range)
            let (top, bottom) = (y.pixel(of: range.upperBound), y.pixel(of: range.lowerBound))
            let place = "x=\"\(number(left))\" y=\"\(number(top))\""
            let size = "width=\"\(number(right - left))\" height=\"\(number(bottom - top))\""
            add("<rect class=\"\(band.colour.name) band\" \(place) \(size)/>")
            addWords(band.label, "aside word", x: right + 6, y: (top + bottom) / 2 + 4)
        }
    }

    private mutating func addGrid(_ panel: Panel, _ time: TimeAxis, _ y: Axis) {
        let (left, right) = time.axis.ends
        var lines = time.axis.ticks.map { tick in
            "M\(number(time.axis.pixel(of: tick))) \(number(y.ends.1))V\(number(y.ends.0))"
        }
        if case .share(let name) = panel.valueKind {
            lines.append("M\(number(left)) \(number(y.ends.0))H\(number(right))")
            addWords(
                name, "aside tick", x: left - 8, y: (y.ends.0 + y.ends.1) / 2 + 4, anchor: "end")
        } else {
            for tick in y.ticks {
                let pixel = y.pixel(of: tick)
                lines.append("M\(number(left)) \(number(pixel))H\(number(right))")
                addWords(
                    y.label(tick) + "°", "aside tick", x: left - 8, y: pixel + 4, anchor: "end")
            }
        }
        add("<path class=\"grid\" d=\"\(lines.joined())\"/>")
    }

    /// Appends the labels of the time axis at `y`.
    mutating func add(_ time: TimeAxis, y: Double) {
        for tick in time.axis.ticks {
            addWords(
                time.axis.label(tick), "aside tick", x: time.axis.pixel(of: tick), y: y + 17,
                anchor: "middle")
        }
        let middle = (time.axis.ends.0 + time.axis.ends.1) / 2
        addWords("time, \(time.unitName)", "aside", x: middle, y: y + 36, anchor: "middle")
    }
}

extension Trace {
    /// The trace as the `d` of an SVG path, one subpath per run.
    fileprivate func path(_ time: TimeAxis, _ y: Axis) -> String {
        runs.map { Polyline($0.pagePoints(time, y)).simplified.path }.joined()
    }

    /// The area between the trace and the lower end of `y`.
    fileprivate func area(_ time: TimeAxis, _ y: Axis) -> String {
        let bottom = y.pixel(of: y.range.lowerBound)
        return runs.map { run in
            let start = PagePoint(time.pixel(of: run.first.time), bottom)
            let end = PagePoint(time.pixel(of: run.last.time), bottom)
            return Polyline([start] + run.pagePoints(time, y) + [end]).simplified.path + "z"
        }.joined()
    }
}

extension Trace.Run {
    fileprivate func pagePoints(_ time: TimeAxis, _ y: Axis) -> [PagePoint] {
        points.map { PagePoint(time.pixel(of: $0.time), y.pixel(of: $0.value)) }
    }
}

/// Pixels with one decimal.
private func number(_ value: Double) -> String {
    decimalText(value, decimals: 1).replacing("\u{2212}", with: "-")
}

extension String {
    /// The text escaped for XML; characters below the space, U+FFFE and U+FFFF become replacement
    /// characters.
    fileprivate var xml: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\0"..." ", "\u{FFFE}", "\u{FFFF}": text += scalar == " " ? " " : "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
