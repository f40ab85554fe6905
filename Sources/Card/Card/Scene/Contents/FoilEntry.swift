import Paint
import Scene
import TOML

/// What a layer's `foil` says, with its other keys.
struct FoilEntry: ContentEntry {
    static let key = "foil"
    static let ownKeys =
        ["seed", "etch"]
        + FoilContent.Parameter.allCases.filter { $0.signal == nil }.map(\.name)

    let kind: Foil.Kind
    private let seed: Int
    private let etch: Card.Picture?
    /// In the order of `FoilContent.Parameter`.
    private(set) var parameters: [ParameterEntry] = []

    init?(
        _ value: TOMLValue, _ keys: ContentKeys, in folder: PictureFolder, _ mistakes: Mistakes
    ) throws(TOMLError) {
        kind = try value.choice()
        seed = try keys["seed"]?.seed() ?? 0
        if let etch = keys["etch"] {
            switch try folder.picture(etch) {
            case .success(let picture): self.etch = picture
            case .failure(let error):
                mistakes.note(error, at: etch.location)
                return nil
            }
        } else {
            etch = nil
        }
        for parameter in FoilContent.Parameter.allCases {
            parameters.append(try Self.entry(of: parameter, keys, in: value))
        }
    }

    private static func entry(
        of parameter: FoilContent.Parameter, _ keys: ContentKeys, in value: TOMLValue
    ) throws(TOMLError) -> ParameterEntry {
        guard parameter.signal == nil, let given = keys[parameter.name] else {
            var entry = ParameterEntry(value, constant: parameter.defaultValue)
            if let kind = parameter.signalDriver { entry.drivers = [(kind, entry.textRange)] }
            return entry
        }
        return try ParameterEntry(given, of: .content(parameter.rawValue, parameter.kind))
    }

    func content(in card: inout Card, of layer: LayerEntry) -> any LayerContent {
        FoilContent(kind, seed: seed, etch: etch.map { card.addPicture($0) })
            .with(parameters.map(\.constant))
    }
}
