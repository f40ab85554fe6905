import Geometry
import Motion
import MotionLog
import Plot

/// The curves of `plot`, collected row by row.
struct LogPlot {
    private var filterCurves: [FilterCurves]
    private var truthCurves: TruthCurves
    private let settings: TiltSettings
    private let states: TiltStateSettings
    /// Nanoseconds: the first row's timestamp.
    private var first: Int64?
    private var length = LogLength()
    private var rows = 0

    init(filters: [FilterChoice], tilt: TiltSettings, states: TiltStateSettings) {
        filterCurves = filters.map { FilterCurves($0, tilt: tilt, states: states) }
        truthCurves = TruthCurves(tilt: tilt)
        (settings, self.states) = (tilt, states)
    }

    /// Whether any filter has an attitude.
    var hasAttitude: Bool { filterCurves.contains { !$0.angles.roll.isEmpty } }

    /// Takes the next row of the log.
    mutating func add(_ row: LogRow) {
        let start = first ?? row.sample.timestamp
        first = start
        let time = (Double(row.sample.timestamp) - Double(start)) * 1e-9
        length.add(row.sample.timestamp)
        rows += 1
        for index in filterCurves.indices { filterCurves[index].add(row, at: time) }
        if let truth = row.truth {
            truthCurves.add(truth, row.sample, at: time, beside: filterCurves[0].attitude)
        }
    }

    /// The page with all panels.
    func page(title: String, size: PixelSize) -> Page {
        Page(
            title: title, subtitle: subtitle,
            legend: filterCurves.map { Label($0.choice.rawValue, $0.choice.colour) }
                + (hasTruth ? [Label("reference", .reference)] : []),
            panels: [
                panel("Roll", \.roll), panel("Pitch", \.pitch),
                panel("Yaw", \.yaw), tiltPanel,
            ] + opacityPanels + (hasTruth ? [errorPanel] : []),
            width: size.width, height: size.height)
    }

    private var hasTruth: Bool { !truthCurves.angles.roll.isEmpty }

    private var subtitle: String {
        let seconds = length.seconds
        let rate = seconds > 0 ? Double(rows - 1 - length.backwardJumps) / seconds : 0
        let neutral =
            switch settings.resolvedNeutral {
            case .degrees(let angle): "\(decimalText(angle, decimals: 1))°"
            case .start: "the start"
            case .gravity, .auto: "lying flat"
            }
        return """
            \(rows) rows · \(decimalText(seconds, decimals: 1)) s · \
            \(decimalText(rate, decimals: 0)) Hz · tilt axis \(settings.axis.rawValue), \
            neutral is \(neutral)
            """
    }

    /// The curves from the lowest to the topmost: the truth, then the filters, the first filter
    /// last.
    private func curves(_ angle: KeyPath<AngleTraces, Trace>) -> [Curve] {
        [Curve(truthCurves.angles[keyPath: angle], .reference, .broad)]
            + filterCurves.reversed().map { Curve($0.angles[keyPath: angle], $0.choice.colour) }
    }

    private func panel(_ name: String, _ angle: KeyPath<AngleTraces, Trace>) -> Panel {
        Panel(.degrees(-2...2), curves(angle), labels: [Label(name)])
    }

    private var tiltPanel: Panel {
        let flat = states.flatDegrees
        return Panel(
            .degrees(-3 * flat...3 * flat), curves(\.tilt), labels: [Label("Tilt and its state")],
            bands: [
                Band(flat...180, "forward", .front), Band(-flat...flat, "flat", .middle),
                Band(-180...(-flat), "backward", .back),
            ], relativeHeight: 1.3)
    }

    private var opacityPanels: [Panel] {
        let opacities = filterCurves[0].opacities
        let title =
            "Opacities, from 0 to 1"
            + (filterCurves.count > 1 ? "; of \(filterCurves[0].choice)" : "")
        let layers: [(String, Trace, PlotColour)] = [
            ("front", opacities.front, .front), ("middle", opacities.middle, .middle),
            ("back", opacities.back, .back),
        ]
        return layers.enumerated().map { index, layer in
            Panel(
                .share(name: layer.0), [Curve(layer.1, layer.2, .area)],
                labels: index == 0 ? [Label(title)] : [], relativeHeight: 0.32)
        }
    }

    private var errorPanel: Panel {
        let means = filterCurves.compactMap { curves in
            curves.rmsError.map {
                Label(
                    "\(curves.choice.rawValue) \(decimalText($0, decimals: 2))°",
                    curves.choice.colour
                )
            }
        }
        let title = means.isEmpty ? "Inclination error" : "Inclination error; in motion, RMS:"
        return Panel(
            .degrees(0...1), filterCurves.reversed().map { Curve($0.error, $0.choice.colour) },
            labels: [Label(title)] + means)
    }
}

extension FilterChoice {
    /// Okabe and Ito's colours, which the colour-blind can distinguish; lighter ones on dark
    /// backgrounds.
    fileprivate var colour: PlotColour {
        switch self {
        case .lenticule: PlotColour(rawValue, light: "#0072b2", dark: "#4fb3f0")
        case .complementary: PlotColour(rawValue, light: "#d55e00", dark: "#f0813a")
        case .madgwick: PlotColour(rawValue, light: "#009e73", dark: "#2fc99c")
        }
    }
}

extension PlotColour {
    fileprivate static let reference = PlotColour("reference", light: "#9aa0a8", dark: "#7d8590")
    fileprivate static let front = PlotColour("front", light: "#cc79a7", dark: "#dc94bc")
    fileprivate static let middle = PlotColour("middle", light: "#d99a00", dark: "#f0b93a")
    fileprivate static let back = PlotColour("back", light: "#56b4e9", dark: "#6fc3f2")
}
