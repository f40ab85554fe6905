import Scene
import TOML

/// What the table of a layer or a style says of the layer's content: one type for each kind.
protocol ContentEntry: SendableMetatype {
    /// The key that gives it.
    static var key: String { get }
    /// The other keys that only this kind has.
    static var ownKeys: [String] { get }
    /// The keys of other kinds that, beside `key`, say how this kind looks.
    static var takenKeys: [String] { get }
    /// The parameters that drivers may change, in the order of the content's parameters.
    var parameters: [ParameterEntry] { get }

    /// Reads the value of `key`, with those of `ownKeys` and `takenKeys`; nil if it names what cannot be used, which is
    /// noted.
    init?(
        _ value: TOMLValue, _ keys: ContentKeys, in folder: PictureFolder, _ mistakes: Mistakes
    ) throws(TOMLError)

    /// What a scene shows of it in the next layer of `card`, to which its pictures are added; `layer`
    /// has the other keys.
    func content(in card: inout Card, of layer: LayerEntry) -> any LayerContent

    /// Notes those keys of a layer that this kind alone has, or that do not go with it; `layer` may
    /// show any kind.
    static func check(_ layer: LayerEntry, in table: TOMLTable, _ mistakes: Mistakes)
}

/// The values of the keys that say what a layer shows, and of those that only such a kind has.
typealias ContentKeys = [String: TOMLValue]

extension ContentEntry {
    static var ownKeys: [String] { [] }
    static var takenKeys: [String] { [] }

    var parameters: [ParameterEntry] { [] }

    static func check(_ layer: LayerEntry, in table: TOMLTable, _ mistakes: Mistakes) {}
}

extension LayerEntry {
    /// All kinds, in the order in which messages name their keys.
    static let contentKinds: [any ContentEntry.Type] = [
        PictureEntry.self,
        ColourEntry.self,
        MaterialEntry.self,
        GradientEntry.self,
        MeshEntry.self,
        LensEntry.self,
        PathEntry.self,
        TextEntry.self,
        ParticlesEntry.self,
        FoilEntry.self,
    ]

    /// The keys that say what a layer shows.
    static let contentKeys = contentKinds.map { $0.key }

    /// For each key that not all kinds have: those that have it.
    static let kindsOfOwnKey = Dictionary(
        contentKinds.flatMap { kind in kind.ownKeys.map { ($0, [kind.key]) } },
        uniquingKeysWith: +)

    /// These keys in a sentence: `picture, colour or lens`.
    static func contentKeys(joinedBy word: String) -> String {
        contentKeys.dropLast().joined(separator: ", ") + " \(word) \(contentKeys.last ?? "")"
    }
}
