import TOML

extension Card {
    /// The newest card.toml that is understood.
    public static let format = 1

    /// Reads the card in a folder: its card.toml, or three pictures with the right names.
    public init(folder: String) throws(CardError) {
        guard FileKind(folder) == .folder else {
            throw CardError(.missing, "\(folder): there is no such folder")
        }
        self.init(name: lastPart(of: folder), layers: [])
        let file = "\(folder)/card.toml"
        if FileKind(file) != .missing {
            do {
                try read(try TOMLTable(file: file), folder: folder)
            } catch let error as TOMLError {
                throw CardError(error)
            } catch let error as CardError {
                throw error
            } catch {  // Typed throws of two kinds are beyond one signature.
                throw CardError(.malformed, "\(file): \(error)")
            }
        }
        if layers.isEmpty { layers = try Self.namedLayers(in: folder) }
    }

    /// A card of pictures alone, the back one first.
    public init(pictures: [String]) throws(CardError) {
        for picture in pictures { try PictureKind.check(picture) }
        self.init(
            name: pictures.map(lastPart).joined(separator: ", "),
            layers: pictures.map { Layer(picture: $0) })
    }

    private static func namedLayers(in folder: String) throws(CardError) -> [Layer] {
        var layers: [Layer] = []
        for name in ["back", "middle", "front"] {
            guard let path = try PictureKind.find(name, in: folder) else {
                throw CardError(
                    .missing,
                    "\(folder): has no picture named \(name) (.svg, .png, .webp or .jpg); a card "
                        + "is back, middle and front, or a card.toml with layers")
            }
            try PictureKind.check(path)
            layers.append(Layer(picture: path))
        }
        return layers
    }
}
