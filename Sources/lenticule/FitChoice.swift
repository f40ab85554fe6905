public import ArgumentParser
import Decoding
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

    /// The fit for these pictures, and for people why it is not the usual one. Pictures that cannot
    /// be measured do not count.
    func chosen(for paths: [String]) -> (mode: Fit.Mode, remark: String?) {
        guard fit == nil, paths.count > 1 else { return (fit ?? .stretch, nil) }
        return chosen(for: paths, sizes: PictureFile.files(paths).map { try? $0.size() })
    }

    /// The same for pictures of these sizes.
    func chosen(for paths: [String], sizes: [Size?]) -> (mode: Fit.Mode, remark: String?) {
        if let fit { return (fit, nil) }
        let known = zip(paths, sizes).compactMap { path, size in size.map { (path, $0) } }
        guard let (first, size) = known.first,
            let (other, otherSize) = known.first(where: { !$0.1.hasShape(of: size) })
        else { return (.stretch, nil) }
        return (
            .cover,
            """
            \(other) is \(otherSize.text) and \(first) \(size.text): each picture covers the card and is \
            cut at its edges; --fit contain shows all of it, --fit stretch distorts it
            """
        )
    }
}

extension Fit.Mode: ExpressibleByArgument {}

extension Size {
    /// For people.
    fileprivate var text: String { "\(decimals(width)) x \(decimals(height))" }
}
