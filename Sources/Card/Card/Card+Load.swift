public import Geometry
import Platform
public import TOML

extension Card {
    /// The newest supported format of card.toml.
    public static let newestFormat = 2

    /// Reads the card in a folder: its card.toml, or the pictures `back`, `middle` and `front` if
    /// there is no card.toml, or no layers in it.
    public init(folder: String) throws(CardError) {
        let file = "\(folder)/card.toml"
        try self.init(folder: folder) { () throws(TOMLError) in try TOMLTable(file: file) }
    }

    /// Reads the card in a folder with this text in the place of its card.toml.
    public init(folder: String, document: TOMLDocument) throws(CardError) {
        try self.init(folder: folder) { () throws(TOMLError) in try document.table() }
    }

    private init(
        folder: String, _ table: () throws(TOMLError) -> TOMLTable
    ) throws(CardError) {
        guard isFolder(folder) else {
            throw CardError(.missing, "there is no folder \(folder)")
        }
        self.init(name: folder.lastPathPart)
        do {
            try read(try table(), folder: folder)
        } catch let error as TOMLError {
            // The file may be missing: then the folder's three pictures are the card.
            if error.kind != .missing { throw CardError(error) }
        } catch {
            let file = "\(folder)/card.toml"
            // `read` throws both types of errors, which a signature cannot name.
            throw error as? CardError ?? CardError(.malformed, "\(file): \(error)")
        }
        if layers.isEmpty { setLayers(try Self.namedPictures(in: folder).map { ($0, .stretch) }) }
    }

    /// A card of pictures only, the back one first.
    public init(pictures: [String], fit: Fit = .stretch) throws(CardError) {
        for picture in pictures { try PictureLookup.check(picture) }
        self.init(
            name: pictures.map(\.lastPathPart).joined(separator: ", "),
            layers: pictures.map { (Picture(path: $0), fit) })
    }

    private static func namedPictures(in folder: String) throws(CardError) -> [Picture] {
        var pictures: [Picture] = []
        for name in ["back", "middle", "front"] {
            guard let path = try PictureLookup.find(name, in: folder) else {
                throw CardError(
                    .missing,
                    "\(folder) is no card: it has no picture named \(name) (.svg, .png, .webp, "
                        + ".gif, .jpg or .jpeg), and no card.toml with layers; give a card's name or folder to --card",
                    pictures: PictureLookup.paths(of: name, in: folder))
            }
            try PictureLookup.check(path)
            pictures.append(Picture(path: path))
        }
        return pictures
    }
}
