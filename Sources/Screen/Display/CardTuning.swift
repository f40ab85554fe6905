internal import Geometry
internal import Motion
internal import Picture
internal import Platform
internal import Scene
internal import TOML
internal import Tuner
internal import Tuning

/// What tunes a card: the draft of its card.toml, the panel, and what the viewer chose in it.
struct CardTuning {
    var draft: CardDraft
    let panel = TuningPanel()
    /// Whether the panel is shown. The draft stays in force when it is closed.
    var isOpen = true
    /// The chosen layer, a hidden one and the one that is shown alone: indices in card.toml.
    var chosen: Int?
    var hidden: Set<Int> = []
    var alone: Int?
    /// The layer that was clicked on last: its index in the scene.
    var clicked: Int?
    /// The tilts that the panel holds; nil: the source's.
    var heldTilts: Tilts?
    /// What the viewer has to know, such as a mistake in the card's present text; nil if nothing.
    var note: String?
    /// What both this panel and an editor have changed, with the panel's texts.
    var conflicts: [TOMLEdit] = []
    /// Whether the viewer was asked what to do with the changes before the program ends.
    var asksAboutChanges = false
    /// Whether the present text is still to be opened.
    var isWaiting = false
    /// What draws the chosen layer's outline.
    var outlines = BoxOutlines()
    /// The panel's newest picture, and where it is on the screen.
    var picture: Bitmap?
    var area = PixelRect(x: 0, y: 0, width: 0, height: 0)
    /// What is shown of the present moment, and when it was found; seconds of CLOCK_MONOTONIC.
    var live = PanelModel.Movement()
    var liveTime = -Double.infinity
    /// When the panel is built again without an input.
    var nextCheck = 0.0
    /// The layers' costs in milliseconds by their indices in the scene.
    var costs = LayerCosts()
    /// Nil before the card's first frame.
    var isLight: Bool?
    /// The present values of the draft.
    private(set) var values: TOMLTable?
    /// What was done in the panel and is still to be performed.
    var actions: [PanelAction] = []
    /// What is shown of the chosen layer; nil: it is found anew.
    var fields: Fields?

    struct Fields {
        var values: [PanelModel.Field] = []
        var additions: [PanelModel.Addition] = []
        var curves: [Curve] = []
    }

    /// The curve of one of the scene's drivers, which a key of a layer gives.
    struct Curve {
        var key: String
        var driver: Int
        var curve: DriverCurve
    }

    init(file: String) throws(TOMLError) {
        draft = try CardDraft(file: file)
        values = try draft.document.table()
    }

    /// Changes the draft, and says in `note` why it could not be changed.
    mutating func change(_ change: (inout CardDraft) throws -> Void) {
        let before = draft.document.bytes
        do {
            try change(&draft)
            note = nil
        } catch {
            note = "\(error)"
            // A card that is read anew removes the note.
            if draft.document.bytes == before { return }
        }
        values = try? draft.document.table()
        fields = nil
        isWaiting = true
    }

    mutating func choose(_ layer: Int?) {
        chosen = layer
        fields = nil
    }

    mutating func toggleAlone(_ layer: Int) { alone = alone == layer ? nil : layer }

    /// The present text of a value; nil if there is no such value any more.
    func text(at path: TOMLPath) -> String? { try? draft.document.text(at: path) }
}

/// What frames cost by layer, over the last moments.
struct LayerCosts {
    private var start: (counts: [Double], frames: Int)?
    private(set) var milliseconds: [Double] = []

    /// `seconds` of all frames so far by layer, and their number.
    mutating func take(_ seconds: [Double], frames: Int) {
        guard let start, start.counts.count == seconds.count else {
            self.start = (seconds, frames)
            milliseconds = []
            return
        }
        guard frames >= start.frames + 10 else { return }
        let count = Double(frames - start.frames)
        milliseconds = zip(seconds, start.counts).map { 1000 * ($0 - $1) / count }
        self.start = (seconds, frames)
    }
}
