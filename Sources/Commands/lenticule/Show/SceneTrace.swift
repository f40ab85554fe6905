import Display
import Geometry
import Motion
import Platform
import Scene

/// A file with what happened to a shown card, as JSON lines: each input of its scene, and each frame.
final class SceneTrace {
    private var file: GrowingFile
    /// Why a line could not be written, after which no more are; the show goes on.
    private var failure: (any Error)?

    /// Throws if `path` is one of `inputFiles`.
    init(_ path: String, inputFiles: [String]) throws(FileError) {
        file = try GrowingFile(path, inputFiles: inputFiles)
    }

    /// Lets a player write into the file.
    func attach(to settings: inout Player.Settings) {
        settings.traceInput = { [self] in write(InputLine($0)) }
        settings.tracePanel = { [self] in write(PanelLine($0)) }
        settings.traceFrame = { [self] in write(FrameLine(time: $0, $1)) }
    }

    /// Throws if something could not be written.
    func finish() throws { if let failure { throw failure } }

    private func write(_ line: some Encodable) {
        guard failure == nil else { return }
        guard let text = try? line.json([]) else {
            failure = Failure(
                .inputOutput,
                "cannot write \(file.name): the next line has a number that is not finite; what "
                    + "was written before is kept")
            return
        }
        do {
            try Array((text + "\n").utf8).withUnsafeBytes { try file.write($0) }
        } catch {
            failure = error
        }
    }
}

/// Times are the scene's, seconds. x and y are points of the card for a tap and a drag, y down; -1
/// to 1 from the card's centre for the pointer, y up; the degrees about the vertical and the
/// horizontal axis for a tilt, whose `tilt` is that about the card's axis.
private struct InputLine: Encodable {
    let time: Double
    let input: String
    var x, y: Double?
    var tilt: Double?
    var key: Int?

    init(_ input: Input) {
        time = input.time
        switch input.event {
        case .tilts(let tilts):
            (self.input, tilt) = ("tilt", tilts.card)
            (x, y) = (tilts.aboutVertical, tilts.aboutHorizontal)
        case .pointer(let place): (self.input, x, y) = ("pointer", place.x, place.y)
        case .tap(let place): (self.input, x, y) = ("tap", place.x, place.y)
        case .drag(let place): (self.input, x, y) = ("drag", place.x, place.y)
        case .key(let number): (self.input, key) = ("key", number)
        case .shake: self.input = "shake"
        }
    }
}

/// The places of the panel's widgets by their names, [x, y, width, height] in pixels of the window, the one to
/// which the keyboard has moved, and the index of the chosen layer in card.toml.
private struct PanelLine: Encodable {
    let panel: [String: [Double]]
    let focused: String?
    let chosen: Int?

    init(_ trace: PanelTrace) {
        panel = trace.places.mapValues { [$0.x, $0.y, $0.width, $0.height] }
        (focused, chosen) = (trace.focused, trace.chosen)
    }
}

private struct FrameLine: Encodable {
    struct Layer: Encodable {
        let visible: Bool
        let opacity: Double
        let toCard: [Double]
    }

    let time: Double
    let layers: [Layer]

    init(time: Double, _ snapshot: Snapshot) {
        self.time = time
        layers = snapshot.layers.map { appearance in
            Layer(
                visible: appearance.isVisible, opacity: appearance.opacity,
                toCard: appearance.toCard.numbers)
        }
    }
}
