enum PlayerAction: Equatable {
    /// Moves this many cards further, back if it is negative; key presses that came during a long
    /// iteration of the loop are merged.
    case changeCard(Int)
    case event(ScreenEvent)

    /// Whether it needs all visible pictures, drawn at their present size.
    var needsPictures: Bool { self == .event(.key(.save)) }

    /// Whether it needs the card that is being opened.
    var needsCard: Bool {
        switch self {
        case .changeCard: true
        case .event: needsPictures
        }
    }

    /// The actions in order. The key presses that change the card become one action, before the
    /// next `save` or at the end; with `quit` the one at the end is left out.
    static func merged(_ events: [ScreenEvent]) -> [PlayerAction] {
        let isQuit = events.contains(.quit) || events.contains(.key(.quit))
        var (actions, steps) = ([PlayerAction](), 0)
        for event in events {
            switch event {
            case .key(.previous): steps -= 1
            case .key(.next): steps += 1
            case .key(.save):
                // The key `save` applies to the card that the keys before it chose.
                if steps != 0 { actions.append(.changeCard(steps)) }
                actions.append(.event(event))
                steps = 0
            default: actions.append(.event(event))
            }
        }
        return steps == 0 || isQuit ? actions : actions + [.changeCard(steps)]
    }
}
