public import Geometry
public import Motion
public import Scene
public import TOML

/// A lenticular card: stacked pictures, and how a tilt shows them.
public struct Card: Sendable, Equatable {
    /// The window's title.
    public var name: String
    public var author: String?
    /// The card's rectangle, of which a window uses only the proportions; nil: the first picture's.
    public var size: Size?
    /// The settings that this card overrides.
    public var tilt = Tilt()
    /// Each file once; the scene's layers name them by their index.
    public private(set) var pictures: [Picture] = []
    /// From the lowest to the topmost.
    public private(set) var layers: [Scene.Layer] = []

    /// A card of layers, the lowest first.
    init(name: String, layers: [(picture: Picture, fit: Fit)] = []) {
        self.name = name
        setLayers(layers)
    }

    mutating func setLayers(_ layers: [(picture: Picture, fit: Fit)]) {
        let opacities = Property.classicOpacities(layers.count)
        self.layers = zip(layers, opacities).map { layer, opacity in
            Scene.Layer(.picture(index(of: layer.picture), layer.fit), opacity: opacity)
        }
    }

    private mutating func index(of picture: Picture) -> Int {
        if let known = pictures.firstIndex(where: { $0.path == picture.path }) { return known }
        pictures.append(picture)
        return pictures.count - 1
    }

    /// A picture file of a card.
    public struct Picture: Sendable, Equatable {
        /// Absolute or from the working directory.
        public var path: String
        /// Where card.toml names it first; nil where card.toml names none.
        public var place: TOMLPlace?

        public init(path: String, place: TOMLPlace? = nil) {
            (self.path, self.place) = (path, place)
        }
    }

    /// The tilt settings of a card; nil: the configuration's.
    public struct Tilt: Sendable, Equatable {
        public var axis: TiltAxis?
        public var flatDegrees: Double?
        public var baseDegrees: Double?
        public var beyond: TiltStateSettings.Beyond?
        public var hysteresisDegrees: Double?

        public init() {}
    }
}

extension Card {
    /// The tilt's settings for this card: `settings` with what the card overrides.
    public func tiltSettings(over settings: TiltSettings) -> TiltSettings {
        var settings = settings
        settings.axis = tilt.axis ?? settings.axis
        return settings
    }

    /// The tilt state's settings for this card: `settings` with what the card overrides.
    public func tiltStateSettings(over settings: TiltStateSettings) -> TiltStateSettings {
        TiltStateSettings(
            flatDegrees: tilt.flatDegrees ?? settings.flatDegrees,
            baseDegrees: tilt.baseDegrees ?? settings.baseDegrees,
            beyond: tilt.beyond ?? settings.beyond,
            hysteresisDegrees: tilt.hysteresisDegrees ?? settings.hysteresisDegrees)
    }

    /// The card's scene over the configuration's settings; `size` is for a card without its own.
    public func scene(size: Size, over settings: TiltStateSettings) -> Scene {
        Scene(
            size: self.size ?? size, tiltStates: tiltStateSettings(over: settings), layers: layers)
    }
}
