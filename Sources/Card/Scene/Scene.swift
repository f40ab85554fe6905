import Animation
public import Geometry
public import Motion
public import Paint

/// What a card shows: layers whose properties follow the tilt, the time or an event.
///
/// A value without closures: a scene can be compared, and knows no files and no pixels.
public struct Scene: Sendable, Equatable {
    /// The card's rectangle, points.
    public let size: Size
    /// When a tilt is flat, forward or backward.
    public let tiltStates: TiltStateSettings
    public let parallax: Parallax
    public let surround: Surround
    /// From the lowest to the topmost; a group stands before its layers.
    public let layers: [Layer]
    /// In any order; those of one property are added or multiplied.
    public let drivers: [Driver]
    /// The constants that drivers are added to or multiplied with: `Property.count` numbers for
    /// each layer, then those of the contents.
    let constants: [Double]
    /// For each layer: the indices of its content's parameters among those of all contents.
    let contentRanges: [Range<Int>]
    /// The same for its shader's, which follow those of its content.
    let shaderRanges: [Range<Int>]
    /// The kinds of the parameters of all contents and shaders.
    let contentKinds: [ParameterKind]
    /// For each layer: what changes the colours of its content before its effects do.
    let contentColours: [ColourMatrix?]
    /// For each layer: what its content remembers when the scene begins.
    let contentMemories: [AnyContentState]
    /// The indices of the layers whose content remembers something; and for each layer the events that
    /// its content takes, and what drivers change of its content.
    let movingContents: [Int]
    let contentTriggers: [Set<Trigger>]
    /// The indices of the layers in which an event starts waves, and of those with a shader.
    let rippledLayers, shadedLayers: [Int]
    let drivenContents: [DrivenContent]
    /// For each driver: the parameter that it changes.
    let destinations: [Destination]
    /// The parameters that have drivers, each once.
    let drivenNumbers: [DrivenParameter]
    /// Indices into `drivers`: `delayedDrivers` follow a signal with a delay, `eventDrivers` are
    /// started by events, `transitions` are transitions. They are kept so that nothing has to
    /// search for them.
    let delayedDrivers, eventDrivers, transitions: [Int]
    /// For each layer: whether it fills its parent's box. Depth enlarges such a layer.
    let fillsParent: [Bool]
    /// For each layer: the indices of its drivers.
    public let layerDrivers: [[Int]]
    /// For each group: the indices of its layers, with those in its groups; for other layers an
    /// empty range after the layer.
    public let members: [Range<Int>]
    /// For each layer: whether it is only a mask of others.
    public let isMask: [Bool]
    /// For each layer: whether it shows a picture or a lens, lies in no group, has no size of its
    /// own, and of its properties only `opacity`, `visible` and those of colour effects have
    /// drivers or differ from their default values. Its box is then always the card's rectangle.
    public private(set) var boxIsCard: [Bool] = []
    /// For each layer, from its constants and the bounds of its drivers: the largest size of its
    /// box in points of the card, and the smallest size of its crop relative to the picture, as a
    /// rectangle whose x and y are 0.
    public private(set) var largestSizes: [Size] = []
    public private(set) var smallestCrops: [Rect] = []

    public init(
        size: Size, tiltStates: TiltStateSettings = .init(), parallax: Parallax = .init(),
        surround: Surround = .black, layers: [Layer], drivers: [Driver] = []
    ) {
        (self.size, self.tiltStates, self.parallax) = (size, tiltStates, parallax)
        self.surround = surround
        (self.layers, self.drivers) = (layers, drivers)
        delayedDrivers = drivers.indices.filter { drivers[$0].kind.isDelayed }
        eventDrivers = drivers.indices.filter { drivers[$0].kind.trigger != nil }
        transitions = drivers.indices.filter { drivers[$0].kind.isTransition }
        let masks = Set(layers.compactMap(\.mask?.layer))
        isMask = layers.indices.map(masks.contains)
        members = layers.enumerated().map {
            let first = $0.offset + 1
            return first..<first + ($0.element.content.memberCount ?? 0)
        }
        fillsParent = layers.map(\.fillsParent)
        var layerDrivers = Array(repeating: [Int](), count: layers.count)
        for index in drivers.indices { layerDrivers[drivers[index].layer].append(index) }
        self.layerDrivers = layerDrivers
        contentRanges = Self.contentRanges(layers)
        shaderRanges = zip(contentRanges, layers).map { range, layer in
            range.upperBound..<range.upperBound + (layer.shader?.parameters.count ?? 0)
        }
        contentKinds = layers.flatMap(\.parameterKinds)
        contentColours = layers.map(\.content.colours)
        contentMemories = layers.map { AnyContentState(memory: $0.content.memory) }
        movingContents = layers.indices.filter { layers[$0].content.memory != nil }
        contentTriggers = layers.map(\.content.triggers)
        rippledLayers = layers.indices.filter { layers[$0].rippleTrigger != nil }
        shadedLayers = layers.indices.filter { layers[$0].shader != nil }
        let driven = layerDrivers.map { Set($0.compactMap { drivers[$0].contentIndex }) }
        let count = movingContents.count { !driven[$0].isEmpty }
        drivenContents = driven.map { DrivenContent(parameters: $0, contents: count) }
        let properties = layers.indices.flatMap { index in
            Property.allCases.map { property in
                Self.constant(
                    property, of: layers[index], on: size,
                    isDriven: layerDrivers[index].contains { drivers[$0].property == property })
            }
        }
        let destinations = Self.destinations(drivers, contentRanges, shaderRanges)
        self.destinations = destinations
        drivenNumbers = Self.drivenNumbers(drivers, destinations)
        // The sum of a driven parameter is limited, not what its drivers are added to.
        let drivenIndices = Set(drivenNumbers.map(\.index))
        let numbers = zip(contentKinds, layers.flatMap(\.parameters)).enumerated().map {
            let (index, (kind, number)) = ($0.offset + properties.count, $0.element)
            return drivenIndices.contains(index) ? number : kind.limited(number)
        }
        constants = properties + numbers
        boxIsCard = layers.indices.map(boxIsAlwaysCard)
        largestSizes = findLargestSizes()
        smallestCrops = layers.indices.map(smallestCrop)
    }

    /// The parameter that a driver changes.
    struct Destination: Sendable, Equatable {
        /// The index among the parameters of all layers.
        let index: Int
        let isProduct: Bool
    }

    /// A parameter of a layer that is limited after its drivers have given their values.
    struct DrivenParameter: Sendable, Equatable {
        /// The index among the parameters of all layers.
        let index: Int
        let parameter: Driver.Parameter
    }

    private static func contentRanges(_ layers: [Layer]) -> [Range<Int>] {
        var end = 0
        return layers.map { layer in
            let start = end
            end += layer.parameters.count
            return start..<start + layer.content.parameters.count
        }
    }

    private static func destinations(
        _ drivers: [Driver], _ contentRanges: [Range<Int>], _ shaderRanges: [Range<Int>]
    ) -> [Destination] {
        drivers.map { driver in
            let index =
                switch driver.parameter {
                case .property(let property):
                    driver.layer * Property.count + property.rawValue
                case .content(let index, _):
                    contentRanges.count * Property.count
                        + contentRanges[driver.layer].lowerBound + index
                case .shader(let index, _):
                    contentRanges.count * Property.count
                        + shaderRanges[driver.layer].lowerBound + index
                }
            return Destination(index: index, isProduct: driver.parameter.isProduct)
        }
    }

    /// The constant that a property's drivers add to or multiply. A perspective of 0 without
    /// drivers becomes the card's perspective.
    private static func constant(
        _ property: Property, of layer: Layer, on card: Size, isDriven: Bool
    ) -> Double {
        guard property == .perspective else { return property.limited(layer[property]) }
        if isDriven { return layer[property] }
        return layer[property] == 0 ? perspective(on: card) : property.limited(layer[property])
    }

    /// How far the eye stands in front of a card of this size, points.
    public static func perspective(on card: Size) -> Double {
        1.5 * max(card.width, card.height)
    }

    private static func drivenNumbers(
        _ drivers: [Driver], _ destinations: [Destination]
    ) -> [DrivenParameter] {
        var found: Set<Int> = []
        return zip(destinations, drivers).filter { found.insert($0.0.index).inserted }.map {
            DrivenParameter(index: $0.index, parameter: $1.parameter)
        }
    }

    /// What a window shows around the card.
    public enum Surround: Sendable, Equatable {
        case colour(Colour)
        /// The card itself, so large that it fills the window, blurred and darker.
        case card

        public static let black = Surround.colour(Colour(red: 0, green: 0, blue: 0))
    }

    /// How far layers with depth are moved by both tilts.
    public struct Parallax: Sendable, Equatable {
        /// Points: how far a tilt of `degrees` or more moves a layer with depth 1.
        public var points: Double
        /// The tilt beyond which nothing moves further, degrees.
        public var degrees: Double

        public init(points: Double = 20, degrees: Double = 30) {
            (self.points, self.degrees) = (points, degrees)
        }
    }

    /// One layer.
    public struct Layer: Sendable, Equatable {
        /// For messages and reports, and to find the same layer after a reload; nil for a layer
        /// without a name.
        public var name: String?
        /// What it shows in its box.
        public var content: any LayerContent {
            get { anyContent.content }
            set { anyContent.content = newValue }
        }
        private var anyContent: AnyContent
        /// The index of the group that it belongs to; nil: the card.
        public var parent: Int?
        /// The box's size in points, which the properties `width` and `height` multiply; nil: the
        /// parent's box.
        public var ownSize: Size?
        /// Whether the box cuts what the group holds.
        public var clips = false
        /// Whether the layer may be visible beyond the card's rectangle.
        public var bleeds = false
        /// What changes its colours, in this order.
        public var effects: [Effect] = []
        /// How its colours are blended with those below it.
        public var blend = BlendMode.normal
        /// Whether a group is drawn as one picture, which is then composited with what is below it: the
        /// group's layers are not blended with what is below the group.
        public var isIsolated = false
        public var mask: Mask?
        /// The colour of the layer's shadow on the layers below it; nil: no shadow.
        public var shadow: Colour?
        /// Whether a blur repeats the layer's outermost pixels beyond its edges, so that the edges
        /// do not become transparent.
        public var hasOpaqueBlur = false
        /// The event that starts a wave where it happens, or in the middle of the layer; nil: none does.
        public var rippleTrigger: Trigger?
        /// What changes the pixels of what it shows; nil: nothing does.
        public var shader: LayerShader?
        private var values: [Double] = Property.allCases.map(\.defaultValue)

        /// A layer with default values but for these.
        public init(
            _ content: some LayerContent, name: String? = nil, parent: Int? = nil,
            values: [Property: Double] = [:]
        ) {
            anyContent = AnyContent(content: content)
            (self.name, self.parent) = (name, parent)
            for (property, value) in values { self[property] = value }
        }

        /// Another layer of the same group, whose pixels determine how much of this one is visible.
        /// It is not drawn itself.
        public struct Mask: Sendable, Equatable {
            /// The index of the layer.
            public var layer: Int
            public var kind: MaskKind

            public init(layer: Int, kind: MaskKind) { (self.layer, self.kind) = (layer, kind) }
        }

        func hasSameProperties(as other: Layer) -> Bool { values == other.values }

        func hasSameContent(as other: Layer) -> Bool { anyContent == other.anyContent }

        /// The constant of a property, which its drivers add to or multiply.
        public subscript(property: Property) -> Double {
            get { values[property.rawValue] }
            set { values[property.rawValue] = newValue }
        }
    }
}

extension Scene {
    /// The drivers of the classic card's layers, back first, for any number of them.
    ///
    /// Three pictures are back, middle and front. If there are more, one after the other hides
    /// those below it while the card is swept from backward to forward.
    public static func classicDrivers(_ count: Int) -> [Driver] {
        func opacity(_ layer: Int, _ signal: Signal, _ conversion: Conversion = .init()) -> Driver {
            Driver(layer: layer, .opacity, .follow(signal, conversion, nil, .atOnce))
        }
        switch count {
        case ...1: return []
        case 2: return [opacity(1, .front)]
        case 3: return [opacity(1, .middle), opacity(2, .front)]
        default: break
        }
        return (1..<count).map { k in
            opacity(
                k, .sweep,
                Conversion(gain: Double(count - 1) / 2, offset: Double(k - 1)))
        }
    }
}
