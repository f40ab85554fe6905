import ArgumentParser
import Card
import Decoding
import Geometry
import Logging
import Picture
import System
import TOML

/// `lenticule new`: makes a card folder from pictures.
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make a card's folder with a commented card.toml out of pictures.",
        discussion: """
            The pictures are copied, and what SVGs show from files beside them; nothing that is there \
            already is overwritten.
            """)

    @Argument(help: "The new folder; its last part becomes the card's name.")
    var name: String

    @Argument(help: "The pictures, the back one first.", completion: .file())
    var pictures: [String]

    func validate() throws {
        let isPicture = CheckSubject(name) == .picture && FileKind(name) == .file
        guard isPicture else { return }
        throw ValidationError(
            "\(name.printable) is a picture; the name of the new folder comes first, as in: lenticule new "
                + "mycard \(name.printable)")
    }

    func run() throws {
        _ = try openCard(pictures: pictures)
        let size = try firstSize()
        var folder = try NewFolder(path)
        let names = try copy(to: &folder)
        let text = CardTemplate(name: title.printable, pictures: names, size: size).text
        try folder.write("card.toml") { file throws(FileError) in try file.write(text) }
        for (picture, name) in zip(pictures, names) where try !isAlike(picture, name) {
            logger.notice(
                """
                \(path)/\(name) does not look like \(picture): it shows a file that could not \
                be copied with it
                """)
        }
        folder.keep()
        printLine("\(path): show it with: lenticule show --card \(path.shellWord)")
    }

    private var path: String {
        String(name.reversed().drop { $0 == "/" }.reversed())
    }

    private var title: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Decodes every picture, so that each can be shown; returns the first one's size.
    private func firstSize() throws(Failure) -> Size {
        do {
            let files = PictureFile.files(pictures)
            for file in files { _ = try file.bitmap(PixelSize(width: 16, height: 16)) }
            return try files[0].size()
        } catch {
            throw Failure(error)
        }
    }

    /// Copies the pictures, and the files beside them that SVGs refer to; returns the pictures' new
    /// names.
    private func copy(to folder: inout NewFolder) throws(Failure) -> [String] {
        let classic = ["back", "middle", "front"]
        var names: [String] = []
        for (index, picture) in pictures.enumerated() {
            let stem = pictures.count == 3 ? classic[index] : "\(index + 1)"
            let ending = picture.split(separator: "/").last?
                .split(separator: ".").dropFirst().last.map { ".\($0.lowercased())" }
            names.append(stem + (ending ?? ""))
            try folder.copy(picture, as: names[index])
        }
        for picture in pictures {
            let home = picture.lastIndex(of: "/").map { picture[...$0] } ?? ""
            for name in OpenPicture.neighbours(of: picture) {
                try folder.copy(home + name, as: name)
            }
        }
        return names
    }

    /// Whether a copied picture looks the same as its original.
    private func isAlike(_ original: String, _ name: String) throws(Failure) -> Bool {
        do throws(PictureError) {
            let files = PictureFile.files([original, "\(path)/\(name)"])
            let pictures = try files.map { file throws(PictureError) in
                try file.bitmap(PixelSize(width: 256, height: 256))
            }
            return pictures[0].pixels == pictures[1].pixels
        } catch {
            throw Failure(error)
        }
    }
}

/// The card.toml of a new card.
struct CardTemplate {
    let name: String
    let pictures: [String]
    let size: Size

    /// All keys, each with a comment; keys with their default are commented out.
    var text: String {
        """
        # The format of this file.
        format = 1
        # The card's name, shown in the window's title.
        name = \(name.quotedForTOML)
        # Who made it.
        # author = ""
        # The card's rectangle, of which only the proportions matter; the back picture's if left out.
        # size = [\(Int(saturating: size.width)), \(Int(saturating: size.height))]

        # What this card sets instead of the configuration.
        [tilt]
        # "horizontal" (top edge towards you), "vertical" (right edge down) or "steering".
        # axis = "horizontal"
        # Tilts smaller than this show the card flat.
        # flat_degrees = 1
        # The tilt at which the first or last picture is fully visible.
        # base_degrees = 60
        # Past that angle: "hold" keeps the picture, "return" goes back to the start.
        # beyond = "hold"
        # How far below flat_degrees a tilt must come back to be flat again.
        # hysteresis_degrees = 0

        # The pictures, the back one first; one [[layer]] each.
        # fit: "stretch" to the card's rectangle, "contain" in it, or "cover" it.
        \(pictures.map(layer).joined(separator: "\n\n"))

        """
    }

    private func layer(_ picture: String) -> String {
        """
        [[layer]]
        picture = \(picture.quotedForTOML)
        # fit = "stretch"
        """
    }
}
