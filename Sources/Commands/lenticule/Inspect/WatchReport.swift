import Decoding
import Display
import Motion
import Playback
import Scene

/// What a card that moves shows at one moment: its tilt, and each layer's driven numbers.
struct WatchReport: Encodable {
    let card: String
    /// The scene's time, seconds.
    let time: Double
    /// Degrees.
    let tilt, tiltX, tiltY: Double
    let state: String
    /// What the source waits for; nil if it waits for nothing.
    let waitsFor: String?
    let layers: [Layer]

    struct Layer: Encodable {
        /// In the order of card.toml, from 1.
        let number: Int
        let name: String
        let visible: Bool
        /// The numbers that have drivers, by their names; nil for one that is infinite, which JSON
        /// cannot write.
        let driven: [String: Double?]
        fileprivate let values: [Scene.DrivenValue]

        private enum CodingKeys: CodingKey { case number, name, visible, driven }
    }

    init(_ card: PlayedCard, _ moment: Moment, waitsFor: String?) {
        let (scene, snapshot) = (card.scene, card.scene.evaluate(moment))
        let tilts = moment.expected ?? moment.state.tilts
        (self.card, time, self.waitsFor) = (card.title, moment.time, waitsFor)
        (tilt, tiltX, tiltY) = (tilts.card, tilts.aboutVertical, tilts.aboutHorizontal)
        state = moment.state.tiltState(expecting: moment.expected, in: scene).name
        let pictures = card.pictures.map(\.path)
        layers = scene.layers.indices.map { index in
            let values = scene.drivenValues(ofLayer: index, in: snapshot)
            return Layer(
                number: index + 1, name: scene.layers[index].title(pictures),
                visible: snapshot.layers[index].isVisible,
                driven: Dictionary(
                    values.map { ($0.name, $0.value.isFinite ? $0.value : nil) }
                ) { $1 },
                values: values)
        }
    }
}

// As text.
extension WatchReport {
    /// All of it in one line.
    var line: String {
        let layers = layers.map { layer in
            let values = layer.values.map { "\($0.name) \($0.value.rounded(toAtMost: 3))" }
            let state = layer.visible ? "visible" : "not visible"
            return "\(layer.title) " + ([state] + values).joined(separator: ", ")
        }
        return ([head] + waiting + layers).joined(separator: "; ")
    }

    /// The lines for a terminal of this size. If there are too many, layers without drivers are left
    /// out, then the last ones.
    func lines(columns: Int, rows: Int, hint: String) -> [String] {
        let head = [head, (waiting + [hint, "q quits"]).joined(separator: "  ·  "), ""]
        let width = layers.map(\.title.count).max() ?? 0
        func lines(_ layers: [Layer]) -> [[String]] {
            layers.map { $0.lines(titleWidth: min(width, 24), columns: columns) }
        }
        let (all, driven) = (lines(layers), lines(layers.filter { !$0.values.isEmpty }))
        let room = rows - head.count
        if all.joined().count <= room { return head + all.joined() }
        var (shown, count) = ([String](), 0)
        // The last row says how many layers are left out.
        for lines in driven where shown.count + lines.count < room {
            shown += lines
            count += 1
        }
        return head + shown + ["and \(layers.count - count) more layers"]
    }

    private var head: String {
        "\(card) at \(time.rounded(toDigits: 2)) s: tilt \(tilt.rounded(toDigits: 2))°, \(state), "
            + "tilt-x \(tiltX.rounded(toDigits: 2))°, tilt-y \(tiltY.rounded(toDigits: 2))°"
    }

    private var waiting: [String] { waitsFor.map { ["waiting for \($0)"] } ?? [] }
}

extension WatchReport.Layer {
    fileprivate var title: String { "\(number). \(name)" }

    /// The title and the values, in as many lines as they need.
    fileprivate func lines(titleWidth: Int, columns: Int) -> [String] {
        let titles = title.padded(to: titleWidth)
        let cells =
            (visible ? [] : ["not visible"])
            + values.map { "\($0.name) \($0.value.rounded(toDigits: 3).aligned(to: 9))" }
        var lines = [titles]
        for (index, cell) in cells.enumerated() {
            let last = lines[lines.count - 1]
            if index == 0 || last.count + 2 + cell.count <= columns {
                lines[lines.count - 1] += "  \(cell)"
            } else {
                lines.append("".padded(to: titleWidth) + "  \(cell)")
            }
        }
        return lines
    }
}
