import ArgumentParser

/// The option for what a picture shows of the card: itself, or an object.
struct ObjectOption: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Draw the card as an object that is tilted: a plate in perspective, with its shadow and "
                + "light on it. The picture is then 16:10 if --size is not given."))
    var hand = false
}
