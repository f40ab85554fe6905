internal import Motion
internal import Plan
internal import Scene

extension Player {
    /// For which tilts the screen is still to be prepared.
    struct Preparation {
        fileprivate var remaining = Self.tilts
        /// Whether all of the card's pictures are there, and not only those that are seen first.
        fileprivate var hasAllPictures = false

        /// Nothing is to be prepared.
        static let done = Preparation(remaining: [], hasAllPictures: true)

        fileprivate static let tilts: [Tilts] =
            [0, 12, -12, 30, -30].map { Tilts(card: $0, aboutVertical: 0, aboutHorizontal: $0) }
            + [30, -30].map { Tilts(card: $0, aboutVertical: $0, aboutHorizontal: 0) }
    }

    /// Seconds after which a movement has come to its end.
    private static let settling = 3.0

    /// Prepares the screen for frames at other tilts, so that no frame of a movement takes longer than
    /// others: before the card's first frame, and again when all its pictures are there, then with each
    /// frame for one tilt. Returns whether it has used the planner.
    func prepareScreen() throws -> Bool {
        guard screen.prepares, nextCard == nil, !planner.isIncomplete else { return false }
        guard var next = preparation else {
            for tilts in Preparation.tilts { try prepareScreen(for: tilts) }
            preparation = Preparation()
            if planner.isReady { preparation?.remaining = [] }
            return true
        }
        next.hasAllPictures = next.hasAllPictures || planner.isReady
        guard next.hasAllPictures, let tilts = next.remaining.popLast() else { return false }
        preparation = next
        try prepareScreen(for: tilts)
        return true
    }

    private func prepareScreen(for tilts: Tilts) throws {
        let time = clock.sceneTime(at: now)
        var moved = state
        moved.advance(by: Input(.tilts(tilts), at: time), in: card.scene)
        for delay in [0.1, Self.settling] {
            let snapshot = card.scene.evaluate(moved, at: time + delay)
            try screen.prepare(planner.preparedFrame(of: snapshot))
        }
    }
}
