public import Motion

/// A lenticular card: pictures over each other, and how a tilt shows them.
public struct Card: Sendable, Equatable {
    /// What the window's title calls it.
    public var name: String
    public var author: String?
    /// The card's rectangle; nil takes the back picture's.
    public var size: Size?
    /// What this card wants otherwise than the configuration.
    public var tilt = Tilt()
    /// From the lowest to the topmost.
    public var layers: [Layer]

    public init(name: String, layers: [Layer]) {
        self.name = name
        self.layers = layers
    }

    /// A rectangle of which only the proportions matter to a window.
    public struct Size: Sendable, Equatable {
        public var width: Double
        public var height: Double

        public init(width: Double, height: Double) {
            self.width = width
            self.height = height
        }
    }

    /// One picture and how it lies in the card's rectangle.
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

        public init(picture: String, fit: Fit = .stretch) {
            self.picture = picture
            self.fit = fit
        }
    }

    /// The tilt's settings that a card states; nil leaves the configuration's.
    public struct Tilt: Sendable, Equatable {
        public var axis: TiltAxis?
        public var flatDegrees: Double?
        public var baseDegrees: Double?
        public var beyond: TiltStateSettings.Beyond?
        public var hysteresisDegrees: Double?

        public init() {}
    }
}

/// What to draw of one layer.
public struct LayerState: Sendable, Equatable {
    /// Which layer of the card, from 0.
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

    /// The layers in a tilt state, from the lowest to the topmost; `settings` as for the state.
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
