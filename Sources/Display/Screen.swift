public import Compositor

/// A place that shows frames and hears what its viewer does: a window or a terminal.
///
/// Lives on the main thread, but for `wake`.
public protocol Screen: AnyObject {
    /// What draws, for people: `gl`, `cpu` or `terminal`.
    var renderer: String { get }
    /// The drawable's size in pixels.
    var size: (width: Int, height: Int) { get }
    /// The largest bitmap that can be shown, in pixels along a side.
    var maximumSize: Int { get }
    /// Seconds from one frame to the next.
    var frameInterval: Double { get }
    /// Ends a wait in `events` from any thread.
    var wake: @Sendable () -> Void { get }

    /// What happened since the last call, waiting at most `timeout` seconds for the first;
    /// nil waits for ever.
    func events(timeout: Double?) -> [ScreenEvent]

    /// Composites `frame`, which has the drawable's size, puts `words` over it, and shows it.
    func present(_ frame: Frame, words: [Words]) throws

    func toggleFullscreen()
    func setTitle(_ title: String)
}

/// Words over the picture.
public struct Words: Sendable, Equatable {
    public enum Place: Sendable {
        case bottom
        case corner
    }

    /// A line: what it is about, and what is said of it; either may be empty.
    public struct Line: Sendable, Equatable {
        public var term: String
        public var text: String

        public init(_ term: String, _ text: String) {
            self.term = term
            self.text = text
        }
    }

    public var place: Place
    public var lines: [Line]

    public init(_ place: Place, _ lines: [Line]) {
        self.place = place
        self.lines = lines
    }
}

/// What a viewer did.
public enum ScreenEvent: Sendable, Equatable {
    case quit
    case key(Key)
    /// The pointer or a finger, from the drawable's centre: -1 to 1 rightwards and upwards.
    case pointer(x: Double, y: Double)
    case pointerLeft
    /// A finger that rested on the screen.
    case longTouch
    /// The size changed, or what was shown is lost.
    case redraw

    public enum Key: Character, Sendable {
        case quit = "q"
        case fullscreen = "f"
        case recenter = " "
        case pause = "p"
        case help = "h"
        case save = "s"
        case previous = "<"
        case next = ">"
    }
}

/// Why there is no display, as one line for a person.
public struct DisplayError: Error, CustomStringConvertible {
    public let description: String
}
