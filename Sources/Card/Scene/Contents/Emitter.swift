public import Animation
public import Paint

/// What emits particles, and how they move and look.
public struct Emitter: Sendable, Equatable {
    /// Where particles begin, in the layer's box.
    public enum Origin: String, Sendable, CaseIterable {
        /// Its middle.
        case point
        /// Its upper side.
        case lineTop = "line-top"
        /// Anywhere in it.
        case box
        /// Its four sides.
        case edge
    }

    /// Where gravity pulls.
    public enum Down: String, Sendable, CaseIterable {
        /// To the lower side of the screen.
        case screen
        /// To the floor, as the device is held.
        case real
    }

    /// Particles that an event makes.
    public struct Burst: Sendable, Equatable {
        public var trigger: Trigger
        public var count: Int

        public init(on trigger: Trigger, count: Int) {
            (self.trigger, self.count) = (trigger, count)
        }
    }

    /// The colours of particles.
    public enum Colours: Sendable, Equatable {
        /// Each particle has one of these.
        case choice([Colour])
        /// Each has all of these, at shares of its life in ascending order.
        case life([Stop])

        public struct Stop: Sendable, Equatable {
            public var share: Double
            public var colour: Colour

            public init(_ share: Double, _ colour: Colour) {
                (self.share, self.colour) = (share, colour)
            }
        }
    }

    /// The numbers that drivers may change. Of two, `low` and `high`, each particle has one between
    /// them. Those up to `drag` count when a particle begins or while it flies, the others when it is
    /// seen.
    public enum Parameter: Int, Sendable, CaseIterable {
        /// How many particles, or clusters of them, begin in a second.
        case rate
        /// Seconds.
        case lowLifetime, highLifetime
        /// Points a second.
        case lowSpeed, highSpeed
        /// Degrees: 0 is to the right, 90 up.
        case direction
        /// The angle within which particles begin to move, degrees.
        case cone
        /// Degrees a second.
        case lowSpin, highSpin
        /// Points per square second.
        case gravity
        /// The speed of the air to the right, points a second; only drag makes particles follow it.
        case wind
        /// The share of its speed against the air that a particle would lose in a second if it lost
        /// always as much as at first.
        case drag
        /// How far particles sway, points.
        case turbulence
        /// Points.
        case lowSize, highSize
        /// 0 to 1.
        case lowOpacity, highOpacity

        public var kind: ParameterKind {
            switch self {
            case .rate, .drag: .rate
            case .lowLifetime, .highLifetime: .lifetime
            case .direction, .cone, .lowSpin, .highSpin: .angle
            case .lowSpeed, .highSpeed, .gravity, .wind, .turbulence, .lowSize, .highSize: .length
            case .lowOpacity, .highOpacity: .share
            }
        }

        /// Its key in a card, which two of them may share.
        public var key: String {
            switch self {
            case .rate: "rate"
            case .lowLifetime, .highLifetime: "lifetime"
            case .lowSpeed, .highSpeed: "speed"
            case .direction: "direction"
            case .cone: "cone"
            case .lowSpin, .highSpin: "spin"
            case .gravity: "gravity"
            case .wind: "wind"
            case .drag: "drag"
            case .turbulence: "turbulence"
            case .lowSize, .highSize: "size"
            case .lowOpacity, .highOpacity: "opacity"
            }
        }
    }

    /// The most bursts that an emitter may have.
    public static let mostBursts = 16

    /// One for each case of `Parameter`.
    public var numbers: [Double]
    public var origin = Origin.point
    public var down = Down.screen
    public var shape = SpriteShape.disc
    public var bursts: [Burst] = []
    /// How many particles begin together, at one place and in one colour.
    public var cluster = 1
    /// How fast a shake makes the particles that are there, points a second.
    public var shake = 0.0
    /// The seconds of its way by which a particle is longer than its size.
    public var trail = 0.0
    /// Whether it has already run when the card is shown.
    public var isWarm = false
    /// Whether its particles stand still: those with which a scene begins.
    public var isStill = false
    /// A factor of the size and of the opacity, by the share of the life that has passed.
    public var sizeOverLife, opacityOverLife: Keys?
    public var colours = Colours.choice([.white])
    public var seed = 0

    public init(_ numbers: [Parameter: Double] = [:]) {
        self.numbers = Parameter.allCases.map { numbers[$0] ?? $0.defaultValue }
    }

    public subscript(parameter: Parameter) -> Double {
        get { numbers[parameter.rawValue] }
        set { numbers[parameter.rawValue] = newValue }
    }
}

extension Emitter.Parameter {
    fileprivate var defaultValue: Double {
        switch self {
        case .rate, .lowSpin, .highSpin, .gravity, .wind, .drag, .turbulence: 0
        case .lowLifetime, .highLifetime, .lowOpacity, .highOpacity: 1
        case .lowSpeed, .highSpeed: 100
        case .direction: 90
        case .cone: 360
        case .lowSize, .highSize: 4
        }
    }
}

extension Emitter.Colours {
    /// The colour of a particle; `number`, from 0 to below 1, chooses one of several.
    func colour(at share: Double, choice number: Double) -> SIMD4<Float> {
        switch self {
        case .choice(let colours):
            return colours.isEmpty ? .zero : colours[Int(number * Double(colours.count))].lanes
        case .life(let stops):
            let next = stops.firstIndex { $0.share > share } ?? stops.count
            guard next > 0, next < stops.count else {
                return (next == 0 ? stops.first : stops.last)?.colour.lanes ?? .zero
            }
            let (from, to) = (stops[next - 1], stops[next])
            let part = Float((share - from.share) / (to.share - from.share))
            return from.colour.lanes + (to.colour.lanes - from.colour.lanes) * part
        }
    }
}

extension Colour {
    fileprivate var lanes: SIMD4<Float> {
        SIMD4(Float(red), Float(green), Float(blue), Float(alpha))
    }
}
