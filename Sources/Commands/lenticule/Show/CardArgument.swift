import ArgumentParser
import Platform

/// The card of a command, as an argument or as --card, which other commands have.
struct CardArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The card: a folder, or the name of an installed card; show.card of the configuration, "
                + "else demo, if not given.",
            valueName: "card"),
        completion: .directory)
    private var card: String?

    @Option(
        name: .customLong("card"),
        help: ArgumentHelp("The same as <card>.", valueName: "card"), completion: .directory)
    private var option: String?

    /// The card's folder or name; nil if none is given.
    var name: String? { card ?? option }

    func validate() throws {
        if let card, let option {
            throw ValidationError(
                "give the card once: \(card.printable), or --card \(option.printable)")
        }
    }
}
