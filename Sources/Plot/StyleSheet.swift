/// The styles of the page's elements, for light and dark backgrounds.
struct StyleSheet {
    let text: String

    /// The style of a page on which these colours are used.
    init(_ colours: [PlotColour]) {
        text =
            Self.paper(Self.light) + colours.map { Self.rule($0.name, $0.light) }.joined()
            + Self.shapes + "@media(prefers-color-scheme:dark){" + Self.paper(Self.dark)
            + colours.map { Self.rule($0.name, $0.dark) }.joined() + "}"
    }

    private typealias Paper = (paper: String, words: String, aside: String, lines: String)
    private static let light: Paper = ("#ffffff", "#1b2028", "#5c6470", "#e3e6ea")
    private static let dark: Paper = ("#14171c", "#eceff3", "#9aa3ae", "#2b3038")

    private static func paper(_ p: Paper) -> String {
        ".paper{fill:\(p.paper)}text{fill:\(p.words)}.aside{fill:\(p.aside)}.grid{stroke:\(p.lines)}"
    }

    private static func rule(_ name: String, _ colour: String) -> String {
        ".\(name){stroke:\(colour);fill:\(colour)}"
    }

    // The dark colours come later in the sheet, and a class has precedence over `tspan`: without
    // `!important` the colours would fill lines and outline the dots before labels, which are
    // `tspan`s.
    private static let shapes = """
        text{font-family:system-ui,sans-serif;font-size:12px}\
        .heading{font-size:19px;font-weight:600}.name{font-weight:600}\
        .tick{font-size:11px}.word{font-size:11px}.grid{stroke-width:1;fill:none}\
        tspan{stroke:none!important}\
        .line,.broad{fill:none!important}\
        .line,.broad{stroke-linejoin:round;stroke-linecap:round;stroke-width:1.4}\
        .broad{stroke-width:5;stroke-opacity:.4}\
        .area,.band{stroke:none!important}.area{fill-opacity:.3}.band{fill-opacity:.13}
        """
}
