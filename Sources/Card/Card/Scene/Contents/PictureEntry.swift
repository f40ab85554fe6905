import Geometry
import Scene
import TOML

/// What a layer's `picture` says.
struct PictureEntry: ContentEntry {
    static let key = "picture"
    let picture: Card.Picture

    init?(
        _ value: TOMLValue, _ keys: ContentKeys, in folder: PictureFolder, _ mistakes: Mistakes
    ) throws(TOMLError) {
        switch try folder.picture(value) {
        case .success(let picture): self.picture = picture
        case .failure(let error):
            mistakes.note(error, at: value.location)
            return nil
        }
    }

    func content(in card: inout Card, of layer: LayerEntry) -> any LayerContent {
        PictureContent(
            card.addPicture(picture), Fit(layer.fit ?? .stretch, focus: layer.focus ?? Fit.middle))
    }

    static func check(_ layer: LayerEntry, in table: TOMLTable, _ mistakes: Mistakes) {
        // What cannot be read may be a picture: then no key is refused because of it.
        if layer.content.map({ $0 is PictureEntry }) ?? layer.namesContent {
            checkFocus(layer, in: table, mistakes)
        } else {
            for entry in table.entries where isOfPictures(entry) {
                // A path is as large as its view, a text as its lines.
                if entry.key == "size", layer.content is PathEntry || layer.content is TextEntry {
                    continue
                }
                mistakes.note(TOMLError(entry.location, refusal(of: entry)))
            }
        }
    }

    private static func isOfPictures(_ entry: TOMLTable.Entry) -> Bool {
        ["fit", "focus", "crop"].contains(entry.key)
            || entry.key == "size" && entry.value.content == .string("natural")
            || Property.allCases.contains { $0.isOfPictures && $0.name == entry.key }
    }

    private static func refusal(of entry: TOMLTable.Entry) -> String {
        let name = entry.value.name
        return entry.key == "size"
            ? "\(name) = \"natural\" is for pictures, paths and texts; give [width, height] in parts of the "
                + "box around it"
            : "\(name) is for pictures, and this layer shows none"
    }

    /// Notes a focus of a picture that no fit cuts. A fit that cannot be read is noted already.
    private static func checkFocus(
        _ layer: LayerEntry, in table: TOMLTable, _ mistakes: Mistakes
    ) {
        guard let focus = table["focus"], layer.fit != .cover,
            layer.fit != nil || table["fit"] == nil
        else { return }
        mistakes.note(focus.focusWithoutCover)
    }
}
