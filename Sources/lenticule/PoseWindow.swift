import Compositor
import Display
import Motion
import Picture

/// The calibration's instructions in a window: a drawing of the pose, and the words below it.
final class PoseWindow {
    /// What is seen.
    private struct View: Equatable {
        var pose = CalibrationPose.flat
        /// Twelfths of the rest.
        var share = 0
        var lines: [String] = []
        var size = (width: 0, height: 0)

        static func == (a: Self, b: Self) -> Bool {
            a.pose == b.pose && a.share == b.share && a.lines == b.lines && a.size == b.size
        }
    }

    private let screen: any Screen
    private var shown: View?

    /// Opens the window; `display` is a number or a name, nil is the first.
    init(display: String?, renderer: RendererChoice) throws {
        screen = try WindowScreen(
            title: "Calibrate", size: PoseDrawing.size, display: display, renderer: renderer)
    }

    /// Shows what to do and how far it is, and looks for so many seconds what the person does there;
    /// whether the window is still open.
    func show(
        _ pose: CalibrationPose, _ state: PoseCollector.State, lines: [String], seconds: Double = 0
    ) throws -> Bool {
        let events = screen.events(timeout: seconds)
        if events.contains(.quit) || events.contains(.key(.quit)) { return false }
        if events.contains(.redraw) { shown = nil }
        var view = View(pose: pose, lines: lines, size: screen.size)
        if case .resting(let share) = state { view.share = Int(share * 12) }
        if view != shown { try present(view) }
        shown = view
        return true
    }

    /// Shows the result until the window is closed, or for so many seconds.
    func finish(_ lines: [String], seconds: Double = 30) throws {
        let end = monotonicSeconds() + seconds
        var isOpen = true
        while isOpen, monotonicSeconds() < end {
            isOpen = try show(.flat, .resting(1), lines: lines, seconds: 0.1)
        }
    }

    private func present(_ view: View) throws {
        let card = Stage.letterbox(PoseDrawing.size, in: view.size)
        let drawing = PoseDrawing(pose: view.pose, share: Double(view.share) / 12).svg
        // A graphics processor takes no larger bitmap, and stretches this one.
        let scale = min(1, Double(screen.maximumSize) / Double(max(card.width, card.height)))
        let bitmap = try drawing.bitmap(
            width: Int(Double(card.width) * scale), height: Int(Double(card.height) * scale))
        let frame = Frame(
            width: view.size.width, height: view.size.height, card: card,
            layers: [Frame.Layer(bitmap, opacity: 1)])
        try screen.present(
            frame, words: [Words(.bottom, view.lines.map { Words.Line("", $0) })])
    }
}
