public import Geometry
public import TOML
public import Tuning

/// What the panel shows.
public struct PanelModel: Sendable {
    /// What moves the card now.
    public struct Movement: Sendable {
        /// Degrees about the vertical and the horizontal axis.
        public var tiltX = 0.0
        public var tiltY = 0.0
        /// Whether the panel holds the tilt, and not the source.
        public var isHeld = false
        /// The largest tilt to choose, degrees.
        public var mostDegrees = 30.0
        /// Seconds.
        public var time = 0.0
        public var isPaused = false
        /// The events for which the card waits.
        public var events: [String] = []
        /// Live numbers: a name and a text each.
        public var values: [(name: String, text: String)] = []

        public init() {}
    }

    /// A row of the tree of layers, the topmost first.
    public struct Layer: Sendable, Equatable {
        /// The index in card.toml.
        public var index: Int
        public var name: String
        /// How many groups it lies in.
        public var depth: Int
        public var isHidden = false
        public var isAlone = false
        /// Processor time of a frame; nil if it is not known.
        public var milliseconds: Double?

        public init(index: Int, name: String, depth: Int) {
            (self.index, self.name, self.depth) = (index, name, depth)
        }
    }

    /// A value that can be changed.
    public struct Field: Sendable {
        public var path: TOMLPath
        /// The way to it from its layer's key.
        public var label: String
        /// The key of the layer, or of the card, to which it belongs.
        public var key: String
        public var value: TOMLValue.Content
        /// Its present text.
        public var text: String
        public var accepted: [TOMLExpectation]
        public var unit: String
        /// What it does; nil if that is not known.
        public var meaning: String?
        /// What it is without the key.
        public var defaultText: String?
        /// The style that gives it, and the names of the layers that have it.
        public var style: (name: String, layers: [String])?

        public init(
            _ field: CardOutline.Field, key: String, value: TOMLValue.Content, text: String,
            unit: String = "", defaultText: String? = nil,
            style: (name: String, layers: [String])? = nil
        ) {
            (path, label, accepted) = (field.path, field.label, field.accepted)
            meaning = field.meaning
            (self.key, self.value, self.text) = (key, value, text)
            (self.unit, self.defaultText, self.style) = (unit, defaultText, style)
        }
    }

    /// How a driver makes its value.
    public struct Plot: Sendable {
        public var title: String
        /// The least and the largest of what drives, and of the value.
        public var domain, range: ClosedRange<Double>
        public var curve: [Point]
        /// Where it is now.
        public var present: Point?

        public init(
            _ title: String, domain: ClosedRange<Double>, range: ClosedRange<Double>,
            curve: [Point], present: Point?
        ) {
            (self.title, self.domain, self.range) = (title, domain, range)
            (self.curve, self.present) = (curve, present)
        }
    }

    public var title = ""
    public var isChanged = false
    public var canUndo = false
    public var canRedo = false
    /// What the viewer has to know; nil if nothing.
    public var note: String?
    /// Why the card's files cannot be changed where they are; nil if they can. A copy is offered then.
    public var readOnly: String?
    /// What this panel and the file's editor have both changed, in words.
    public var conflicts: [String] = []
    /// Whether the program ends after the question about changes that are not saved.
    public var asksAboutChanges = false
    public var movement = Movement()
    public var layers: [Layer] = []
    /// The index of the chosen layer in card.toml; nil: the card itself.
    public var chosen: Int?
    public var fields: [Field] = []
    /// The drivers' plots by the keys of their fields.
    public var plots: [String: [Plot]] = [:]
    /// The keys that the chosen layer could have, with the value that they begin with.
    public var additions: [Addition] = []
    /// The names of the picture files in the card's folder.
    public var files: [String] = []

    public init() {}

    public struct Addition: Sendable {
        public var key: String
        /// What it does; empty if that is not known.
        public var meaning: String
        public var edit: TOMLEdit

        public init(_ key: String, meaning: String, _ edit: TOMLEdit) {
            (self.key, self.meaning, self.edit) = (key, meaning, edit)
        }
    }
}

/// What the viewer wants, by what was done in the panel.
public enum PanelAction: Sendable, Equatable {
    /// Holds the tilt, in degrees about the vertical and the horizontal axis.
    case tilt(x: Double, y: Double)
    case releaseTilt
    case pause
    /// One frame further.
    case step
    /// Starts what waits for an event.
    case event(String)
    /// A layer of card.toml, or nil: the card itself.
    case choose(Int?)
    case hide(Int)
    case showAlone(Int)
    /// Changes with the same number of a gesture are undone together.
    case set(TOMLEdit, gesture: Int)
    /// Writes a style's value into the chosen layer, so that it can be changed there alone.
    case detach(TOMLPath)
    case undo, redo, save, revert, copy, close
    /// Ends conflicts: with what the panel has, or with what the file has.
    case resolve(keepingMine: Bool)
    /// Ends the program without saving.
    case discard
}
