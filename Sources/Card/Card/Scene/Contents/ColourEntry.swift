import Paint
import Scene
import TOML

/// What a layer's `colour` says.
struct ColourEntry: ContentEntry {
    static let key = "colour"
    let colour: Colour

    init(
        _ value: TOMLValue, _ keys: ContentKeys, in folder: PictureFolder, _ mistakes: Mistakes
    ) throws(TOMLError) {
        colour = try value.colour()
    }

    func content(in card: inout Card, of layer: LayerEntry) -> any LayerContent { colour }
}
