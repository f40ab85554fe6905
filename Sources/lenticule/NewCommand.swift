import ArgumentParser
import Card
import FoundationEssentials
import Glibc
import Picture

/// `lenticule new`: a card's folder made of pictures.
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make a card's folder with a commented card.toml out of pictures.",
        discussion: "The pictures are copied; nothing that is there already is overwritten.")

    @Argument(help: "The new folder; its last part becomes the card's name.")
    var name: String

    @Argument(help: "The pictures, the back one first.", completion: .file())
    var pictures: [String]

    func run() throws {
        let card = try openCard("", pictures: pictures)
        let size = try firstSize(of: card)
        try makeFolder()
        do {
            let names = try copy(card)
            let text = CardTemplate(name: title, pictures: names, size: size).text
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/card.toml"))
        } catch {
            // It is this command's own folder: half a card helps nobody.
            try? FileManager.default.removeItem(atPath: folder)
            throw error as? Failure ?? Failure(.inputOutput, "\(folder): \(error)")
        }
        print("\(folder): show it with: lenticule show --card \(folder)")
    }

    private var folder: String {
        String(name.reversed().drop { $0 == "/" }.reversed())
    }

    private var title: String { folder.split(separator: "/").last.map(String.init) ?? folder }

    /// Decodes every picture, so that no card is made of what cannot be shown.
    private func firstSize(of card: Card) throws(Failure) -> (width: Double, height: Double) {
        do {
            for layer in card.layers {
                _ = try PictureFile(path: layer.picture).bitmap(width: 16, height: 16)
            }
            return try PictureFile(path: card.layers[0].picture).size()
        } catch {
            throw Failure(error)
        }
    }

    private func makeFolder() throws(Failure) {
        if folder.isEmpty { throw Failure(.usage, "the new card needs a name") }
        if mkdir(folder, 0o777) == 0 { return }
        guard errno == EEXIST else { throw Failure(making: folder, code: errno) }
        throw Failure(.usage, "\(folder): is there already, and nothing is overwritten")
    }

    /// Copies the pictures; gives their new names.
    private func copy(_ card: Card) throws -> [String] {
        let classic = ["back", "middle", "front"]
        return try card.layers.enumerated().map { index, layer in
            let stem = card.layers.count == 3 ? classic[index] : "\(index + 1)"
            let ending = layer.picture.split(separator: "/").last?
                .split(separator: ".").dropFirst().last.map { ".\($0.lowercased())" }
            let name = stem + (ending ?? "")
            do {
                try FileManager.default.copyItem(
                    atPath: layer.picture, toPath: "\(folder)/\(name)")
            } catch {
                throw Failure(.inputOutput, "\(layer.picture): cannot be copied to \(folder)")
            }
            return name
        }
    }
}

/// The card.toml of a new card.
struct CardTemplate {
    let name: String
    let pictures: [String]
    let size: (width: Double, height: Double)

    /// Every key, with one line of why; what keeps its default is commented out.
    var text: String {
        """
        # Which form of card.toml this is.
        format = 1
        # What the window's title calls the card.
        name = \(quoted(name))
        # Who made it.
        # author = ""
        # The card's rectangle, of which only the proportions matter; the back picture's if left out.
        # size = [\(Int(size.width.rounded())), \(Int(size.height.rounded()))]

        # What this card wants otherwise than the configuration.
        [tilt]
        # "horizontal" (top edge towards you), "vertical" (right edge down) or "steering".
        # axis = "horizontal"
        # Tilts smaller than this show the card flat.
        # flat_degrees = 1
        # The tilt at which the first or last picture is fully there.
        # base_degrees = 60
        # Past that angle: "hold", or "return" to show the start again.
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
        picture = \(quoted(picture))
        # fit = "stretch"
        """
    }

    /// A TOML basic string.
    private func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\u{0}"..."\u{1F}", "\u{7F}":
                "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
