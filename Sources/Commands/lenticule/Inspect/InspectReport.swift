import Animation
import Card
import Geometry
import Motion
import Paint
import Platform
import Playback
import Scene
import TOML

/// A card at one moment: what each layer's properties are, and what drives them.
struct InspectReport: Encodable {
    let card: String
    /// The scene's time, seconds.
    let time: Double
    /// Degrees.
    let tilt, tiltX, tiltY: Double
    let state: String
    /// The time until which nothing changes without an input, seconds; nil: for ever.
    let holdsUntil: Double?
    let layers: [Layer]

    struct Layer: Encodable {
        let name: String?
        let group: String?
        let content: String
        let visible: Bool
        let opacity: Double
        /// Points.
        let size: [Double]
        /// From the box to the card: a, b, c, d, e, f with x' = a x + c y + e, y' = b x + d y + f. If
        /// the layer is seen in perspective, g, h, i follow; x' and y' are then divided by
        /// g x + h y + i.
        let toCard: [Double]
        let properties: [String: Double]
        /// The numbers of its content; nil for one that is infinite, which JSON cannot write.
        let contentNumbers: [String: Double?]
        /// The colour effects, in the order in which they are applied.
        let effects: [String]
        let drivers: [DriverReport]
        /// Of a text: its lines.
        let textLines: [TextLine]?
        /// Of a path: its length in units of its view, without the trim.
        let pathLength: Double?
    }

    /// A line of a text; boxes are x, y, width and height in points of the layer's box.
    struct TextLine: Encodable {
        let text: String
        let box: [Double]
        /// Its distance from the top of the box.
        let baseline: Double
        /// From the left.
        let clusters: [Cluster]

        struct Cluster: Encodable {
            let text: String
            let box: [Double]
        }
    }

    struct DriverReport: Encodable {
        let property: String
        let value: Double
        let kind: String
        /// The location of the driver in card.toml; nil for a driver that card.toml does not have,
        /// as of a classic card.
        let line: Int?
        let column: Int?
    }

    init(_ card: Card, _ scene: Scene, _ moment: Moment) {
        let snapshot = scene.evaluate(moment)
        let tilts = moment.expected ?? moment.state.tilts
        (self.card, time) = (card.name, moment.time)
        (tilt, tiltX, tiltY) = (tilts.card, tilts.aboutVertical, tilts.aboutHorizontal)
        state = moment.state.tiltState(expecting: moment.expected, in: scene).name
        holdsUntil = snapshot.unchangedUntil.isFinite ? snapshot.unchangedUntil : nil
        let values = scene.driverValues(
            moment.state, at: moment.time, expecting: moment.expected)
        let drivers = scene.drivers.indices.map { index in
            let location =
                index < card.driverTextRanges.count ? card.driverTextRanges[index].start : nil
            let driver = scene.drivers[index]
            return DriverReport(
                property: driver.name(in: scene.layers[driver.layer]), value: values[index],
                kind: driver.kind.words,
                line: location?.line, column: location?.column)
        }
        let pictures = card.pictures.map(\.path)
        layers = scene.layers.indices.map { index in
            Layer(
                scene, index, snapshot,
                zip(scene.drivers, drivers).filter { $0.0.layer == index }.map(\.1),
                pictures)
        }
    }
}

extension InspectReport.Layer {
    fileprivate init(
        _ scene: Scene, _ index: Int, _ snapshot: Snapshot, _ drivers: [InspectReport.DriverReport],
        _ pictures: [String]
    ) {
        let (layer, appearance) = (scene.layers[index], snapshot.layers[index])
        (name, group) = (layer.name, layer.parent.flatMap { scene.layers[$0].name })
        content = layer.content.label(pictures)
        (visible, opacity) = (appearance.isVisible, appearance.opacity)
        size = [appearance.size.width, appearance.size.height]
        toCard = appearance.toCard.numbers
        properties = Dictionary(
            uniqueKeysWithValues: Property.allCases.map {
                ($0.name, snapshot.value(of: $0, layer: index))
            })
        contentNumbers = Dictionary(
            uniqueKeysWithValues: zip(
                layer.content.parameterNames,
                snapshot.contentParameters(ofLayer: index).map { $0.isFinite ? $0 : Double?.none }))
        effects = layer.effects.map { "\($0)" }
        self.drivers = drivers
        textLines = (layer.content as? TextContent)?.layout?.reportedLines
        let path = (layer.content as? PathContent)?
            .with(snapshot.contentParameters(ofLayer: index))
        pathLength = path.map { path in
            let tolerance = max(path.view.width, path.view.height) / 10_000
            return MeasuredPath(path.shownPath, tolerance: tolerance).length
        }
    }

    /// The properties that do not have their default values, without the perspective of a layer
    /// that lies in the card's plane, which changes nothing.
    fileprivate var changed: [(name: String, value: Double)] {
        let isFlat = [Property.rotationX, .rotationY, .offsetZ].allSatisfy { value(of: $0) == 0 }
        return Property.allCases.compactMap { property in
            let value = value(of: property)
            let isSeen = value != property.defaultValue && !(isFlat && property == .perspective)
            return isSeen ? (property.name, value) : nil
        }
    }

    private func value(of property: Property) -> Double {
        properties[property.name] ?? property.defaultValue
    }
}

extension TextContent.LaidOut {
    fileprivate var reportedLines: [InspectReport.TextLine] {
        let bytes = Array(text.text.utf8)
        func words(_ range: Range<Int>) -> String {
            String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self)
        }
        return layout.lines.enumerated().map { index, line in
            let clusters = layout.clusters.filter { $0.line == index }
            let start = clusters.map(\.bytes.lowerBound).min() ?? 0
            return InspectReport.TextLine(
                text: words(start..<max(start, clusters.map(\.bytes.upperBound).max() ?? 0)),
                box: line.rect.numbers, baseline: line.baseline,
                clusters: clusters.map { .init(text: words($0.bytes), box: $0.rect.numbers) })
        }
    }
}

extension Rect {
    fileprivate var numbers: [Double] { [x, y, width, height] }
}

extension Driver.Kind {
    /// In words: `follows tilt by a spring`.
    fileprivate var words: String {
        switch self {
        case .follow(let signal, _, _, .atOnce): "follows \(signal.rawValue)"
        case .follow(let signal, _, _, .smoothing): "follows \(signal.rawValue), smoothed"
        case .follow(let signal, _, _, .spring): "follows \(signal.rawValue) by a spring"
        case .scrub(let signal, _, _, _, _): "follows \(signal.rawValue) through a track"
        case .run(let trigger, _, _, let repeats):
            "track on \(trigger.rawValue)" + (repeats ? ", repeated" : "")
        case .phases(let trigger, let phases):
            "phases on \(trigger.rawValue)" + (phases.loops ? ", repeated" : "")
        case .steps(let trigger, _, _): "steps on \(trigger.rawValue)"
        case .transition: "transition"
        }
    }
}

// As text.
extension InspectReport {
    var lines: [String] {
        let holds =
            holdsUntil.map { $0 > time ? "still until \(short($0)) s" : "moving" } ?? "still"
        let head =
            "\(card) at \(short(time)) s, \(holds): tilt \(short(tilt))°, \(state), "
            + "tilt-x \(short(tiltX))°, tilt-y \(short(tiltY))°"
        return [head] + layers.enumerated().flatMap { $1.lines(number: $0 + 1) }
    }
}

extension InspectReport.Layer {
    fileprivate func lines(number: Int) -> [String] {
        let title = name ?? content.lastPathPart
        let state =
            visible
            ? "opacity \(short(opacity)), \(short(size[0])) x \(short(size[1])) points"
            : "not visible"
        let values = changed.map { "  \($0.name.padded(to: 12)) \(short($0.value))" }
        let order = effects.count > 1 ? ["  effects: " + effects.joined(separator: ", then ")] : []
        let drivers = drivers.map { driver in
            let location = driver.line.map { "  (line \($0))" } ?? ""
            let value = short(driver.value).padded(to: 10)
            return "  \(driver.property.padded(to: 12)) \(value) \(driver.kind)\(location)"
        }
        return ["", "\(number). \(title): \(state)"] + values + order + contentLines
            + (drivers.isEmpty ? [] : ["  driven:"] + drivers)
    }

    /// The lines of a text with their characters, each from where to where; the length of a path.
    private var contentLines: [String] {
        let text = (textLines ?? []).flatMap { line in
            let (box, clusters) = (line.box.map { short($0) }, line.clusters)
            let places = clusters.map {
                "\($0.text.printable) \(short($0.box[0]))-\(short($0.box[0] + $0.box[2]))"
            }
            return [
                "  line at \(box[0]), \(box[1]), \(box[2]) x \(box[3]): \(line.text.printable)",
                "    " + places.joined(separator: ", "),
            ]
        }
        return text + (pathLength.map { ["  length \(short($0)) units of its view"] } ?? [])
    }
}

/// At most four decimals.
private func short(_ value: Double) -> String { value.rounded(toAtMost: 4) }
