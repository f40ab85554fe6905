public import Compositor
public import Geometry
internal import Platform
public import Tuner

/// Shows frames and reports the viewer's actions: a window or a terminal.
///
/// Used on the main thread, except `wake`.
public protocol Screen: AnyObject {
    /// The renderer's name: `gl`, `cpu` or `terminal`.
    var renderer: String { get }
    /// The passes and pixels of all frames so far.
    var drawCounts: DrawCounts { get }
    /// The bytes that its compositor keeps: see `Compositor.cachedBytes`.
    var cachedBytes: Int { get }
    /// How many programs of shaders it keeps; without OpenGL none.
    var shaderPrograms: Int { get }
    /// Its size in pixels.
    var size: PixelSize { get }
    /// The longest side of a picture that it takes, pixels.
    var longestPictureSide: Int { get }
    /// Whether a frame would be seen: a minimised window shows none.
    var isVisible: Bool { get }
    /// Whether it fills the display, where visitors see it.
    var isFullscreen: Bool { get }
    /// Seconds between two frames.
    var frameInterval: Double { get }
    /// Seconds that the drawing of the newest frame took, without the time until the display showed
    /// it; nil where frames are always drawn at their size (`Frame.scale`).
    var drawingTime: Double? { get }
    /// The part of the newest frame in which its layers were drawn anew, without what only overlays
    /// needed; nil where this is not known.
    var drawnPart: PixelRect? { get }
    /// Its pixels for each of the desktop's units.
    var density: Double { get }
    /// Ends a wait in `events`, from any thread.
    var wake: @Sendable () -> Void { get }

    /// The events since the last call; waits at most `timeout` seconds for the first, nil without
    /// limit. Throws if the screen has gone.
    func events(timeout: Double?) throws -> [ScreenEvent]

    /// Whether frames can be prepared.
    var prepares: Bool { get }

    /// Does what takes long when a frame like this one is drawn for the first time.
    func prepare(_ frame: Frame) throws

    /// Composites `frame`, which has the screen's size, puts the HUD over it, and shows it.
    func present(_ frame: Frame, hud: [HUDText]) throws

    /// Returns the message about the screen that the viewer has to be told, and removes it; nil if there
    /// is none.
    func takeMessage() -> String?

    func toggleFullscreen()
    func setTitle(_ title: String)

    /// Whether text for the viewer can be shown over the picture.
    var showsText: Bool { get }
    /// Whether panels can be shown over the picture.
    var showsPanels: Bool { get }
    /// The panel that is shown, which takes events; nil if none is.
    var panelFocus: PanelFocus? { get set }

    /// Is called when what tilts the card has moved it.
    func cardHasMoved()
}

extension Screen {
    public var cachedBytes: Int { 0 }
    public var shaderPrograms: Int { 0 }
    public var longestPictureSide: Int { .max }
    public var isVisible: Bool { true }
    public var isFullscreen: Bool { false }
    public var drawingTime: Double? { nil }
    public var drawnPart: PixelRect? { nil }
    public var density: Double { 1 }
    public var prepares: Bool { false }
    public func prepare(_ frame: Frame) {}
    public func takeMessage() -> String? { nil }
    public var showsText: Bool { true }
    public var showsPanels: Bool { false }
    public var panelFocus: PanelFocus? {
        get { nil }
        set {}
    }
    public func cardHasMoved() {}
}

/// Text over the picture.
public struct HUDText: Sendable, Equatable {
    public enum Position: Sendable {
        case bottom
        case topLeft
    }

    /// A line: a term, such as a key or a quantity, and its text; either may be empty.
    public struct Line: Sendable, Equatable {
        public var term: String
        public var text: String

        public init(_ term: String, _ text: String) {
            self.term = term.printable
            self.text = text.printable
        }
    }

    public var position: Position
    public var lines: [Line]
    /// Whether a window draws them smaller, because they stay for long.
    public var isSmall: Bool

    public init(_ position: Position, _ lines: [Line], isSmall: Bool = false) {
        (self.position, self.lines, self.isSmall) = (position, lines, isSmall)
    }
}

/// What the viewer did, or what became of the screen.
public enum ScreenEvent: Sendable, Equatable {
    case quit
    case key(Key)
    /// The pointer or a finger, from the screen's centre: x right and y up, -1 to 1 within the
    /// screen. While a button is held the pointer may be outside.
    case pointer(x: Double, y: Double)
    /// The pointer left the window, or the finger was lifted.
    case pointerGone
    /// The left mouse button was pressed and soon released, or a finger touched the screen and soon
    /// left it; the place as in `pointer`.
    case tap(x: Double, y: Double)
    /// The pointer with the left button held, or a finger, began to move from this place.
    case drag(x: Double, y: Double)
    /// A finger was held still on the screen.
    case longTouch(x: Double, y: Double)
    /// What was done in the panel.
    case panel(PanelInput)
    /// The size changed, or the screen's contents are lost.
    case redraw

    /// Whether a key was pressed, or the card tapped or touched.
    var isViewersAct: Bool {
        switch self {
        case .key, .tap, .drag, .longTouch, .panel: true
        case .quit, .pointer, .pointerGone, .redraw: false
        }
    }

    public enum Key: Character, Sendable {
        case quit = "q"
        case fullscreen = "f"
        case recenter = " "
        case pause = "p"
        case help = "h"
        case save = "s"
        case tune = "t"
        case copy = "c"
        case previous = "<"
        case next = ">"
        case digit1 = "1"
        case digit2 = "2"
        case digit3 = "3"
        case digit4 = "4"
        case digit5 = "5"
        case digit6 = "6"
        case digit7 = "7"
        case digit8 = "8"
        case digit9 = "9"

        /// Whether visitors of an exhibition may press it: what it does ends and hides nothing.
        var isForVisitors: Bool { [.recenter, .previous, .next].contains(self) || number != nil }

        /// The number of a number key; nil for others.
        var number: Int? { rawValue.wholeNumberValue }

        /// The key's name for people.
        public var name: String { self == .recenter ? "space" : String(rawValue) }
    }
}

/// Why a display or a terminal cannot be used, as one line for the user.
public struct DisplayError: Error, CustomStringConvertible {
    public let description: String
    /// What is missing; nil for any other error.
    public var missing: Requirement?

    /// What only some of the screens or renderers require.
    public enum Requirement: Sendable { case display, openGL }

    static func openGL(_ reason: String) -> DisplayError {
        DisplayError(description: "cannot use OpenGL ES 2.0: \(reason)", missing: .openGL)
    }
}
