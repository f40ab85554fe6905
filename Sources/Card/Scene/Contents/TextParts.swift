import Animation
public import Geometry
public import Paint

/// How parts of a text change, each for itself: its lines, words, clusters or spans.
public struct TextParts: Sendable, Equatable {
    public enum Unit: String, Sendable, CaseIterable {
        case line, word, cluster, span
    }

    /// Which part is the first one.
    public enum Order: String, Sendable, CaseIterable {
        /// The part that is seen first: in the topmost line, and there the leftmost.
        case forward
        case backward
        /// The one in the middle, or those at both ends.
        case centre, edges
        case random
    }

    /// By how many seconds a part begins later than the one before.
    public enum Delay: Sendable, Equatable {
        case constant(Double)
        /// So long that parts which take `element` seconds each take about `total` seconds together.
        case within(total: Double, element: Double)
    }

    /// A property of each part.
    public struct Number: Sendable, Equatable {
        public let property: Property
        /// What the drivers are added to or multiplied with.
        public let constant: Double
        public let drivers: [Driver.Kind]

        public init(_ property: Property, constant: Double, drivers: [Driver.Kind]) {
            (self.property, self.constant, self.drivers) = (property, constant, drivers)
        }
    }

    public var unit: Unit
    /// The indices of the spans of which they are parts; nil: of all.
    public var spans: Set<Int>?
    public var order: Order
    /// Of the order `random`.
    public var seed: Int
    /// For what events start.
    public var delay: Delay
    /// For what follows a signal: how much of the signal's range lies between the first part and the
    /// last one, 0 to below 1.
    public var spread: Double
    public var numbers: [Number]
    /// What changes its colours, in this order.
    public var effects: [Effect]

    public init(
        _ unit: Unit, of spans: Set<Int>? = nil, order: Order = .forward, seed: Int = 0,
        delay: Delay = .constant(0.05), spread: Double = 0, numbers: [Number],
        effects: [Effect] = []
    ) {
        (self.unit, self.spans, self.order, self.seed) = (unit, spans, order, seed)
        (self.delay, self.spread, self.numbers, self.effects) = (delay, spread, numbers, effects)
    }

    /// The properties that a part may have, without those of colour effects.
    public static let properties: [Property] = [
        .opacity, .offsetX, .offsetY, .scale, .rotation, .blur,
    ]
}

extension TextParts.Delay {
    /// Seconds between two of `count` parts. Of `within` it is effects.md's section 12.
    public func seconds(_ count: Int) -> Double {
        switch self {
        case .constant(let seconds): return seconds
        case .within(let total, let element):
            let n = Double(count)
            return max(0, (total - n * element) / (n + 1), (total - element) / n)
        }
    }
}

extension TextParts.Order {
    /// For each of `count` parts its place in the order.
    func places(_ count: Int, seed: Int) -> [Int] {
        let middle = Double(count - 1) / 2
        let keys: [Double] = (0..<count).map { index in
            switch self {
            case .forward: Double(index)
            case .backward: -Double(index)
            case .centre: abs(Double(index) - middle)
            case .edges: -abs(Double(index) - middle)
            case .random: Self.hashed(seed, index)
            }
        }
        let sorted = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
        var places = Array(repeating: 0, count: count)
        for (place, index) in sorted.enumerated() { places[index] = place }
        return places
    }

    private static func hashed(_ seed: Int, _ index: Int) -> Double {
        var numbers = HashedNumbers(seed, index)
        return numbers.next()
    }
}

/// A part of a text that changes for itself, or all that does not.
public struct TextUnit: Sendable, Equatable {
    /// Indices into the clusters of the layout.
    public let clusters: [Int]
    /// The index into `TextContent.parts` of what changes it; nil: nothing does.
    public let parts: Int?
    /// Its place in the order of such parts, and how many there are.
    let place, count: Int
    /// The index of its first number among those of all units.
    let firstNumber: Int
    /// The box around its clusters.
    public let rect: Rect

    /// The units of a layout: those of each of `parts`, and last, if there is such, what does not change.
    static func all(of layout: TextLayout, _ parts: [TextParts]) -> [TextUnit] {
        var (units, free) = ([TextUnit](), Array(layout.clusters.indices))
        var firstNumber = 0
        for (index, own) in parts.enumerated() {
            let taken = free.filter { own.spans?.contains(layout.clusters[$0].span) ?? true }
            free.removeAll { own.spans?.contains(layout.clusters[$0].span) ?? true }
            let groups = own.unit.groups(of: taken, in: layout)
            let places = own.order.places(groups.count, seed: own.seed)
            for (group, place) in zip(groups, places) {
                units.append(
                    TextUnit(
                        clusters: group, parts: index, place: place, count: groups.count,
                        firstNumber: firstNumber, rect: layout.rect(around: group)))
                firstNumber += own.numbers.count
            }
        }
        guard !free.isEmpty else { return units }
        return units + [
            TextUnit(
                clusters: free, parts: nil, place: 0, count: 1, firstNumber: firstNumber,
                rect: layout.rect(around: free))
        ]
    }
}

extension TextParts.Unit {
    /// The clusters of each unit, in the order in which units are seen.
    fileprivate func groups(of clusters: [Int], in layout: TextLayout) -> [[Int]] {
        var (groups, indices) = ([[Int]](), [Int: Int]())
        for index in clusters {
            let cluster = layout.clusters[index]
            let key =
                switch self {
                case .line: cluster.line
                case .word: cluster.word
                case .cluster: index
                case .span: cluster.span
                }
            if let group = indices[key] {
                groups[group].append(index)
            } else {
                indices[key] = groups.count
                groups.append([index])
            }
        }
        return groups
    }
}

extension TextLayout {
    fileprivate func rect(around indices: [Int]) -> Rect {
        let rects = indices.map { clusters[$0].rect }
        let (x, y) = (rects.map(\.x).min() ?? 0, rects.map(\.y).min() ?? 0)
        return Rect(
            x: x, y: y, width: (rects.map(\.maxX).max() ?? 0) - x,
            height: (rects.map(\.maxY).max() ?? 0) - y)
    }
}

extension Conversion {
    /// What leaves its outputs for a range as they are; nil if there is only one output.
    fileprivate func keys(over range: ClosedRange<Double>) -> Keys? {
        let ends = [value(of: range.lowerBound), value(of: range.upperBound)].sorted()
        return try? Keys(from: ends[0], to: ends[1], values: ends)
    }
}

extension Driver.Kind {
    /// The same for the part at a share of the way from the first part to the last one.
    fileprivate func spread(_ spread: Double, at share: Double) -> Driver.Kind {
        guard spread > 0 else { return self }
        switch self {
        case .follow(let signal, let conversion, let keys, let pace):
            let keys = keys ?? signal.range.flatMap { conversion.keys(over: $0) }
            return .follow(signal, conversion, keys?.narrowed(by: spread, at: share), pace)
        case .scrub(let signal, let conversion, let range, let track, let duration):
            let (length, start) = (range.upperBound - range.lowerBound, range.lowerBound)
            let lower = start + spread * share * length
            return .scrub(
                signal, conversion, lower...lower + (1 - spread) * length, track,
                timelineDuration: duration)
        case .run, .phases, .steps, .transition: return self
        }
    }
}

// What a part shows.
extension TextContent {
    /// How many parts a layer may have that move, and how many drivers all of them together.
    public static let (mostUnits, mostPartDrivers) = (1000, 20_000)

    /// How many parts move in a layout, and how many drivers they have together.
    public func counts(in layout: TextLayout) -> (units: Int, drivers: Int) {
        TextUnit.all(of: layout, parts).reduce((0, 0)) { sum, unit in
            guard let index = unit.parts else { return sum }
            return (sum.0 + 1, sum.1 + parts[index].numbers.reduce(0) { $0 + $1.drivers.count })
        }
    }

    /// The drivers of all parts, those of the layer with this index.
    public func partDrivers(ofLayer layer: Int) -> [Driver] {
        units.flatMap { unit -> [Driver] in
            guard let index = unit.parts else { return [] }
            let own = parts[index]
            let delay = Double(unit.place) * own.delay.seconds(unit.count)
            let share = unit.count > 1 ? Double(unit.place) / Double(unit.count - 1) : 0
            return own.numbers.enumerated().flatMap { number, value in
                value.drivers.map { kind in
                    Driver(
                        layer: layer,
                        .content(
                            ownCount + unit.firstNumber + number, .property(value.property)),
                        kind.spread(own.spread, at: share), delay: delay)
                }
            }
        }
    }

    /// How a unit looks.
    public func appearance(of unit: TextUnit) -> UnitAppearance {
        guard let index = unit.parts else { return UnitAppearance() }
        let own = parts[index]
        func value(_ property: Property) -> Double {
            guard let number = own.numbers.firstIndex(where: { $0.property == property }) else {
                return property.defaultValue
            }
            return partNumbers[unit.firstNumber + number]
        }
        return UnitAppearance(
            opacity: value(.opacity), offset: Point(x: value(.offsetX), y: value(.offsetY)),
            scale: value(.scale), degrees: value(.rotation), blur: value(.blur),
            colours: own.effects.matrix(value))
    }
}

/// How a part of a text looks: points of the layer's box, about the middle of the part.
public struct UnitAppearance: Sendable, Equatable {
    public var opacity = 1.0
    public var offset = Point(x: 0, y: 0)
    public var scale = 1.0
    /// Clockwise.
    public var degrees = 0.0
    /// The standard deviation of a Gaussian.
    public var blur = 0.0
    /// What its colours become; nil: they stay.
    public var colours: ColourMatrix?

    /// Whether it looks as in the text.
    public var isStill: Bool { self == UnitAppearance() }

    /// The map of its place in the text to the place where it is seen.
    public func map(about centre: Point) -> Homography {
        .translation(Point(x: centre.x + offset.x, y: centre.y + offset.y))
            * .rotation(degrees: degrees) * .scale(x: scale, y: scale)
            * .translation(Point(x: -centre.x, y: -centre.y))
    }
}
