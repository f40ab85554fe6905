import Compositor
import Display
import Geometry
import Logging
import Motion
import Picture
import Platform

/// The calibration's instructions in a window: a drawing of the pose with text below it.
final class PoseWindow {
    /// The window's contents.
    private struct View: Equatable {
        var pose = CalibrationPose.flat
        /// How many twelfths of the required time at rest have passed.
        var twelfths = 0
        var lines: [String] = []
        var size = PixelSize(width: 0, height: 0)
    }

    private let screen: any Screen
    private var shown: View?

    /// Opens the window; `display` is a number or a name, nil is the first.
    init(display: String?, renderer: RendererChoice) throws {
        screen = try WindowScreen(
            title: "Calibrate", size: PoseDrawing.size, display: display, renderer: renderer)
    }

    /// Waits at most this many seconds for events, then shows the instruction and the progress;
    /// returns whether the window is still open.
    func show(
        _ pose: CalibrationPose, _ state: PoseCollector.State, lines: [String], seconds: Double = 0
    ) throws -> Bool {
        let events = try screen.events(timeout: seconds)
        if events.contains(.quit) || events.contains(.key(.quit)) { return false }
        if events.contains(.redraw) { shown = nil }
        var view = View(pose: pose, lines: lines, size: screen.size)
        if case .resting(let share) = state {
            view.twelfths = Int(saturating: (share * 12).rounded(.down))
        }
        if view != shown { try present(view) }
        shown = view
        return true
    }

    /// Shows the result until the window is closed, or for this many seconds.
    func finish(_ lines: [String], seconds: Double = 30) throws {
        let end = monotonicSeconds() + seconds
        var isOpen = true
        while isOpen, monotonicSeconds() < end {
            isOpen = try show(.flat, .resting(1), lines: lines, seconds: 0.1)
        }
    }

    private func present(_ view: View) throws {
        let card = PixelRect(
            of: PoseDrawing.size, centredIn: view.size, leastWidth: CPUCompositor.minimumWidth)
        let drawing = PoseDrawing(pose: view.pose, share: Double(view.twelfths) / 12)
        var frame = Frame(size: view.size, card: card)
        frame.add(try drawing.bitmap(card.size), opacity: 1)
        try screen.present(
            frame, hud: [HUDText(.bottom, view.lines.map { HUDText.Line("", $0) })])
        if let message = screen.takeMessage() { logger.warning("\(message)") }
    }
}
