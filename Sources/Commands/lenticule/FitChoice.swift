public import ArgumentParser
public import Geometry

/// How pictures that are no card yet fill the card that they become.
struct FitChoice: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How each picture fills the card: stretch, contain or cover; if not given, cover where the "
                + "pictures' shapes differ by more than 2 %, else stretch.", valueName: "fit"))
    var fit: Fit.Mode?

    /// Throws if a fit is given, and no pictures are.
    func validate(for pictures: [String]) throws(ValidationError) {
        guard fit != nil, pictures.isEmpty else { return }
        throw ValidationError(
            "--fit is for pictures, and none are given; a card's layers say theirs")
    }

    /// Throws if a fit is given, for a card in this folder.
    func refuse(for folder: String) throws(Failure) {
        guard fit != nil else { return }
        throw Failure(
            .usage, "--fit is for pictures, and \(folder) is a card, whose layers say theirs")
    }
}

extension Fit.Mode: ExpressibleByArgument {}
