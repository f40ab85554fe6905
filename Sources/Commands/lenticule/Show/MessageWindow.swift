import Compositor
import Display
import Geometry

/// A window with the message of an error, where nobody reads standard error.
enum MessageWindow {
    private static let size = Size(width: 640, height: 240)

    /// Shows the message until the viewer closes the window; does nothing where there is no display.
    static func show(_ message: String) {
        guard let screen = try? WindowScreen(title: "Lenticule", size: size, renderer: .cpu) else {
            return
        }
        try? show(message, on: screen)
    }

    private static func show(_ message: String, on screen: WindowScreen) throws {
        var shown: PixelSize?
        while true {
            if screen.size != shown {
                shown = screen.size
                try present(message, on: screen)
            }
            let events = try screen.events(timeout: nil)
            if events.contains(.quit) || events.contains(.key(.quit)) { return }
            if events.contains(.redraw) { shown = nil }
        }
    }

    private static func present(_ message: String, on screen: WindowScreen) throws {
        let lines = ["No card can be shown:", message, "", "q or Escape closes this window."]
        let size = screen.size
        let frame = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
        try screen.present(frame, hud: [HUDText(.topLeft, lines.map { HUDText.Line("", $0) })])
    }
}
