import Card
import Decoding
import FoundationEssentials
import Geometry
import Picture
import System
import TOML

/// The card with this path or name.
func openCard(_ name: String) throws(Failure) -> Card {
    do {
        return try Card(folder: CardLibrary.installed.folder(of: name))
    } catch {
        throw Failure(error)
    }
}

extension Config.Show {
    /// The path or name of a command's card: `given`, else the configured card. The configured text
    /// is first taken as a card's name and only then as a path, because a configuration holds in
    /// every working directory.
    func cardPath(given: String?) -> String {
        given ?? CardLibrary.installed.folder(named: card) ?? card
    }
}

/// The card made of these pictures, the back one first; each fills the card as `fit` says.
func openCard(pictures: [String], fit: Fit.Mode) throws(Failure) -> Card {
    if let address = pictures.first(where: { $0.contains("://") && FileKind($0) == .missing }) {
        throw Failure(
            .usage,
            "\(address): pictures are files of this machine, and nothing is fetched; download it first"
        )
    }
    do {
        return try Card(pictures: pictures, fit: Fit(fit))
    } catch {
        throw Failure(error)
    }
}

/// Reads a picture's file with `read`. An error begins with the picture's location in card.toml, if
/// card.toml names the picture.
func locatingErrors<Value>(
    of picture: Card.Picture, _ file: PictureFile,
    _ read: (PictureFile) throws(PictureError) -> Value
) throws(Failure) -> Value {
    do {
        return try read(file)
    } catch {
        let failure = Failure(error)
        guard let location = picture.location else { throw failure }
        throw Failure(failure.status, "\(location): \(failure.description)")
    }
}

extension Card {
    /// The files of its pictures, in their order.
    var pictureFiles: [PictureFile] {
        PictureFile.pages(pictures.map { PictureFile.Page(path: $0.path, index: $0.page) })
    }
}

extension CardLibrary {
    /// The card folders of this user and machine.
    static var installed: CardLibrary {
        standard(
            environment: ProcessInfo.processInfo.environment, prefix: programPrefix,
            repository: programRepository)
    }
}

extension Failure {
    /// An error of a card.
    init(_ error: CardError) { self.init(Status(error.kind), error.description) }
}
