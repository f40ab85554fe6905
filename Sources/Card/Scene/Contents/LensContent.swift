import Animation
public import LensOptics

/// Pictures under a lens sheet, which fills a layer's box.
public struct LensContent: LayerContent {
    /// The indices of the pictures under the lens among the card's pictures, in the order in which
    /// they are printed.
    public var pictures: [Int]
    public var axis: Lens.Axis
    public var order: Lens.Order
    public var repeatsPictures: Bool
    /// The parameters that drivers may change, in the order of `Parameter`'s cases.
    public private(set) var parameters = Parameter.allCases.map(\.defaultValue)

    /// With the default values of the parameters.
    public init(
        pictures: [Int], axis: Lens.Axis = .vertical, order: Lens.Order = .normal,
        repeatsPictures: Bool = true
    ) {
        (self.pictures, self.axis) = (pictures, axis)
        (self.order, self.repeatsPictures) = (order, repeatsPictures)
    }

    public subscript(parameter: Parameter) -> Double {
        get { parameters[parameter.rawValue] }
        set { parameters[parameter.rawValue] = newValue }
    }

    /// The same with other parameters, one for each case of `Parameter`.
    public func with(_ parameters: ArraySlice<Double>) -> LensContent {
        var lens = self
        lens.parameters = Array(parameters)
        return lens
    }

    public var parameterKinds: [ParameterKind] { Parameter.allCases.map(\.kind) }

    public var parameterNames: [String] { Parameter.allCases.map(\.name) }

    public func label(_ pictures: [String]) -> String {
        "lens over \(self.pictures.count) pictures"
    }

    /// How many pictures a lens may have.
    public static let counts = 2...64

    /// The parameters of a lens that may be driven.
    public enum Parameter: Int, Sendable, CaseIterable {
        /// Those of `LensSheet`; the thickness in millimetres.
        case lensesPerInch, thickness, refractiveIndex
        /// Degrees by which the lenses are turned clockwise out of their axis.
        case slant
        /// The width of the box in print, and the distance from the eye to the card, millimetres.
        case printedWidth, distance
        /// The standard deviation of the spot that a lens shows, and what is added to the phases,
        /// as shares of the pitch.
        case spot, phase
        /// How much of the ribs' shades and gloss is seen.
        case shadeStrength, gloss
        /// 0 shows the pictures over each other, with opacities that follow `sweep`; 1 shows what
        /// the lens shows; between them both are mixed.
        case lensShare
        /// `tiltX` and `tiltY` are the tilts under which the card is seen, degrees; `sweep` is as
        /// the signal `sweep`, 0 to 2, and decides the opacities where `lensShare` is below 1.
        case tiltX, tiltY, sweep

        /// Its key in a card.
        public var name: String {
            switch self {
            case .lensesPerInch: "lenses-per-inch"
            case .refractiveIndex: "index"
            case .printedWidth: "width"
            case .spot: "cross-talk"
            case .shadeStrength: "relief"
            case .lensShare: "blend"
            case .tiltX: "tilt-x"
            case .tiltY: "tilt-y"
            default: "\(self)"
            }
        }

        public var kind: ParameterKind {
            switch self {
            case .lensesPerInch: .lensesPerInch
            case .thickness: .thickness
            case .refractiveIndex: .refractiveIndex
            case .slant: .slant
            case .printedWidth: .printedWidth
            case .distance: .distance
            case .spot: .spot
            case .phase: .coordinate
            case .shadeStrength, .gloss, .lensShare: .share
            case .tiltX, .tiltY: .angle
            case .sweep: .sweep
            }
        }

        /// The value where a card gives none. For what follows the tilt it is the constant to which
        /// drivers are added.
        public var defaultValue: Double {
            switch self {
            case .lensesPerInch: 60
            case .thickness: 0.457
            case .refractiveIndex: LensSheet.usualRefractiveIndex
            case .printedWidth: 100
            case .distance: 400
            case .spot: 0.02
            case .shadeStrength, .gloss: 0.5
            case .lensShare: 1
            case .slant, .phase, .tiltX, .tiltY, .sweep: 0
            }
        }

        /// What it follows unless a card says otherwise; nil: nothing.
        public var signal: Signal? {
            switch self {
            case .tiltX: .tiltX
            case .tiltY: .tiltY
            case .sweep: .sweep
            default: nil
            }
        }

        /// The driver that follows its signal in a layer; nil for a parameter without a signal.
        public func signalDriver(layer: Int) -> Driver? {
            signal.map {
                Driver(
                    layer: layer, .content(rawValue, kind), .follow($0, Conversion(), nil, .atOnce))
            }
        }
    }
}

extension LensContent {
    /// The lens sheet and the pictures under it.
    public var lens: Lens {
        Lens(
            LensSheet(
                lensesPerInch: self[.lensesPerInch], thickness: self[.thickness],
                refractiveIndex: self[.refractiveIndex]),
            pictureCount: pictures.count, axis: axis, slant: self[.slant] * .pi / 180, order: order,
            phaseOffset: self[.phase], spot: self[.spot], repeatsPictures: repeatsPictures)
    }

    /// How it is seen by an eye that is `eyeX` millimetres to the right of the box's middle.
    public func view(eyeX: Double) -> LensView {
        LensView(
            lens, tiltX: self[.tiltX] * .pi / 180, tiltY: self[.tiltY] * .pi / 180,
            distance: self[.distance], eyeX: eyeX)
    }
}

extension Scene {
    /// Whether drivers change how many lenses lie across a layer's box.
    public func drivesLensCount(ofLayer layer: Int) -> Bool {
        let parameters: [LensContent.Parameter] = [.lensesPerInch, .printedWidth]
        return layerDrivers[layer].contains { index in
            parameters.contains { drivers[index].parameter == .content($0.rawValue, $0.kind) }
        }
    }
}
