public import Motion
public import TOML

/// A lenticular card: stacked pictures, and how a tilt shows them.
public struct Card: Sendable, Equatable {
    /// The window's title.
    public var name: String
    public var author: String?
    /// The card's rectangle; nil: the back picture's.
    public var size: Size?
    /// The settings that this card overrides.
    public var tilt = Tilt()
    /// From the lowest to the topmost.
    public var layers: [Layer]

    public init(name: String, layers: [Layer]) {
        self.name = name
        self.layers = layers
    }

    /// A rectangle; a window uses only its proportions.
    public struct Size: Sendable, Equatable {
        public var width: Double
        public var height: Double

        public init(width: Double, height: Double) {
            self.width = width
            self.height = height
        }
    }

    /// One picture and its fit in the card's rectangle.
    public struct Layer: Sendable, Equatable {
        /// How a picture fills the rectangle.
        public enum Fit: String, Sendable, CaseIterable {
            case stretch
            case contain
            case cover
        }

        /// The picture's path, absolute or from the working directory.
        public var picture: String
        public var fit: Fit
        /// The picture's place in card.toml; nil without a card.toml.
        public var place: TOMLPlace?

        public init(picture: String, fit: Fit = .stretch, place: TOMLPlace? = nil) {
            self.picture = picture
            self.fit = fit
            self.place = place
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

/// The state of one layer.
public struct LayerState: Sendable, Equatable {
    /// Index of the layer in the card, from 0.
    public var layer: Int
    /// In [0, 1].
    public var opacity: Double

    public init(layer: Int, opacity: Double) {
        self.layer = layer
        self.opacity = opacity
    }
}

extension Card {
    /// The tracker's settings for this card.
    public func settings(over settings: TiltSettings) -> TiltSettings {
        var settings = settings
        settings.axis = tilt.axis ?? settings.axis
        return settings
    }

    /// The state machine's settings for this card.
    public func settings(over settings: TiltStateSettings) -> TiltStateSettings {
        TiltStateSettings(
            flatDegrees: tilt.flatDegrees ?? settings.flatDegrees,
            baseDegrees: tilt.baseDegrees ?? settings.baseDegrees,
            beyond: tilt.beyond ?? settings.beyond,
            hysteresisDegrees: tilt.hysteresisDegrees ?? settings.hysteresisDegrees)
    }

    /// The layers in a tilt state, from the lowest to the topmost; `settings`: the state's.
    public func layers(in state: TiltState, _ settings: TiltStateSettings) -> [LayerState] {
        LayerOpacities.of(layers.count, in: state, settings).enumerated().map {
            LayerState(layer: $0, opacity: $1)
        }
    }

    /// The layers at a tilt in degrees, without hysteresis.
    public func layers(
        tilt: Double, _ settings: TiltStateSettings = TiltStateSettings()
    ) -> [LayerState] {
        let settings = self.settings(over: settings)
        return layers(in: TiltState(tilt, settings), settings)
    }
}
