import Scene
import TOML

/// What a layer's `material` says.
struct MaterialEntry: ContentEntry {
    static let key = "material"
    let thickness: Material.Thickness

    init(
        _ value: TOMLValue, _ keys: ContentKeys, in folder: PictureFolder, _ mistakes: Mistakes
    ) throws(TOMLError) {
        thickness = try value.choice()
    }

    func content(in card: inout Card, of layer: LayerEntry) -> any LayerContent {
        Material(thickness, layer.scheme ?? .light)
    }

    static func check(_ layer: LayerEntry, in table: TOMLTable, _ mistakes: Mistakes) {
        for entry in table.entries {
            guard let refusal = refusal(of: entry.key, layer) else { continue }
            mistakes.note(TOMLError(entry.location, "\(entry.value.name) \(refusal)"))
        }
    }

    /// Why a layer may not have a key; nil if it may.
    private static func refusal(of key: String, _ layer: LayerEntry) -> String? {
        let isMaterial = layer.content is MaterialEntry
        return switch key {
        case "blur", "mask", "luminance-mask", "level", "ripple", "shader":
            isMaterial ? "does not go with a material, which is only a plate" : nil
        // Content that cannot be read may be a material.
        case "backdrop-blur" where !isMaterial && layer.content != nil: "is for materials"
        case "scheme" where !isMaterial && layer.level == nil: "is for materials and levels"
        default: nil
        }
    }
}
