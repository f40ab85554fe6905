internal import Animation
public import Geometry
public import Paint

/// A holographic foil that fills a layer's box. The light lies where the tilt says.
public struct FoilContent: LayerContent {
    private let kind: Foil.Kind
    private let seed: Int
    /// The index of the picture that bends the pattern; nil: none does.
    public let etch: Int?
    /// In the order of `Parameter`.
    public private(set) var parameters = Parameter.allCases.map(\.defaultValue)

    /// With the default values of the parameters.
    public init(_ kind: Foil.Kind, seed: Int = 0, etch: Int? = nil) {
        (self.kind, self.seed, self.etch) = (kind, seed, etch)
    }

    public subscript(parameter: Parameter) -> Double {
        get { parameters[parameter.rawValue] }
        set { parameters[parameter.rawValue] = newValue }
    }

    public var foil: Foil {
        Foil(kind, seed: seed, scale: self[.patternScale], angle: self[.patternAngle])
    }

    /// Degrees: a tilt of so much, or more, puts the light on the edge.
    public static let wholeTilt = 16.0

    /// Where the light is, as shares of the box: in the middle without a tilt.
    public var light: Point {
        func share(_ tilt: Parameter) -> Double {
            0.5 + 0.5 * min(max(self[tilt] / Self.wholeTilt, -1), 1)
        }
        return Point(x: share(.tiltX), y: share(.tiltY))
    }

    public func with(_ parameters: ArraySlice<Double>) -> FoilContent {
        var content = self
        content.parameters = Array(parameters)
        return content
    }

    public var parameterKinds: [ParameterKind] { Parameter.allCases.map(\.kind) }
    public var parameterNames: [String] { Parameter.allCases.map(\.name) }
    public var pictures: [Int] { etch.map { [$0] } ?? [] }
    public func label(_ pictures: [String]) -> String { "foil \(kind.rawValue)" }

    /// What drivers may change.
    public enum Parameter: Int, Sendable, CaseIterable {
        /// Of the pattern, and of the light that is mirrored.
        case strength, glare
        case patternScale, patternAngle
        /// The tilts that move the light, degrees.
        case tiltX, tiltY

        /// Its key in a card; the tilts have none.
        public var name: String {
            switch self {
            case .strength: "strength"
            case .glare: "glare"
            case .patternScale: "pattern-scale"
            case .patternAngle: "pattern-angle"
            case .tiltX: "tilt-x"
            case .tiltY: "tilt-y"
            }
        }

        public var kind: ParameterKind {
            switch self {
            case .strength, .glare: .share
            case .patternScale: .patternScale
            case .patternAngle, .tiltX, .tiltY: .angle
            }
        }

        public var defaultValue: Double {
            switch self {
            case .strength: 0.8
            case .glare: 0.3
            case .patternScale: 1
            case .patternAngle, .tiltX, .tiltY: 0
            }
        }

        /// The signal that it follows; nil: what the card says.
        public var signal: Signal? {
            switch self {
            case .tiltX: .tiltX
            case .tiltY: .tiltY
            default: nil
            }
        }

        /// What lets it follow its signal; nil without one.
        public var signalDriver: Driver.Kind? {
            signal.map { .follow($0, Conversion(), nil, .atOnce) }
        }
    }
}
