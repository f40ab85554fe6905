internal import Compositor
internal import Plan
internal import Scene

extension Player {
    /// Shows a frame of a snapshot, and over it what is to show how the card is made.
    func present(_ frame: Frame, of snapshot: Snapshot, hud texts: [HUDText]) throws {
        guard let inspection else { return try screen.present(frame, hud: texts) }
        var frame = frame
        frame.overlays += inspection.overlays(
            card, snapshot, planner.toScreen, over: frame, on: screen)
        let (before, began) = (screen.drawCounts, now)
        try screen.present(frame, hud: texts)
        inspection.take(
            DrawnFrame(
                counts: screen.drawCounts - before, seconds: screen.drawingTime ?? now - began,
                part: screen.drawnPart),
            of: snapshot, scale: planner.pixelsPerPoint)
    }
}
