import Animation
public import Geometry

/// Pictures under a sheet of lenses, which fills a layer's box.
public struct LensContent: Sendable, Equatable {
    /// Their indices among those of the card, in the order in which they are printed.
    public var pictures: [Int]
    public var axis: Lens.Axis
    public var order: Lens.Order
    public var flipsBack: Bool
    /// The numbers that drivers may change, in the order of `Number`'s cases.
    public private(set) var numbers = Number.allCases.map(\.standard)

    /// With standard numbers.
    public init(
        pictures: [Int], axis: Lens.Axis = .vertical, order: Lens.Order = .normal,
        flipsBack: Bool = true
    ) {
        (self.pictures, self.axis) = (pictures, axis)
        (self.order, self.flipsBack) = (order, flipsBack)
    }

    public subscript(number: Number) -> Double {
        get { numbers[number.rawValue] }
        set { numbers[number.rawValue] = newValue }
    }

    /// The same with other numbers.
    public func with(_ numbers: some Collection<Double>) -> LensContent {
        var lens = self
        lens.numbers = Array(numbers)
        return lens
    }

    /// How many pictures a lens may have.
    public static let counts = 2...64

    /// What of a lens may be driven.
    public enum Number: Int, Sendable, CaseIterable {
        /// The sheet.
        case lensesPerInch, thickness, index
        /// Degrees by which the lenses are turned clockwise out of their axis.
        case slant
        /// The printed card's width, and from the eye to it, millimetres.
        case width, distance
        /// The standard deviation of the spot that a lens shows, and what is added to the phases, as
        /// parts of the pitch.
        case crossTalk, phase
        /// How much of the ribs' shades and gloss is seen.
        case relief, gloss
        /// 0: the states' opacities; 1: the lens.
        case blend
        /// The tilts under which the card is seen, degrees, and the sweep of its states.
        case tiltX, tiltY, sweep

        /// Its key in a card.
        public var name: String {
            switch self {
            case .lensesPerInch: "lenses-per-inch"
            case .crossTalk: "cross-talk"
            case .tiltX: "tilt-x"
            case .tiltY: "tilt-y"
            default: "\(self)"
            }
        }

        public var kind: ContentNumber {
            switch self {
            case .lensesPerInch: .lensesPerInch
            case .thickness: .thickness
            case .index: .refraction
            case .slant: .slant
            case .width: .printedWidth
            case .distance: .distance
            case .crossTalk: .spot
            case .phase: .part
            case .relief, .gloss, .blend: .share
            case .tiltX, .tiltY: .angle
            case .sweep: .sweep
            }
        }

        /// The value where a card gives none. Of what follows the tilt it is what drivers are added to.
        public var standard: Double {
            switch self {
            case .lensesPerInch: 60
            case .thickness: 0.457
            case .index: LensSheet.usualIndex
            case .width: 100
            case .distance: 400
            case .crossTalk: 0.02
            case .relief, .gloss: 0.5
            case .blend: 1
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

        /// What lets it follow its signal in a layer; nil for what follows none.
        public func follower(layer: Int) -> Driver? {
            signal.map {
                Driver(
                    layer: layer, .content(rawValue, kind), .follow($0, Response(), nil, .atOnce))
            }
        }
    }
}

extension LensContent {
    /// The sheet and the pictures under it.
    public var lens: Lens {
        Lens(
            LensSheet(
                lensesPerInch: self[.lensesPerInch], thickness: self[.thickness],
                index: self[.index]),
            pictures: pictures.count, axis: axis, slant: self[.slant] * .pi / 180, order: order,
            phaseOffset: self[.phase], spot: self[.crossTalk], flipsBack: flipsBack)
    }

    /// How it is seen by an eye so many millimetres to the right of the card's middle.
    public func view(eye: Double) -> LensView {
        LensView(
            lens, tiltX: self[.tiltX] * .pi / 180, tiltY: self[.tiltY] * .pi / 180,
            distance: self[.distance], eye: eye)
    }
}
