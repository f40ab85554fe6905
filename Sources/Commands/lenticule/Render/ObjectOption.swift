public import ArgumentParser
public import Playback

/// The options for what a picture shows of the card: itself, or an object.
struct ObjectOption: ParsableArguments {
    @Flag(exclusivity: .exclusive) var body: HeldCard.Body?
}

extension HeldCard.Body: EnumerableFlag {
    public static func name(for value: Self) -> NameSpecification {
        switch value {
        case .plate: .customLong("hand")
        case .tablet: .customLong("tablet")
        }
    }

    public static func help(for value: Self) -> ArgumentHelp? {
        switch value {
        case .plate:
            """
            Draw the card as an object that is tilted: a plate in perspective, with its shadow and light \
            on it. The picture is then 16:10 if --size is not given.
            """
        case .tablet: "The same, but the object is a tablet whose screen shows the card."
        }
    }
}
