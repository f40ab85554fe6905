import Card
import Geometry
import Platform
import Playback

extension Config.Show {
    /// The path or name of a command's card: `given`, else the configured card. The configured text
    /// is first taken as a card's name and only then as a path, because a configuration holds in
    /// every working directory.
    func cardPath(given: String?) -> String {
        given ?? CardLibrary.installed.folder(named: card) ?? card
    }
}

extension Config {
    /// How the cards of a command are tilted that has these options.
    func cardSettings(_ options: TiltOptions? = nil) -> CardSettings {
        var settings = CardSettings()
        (settings.tilt, settings.tiltStates) = (tilt, tiltStates)
        if let options { settings.choice = options.choice }
        return settings
    }
}

extension CardChoice {
    /// These pictures, or else the card with this path or name. One picture that is a folder is a
    /// card.
    init(card: String, pictures: [String], fit: FitChoice) throws(Failure) {
        if pictures.isEmpty {
            self = .named(card)
        } else if pictures.count == 1, FileKind(pictures[0]) == .folder {
            try fit.refuse(for: pictures[0])
            self = .named(pictures[0])
        } else {
            if let failure = Failure(unknownWord: pictures[0], .installed) { throw failure }
            try checkPictures(pictures)
            self = .pictures(pictures, fit.fit)
        }
    }
}

/// Throws if one of the pictures is an address in a network.
func checkPictures(_ paths: [String]) throws(Failure) {
    guard let address = paths.first(where: { $0.contains("://") && FileKind($0) == .missing })
    else { return }
    throw Failure(
        .usage,
        "\(address): pictures are files of this machine, and nothing is fetched; download it first")
}
