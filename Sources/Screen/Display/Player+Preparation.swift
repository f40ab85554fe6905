internal import Motion
internal import Plan
internal import Scene

extension Player {
    /// The tilts for which the screen is prepared.
    private static let preparedTilts: [Tilts] =
        [0, 12, -12, 30, -30].map { Tilts(card: $0, aboutVertical: 0, aboutHorizontal: $0) }
        + [30, -30].map { Tilts(card: $0, aboutVertical: $0, aboutHorizontal: 0) }
    /// Seconds after which a movement has come to its end.
    private static let settling = 3.0

    /// Prepares the screen for frames at other tilts, so that no frame of a movement takes longer than
    /// others: when the card's first pictures are there, and again when all are. Returns whether it has
    /// used the planner.
    func prepareScreen() throws -> Bool {
        guard screen.prepares, !planner.isIncomplete, preparation != .allPictures else {
            return false
        }
        let next: Preparation = planner.isReady ? .allPictures : .first
        guard next != preparation else { return false }
        preparation = next
        let time = clock.sceneTime(at: now)
        for tilts in Self.preparedTilts {
            var moved = state
            moved.advance(by: Input(.tilts(tilts), at: time), in: card.scene)
            for delay in [0.1, Self.settling] {
                let snapshot = card.scene.evaluate(moved, at: time + delay)
                try screen.prepare(planner.preparedFrame(of: snapshot))
            }
        }
        return true
    }
}
