public import Geometry
import LensOptics
public import Motion
import Paint
public import Scene

extension Scene {
    /// A scene of up to twelve layers of colours, gradients and meshes with drivers of every kind.
    public static func random(seed: UInt64) -> Scene {
        var maker = SceneMaker(seed: seed)
        return maker.scene()
    }
}

/// Makes scenes and inputs that depend only on the seed.
public struct SceneMaker {
    /// Points.
    private static let card = Size(width: 400, height: 300)
    /// How many groups may be one inside the other.
    private static let deepestGroups = 3
    /// All but the normal one.
    private static let mixingModes =
        [.linear]
        + BlendMode.allCases.filter {
            $0 != .normal && $0 != .linear
        }

    private var random: RandomNumbers
    /// For particles, foils and ripples: without them a seed gives the same scene as before there were such.
    private var particleRandom, foilRandom, rippleRandom: RandomNumbers
    private let pictures: [Size]
    private let outliers: Double
    private(set) var layers: [Scene.Layer] = []

    /// Layers show colours, gradients, meshes, particles, and these pictures of so many points. This part of the properties' values is
    /// beyond the usual ones.
    public init(seed: UInt64, pictures: [Size] = [], outliers: Double = 0) {
        (self.pictures, self.outliers) = (pictures, outliers)
        (random, particleRandom) = (RandomNumbers(seed: seed), RandomNumbers(seed: ~seed))
        foilRandom = RandomNumbers(seed: seed ^ 0xF01)
        rippleRandom = RandomNumbers(seed: seed ^ 0x21)
    }

    public mutating func number(_ from: Double, _ to: Double) -> Double {
        from + (to - from) * random.uniform()
    }

    mutating func chance(_ part: Double) -> Bool { random.uniform() < part }

    mutating func one<Value>(of values: [Value]) -> Value {
        values[Int(random.uniform() * Double(values.count))]
    }

    /// A whole number from 1 to `most`.
    private mutating func count(_ most: Int) -> Int { 1 + Int(random.uniform() * Double(most)) }

    public mutating func scene() -> Scene {
        layers = []
        addLayers(count(12), to: nil, depth: 0)
        var drivers = layers.indices.flatMap { layer in
            (0..<count(5) - 1).map { _ in driver(of: layer) }
        }
        drivers += coming(layers.count - 1)
        return Scene(
            size: Self.card, parallax: .init(points: number(-40, 40)), layers: layers,
            drivers: drivers)
    }

    /// Adds so many layers to a group, with those in its groups.
    private mutating func addLayers(_ number: Int, to group: Int?, depth: Int) {
        var left = number
        while left > 0 {
            left -= 1
            guard left > 0, depth < Self.deepestGroups, chance(0.3) else {
                addLayer(content(), to: group)
                mayShowOthers(layers.count - 1)
                mayRipple(layers.count - 1)
                continue
            }
            let (inner, index) = (count(min(left, 4)), layers.count)
            addLayer(GroupContent(count: inner), to: group)
            layers[index].clips = chance(0.5)
            layers[index].isIsolated = chance(0.3)
            mayRipple(index)
            addLayers(inner, to: index, depth: depth + 1)
            left -= inner
        }
        if chance(0.3) { addMask(to: group) }
    }

    /// Makes one layer of a group the mask of another.
    private mutating func addMask(to group: Int?) {
        let members = layers.indices.filter { layers[$0].parent == group }
        let (masked, mask) = (one(of: members), one(of: members))
        guard masked != mask else { return }
        layers[masked].mask = .init(layer: mask, kind: one(of: MaskKind.allCases))
    }

    private mutating func addLayer(_ content: any LayerContent, to group: Int?) {
        var values: [Property: Double] = [:]
        for property in Property.allCases where chance(0.3) && property != .visible {
            values[property] = value(of: property)
        }
        var layer = Scene.Layer(
            content, name: "l\(layers.count)", parent: group, values: values)
        layer.bleeds = chance(0.2)
        if chance(0.4) { layer.effects = effects() }
        if chance(0.15) { layer.shadow = Colour(red: 0, green: 0, blue: 0.2, alpha: 0.7) }
        layer.hasOpaqueBlur = chance(0.3)
        if chance(0.2) { layer.blend = one(of: Self.mixingModes) }
        if let size = content.naturalSize, chance(0.3) { layer.ownSize = size }
        layers.append(layer)
    }

    /// Some effects in any order.
    private mutating func effects() -> [Effect] {
        var (rest, effects) = (Effect.allCases, [Effect]())
        for _ in 0..<count(3) {
            effects.append(rest.remove(at: count(rest.count) - 1))
        }
        return effects
    }

    private mutating func content() -> any LayerContent {
        if chance(0.1) {
            return Material(
                one(of: Material.Thickness.allCases), one(of: Material.Scheme.allCases))
        }
        if pictures.count > 1, chance(0.15) { return lens() }
        guard !pictures.isEmpty, chance(0.6) else {
            if chance(0.2) { return mesh() }
            let share = number(0, 1)
            if share < (pictures.isEmpty ? 0.5 : 0.4) { return colour() }
            return pictures.isEmpty || share < 0.8 ? gradient() : path() as any LayerContent
        }
        let picture = one(of: Array(pictures.indices))
        let fit = Fit(one(of: Fit.Mode.allCases))
        return PictureContent(
            picture, fit, size: fit == .stretch && chance(0.5) ? nil : pictures[picture])
    }

    private mutating func lens() -> LensContent {
        let shown = (0..<1 + count(4)).map { _ in one(of: Array(pictures.indices)) }
        let content = LensContent(
            pictures: shown, axis: one(of: Lens.Axis.allCases), order: one(of: Lens.Order.allCases),
            repeatsPictures: chance(0.5))
        return content.with(LensContent.Parameter.allCases.map { value(of: $0.kind) })
    }

    private mutating func colour() -> Colour {
        let alpha = chance(0.5) ? 1 : number(0, 1)
        return Colour(red: number(0, 1), green: number(0, 1), blue: number(0, 1), alpha: alpha)
    }

    private mutating func gradient() -> Gradient {
        let kind = one(of: Gradient.Kind.allCases)
        let shape = Gradient.shapeKinds(kind).map { value(of: $0) }
        let stops = (0..<1 + count(4)).map { _ in Gradient.Stop(value(of: .coordinate), colour()) }
        return Gradient(
            Gradient.Shape(kind, SIMD4(shape)), stops,
            colourSpace: one(of: Gradient.ColourSpace.allCases))
    }

    private mutating func path() -> PathContent {
        func place() -> Point { Point(x: number(0, 60), y: number(0, 40)) }
        var path = Path()
        path.move(to: place())
        for _ in 0..<count(8) {
            switch count(8) {
            case 1: path.move(to: place())
            case 2: path.close()
            case 3...5: path.addCurve(place(), place(), to: place())
            default: path.addLine(to: place())
            }
        }
        func brush() -> Brush { chance(0.5) ? .colour(colour()) : .gradient(gradient()) }
        let style = StrokeStyle(
            cap: one(of: StrokeStyle.Cap.allCases), join: one(of: StrokeStyle.Join.allCases),
            dash: chance(0.3) ? [number(1, 9), number(1, 9)] : [])
        let stroke = chance(0.7) ? brush() : nil
        let content = PathContent(
            path, view: Rect(x: 0, y: 0, width: 60, height: 40),
            fill: stroke == nil || chance(0.4) ? brush() : nil, stroke: stroke, style: style,
            fillRule: one(of: FillRule.allCases), trimsSimultaneously: chance(0.5))
        var numbers = content.parameters
        for parameter in PathContent.Parameter.allCases where chance(0.5) {
            numbers[parameter.rawValue] = value(of: parameter.kind)
        }
        return content.with(numbers)
    }

    private mutating func mesh() -> Mesh {
        let (width, height) = (1 + count(3), 1 + count(3))
        let vertices = (0..<width * height).map { index in
            let place = Point(
                x: Double(index % width) / Double(width - 1) + number(-0.2, 0.2),
                y: Double(index / width) / Double(height - 1) + number(-0.2, 0.2))
            let side = one(of: Mesh.Side.allCases)
            let point = Point(x: value(of: .coordinate), y: value(of: .coordinate))
            return Mesh.Vertex(
                place, colour(), controls: .init(chance(0.1) ? [side: point] : [:]))
        }
        return Mesh(
            width: width, vertices, isSmooth: chance(0.7),
            colourSpace: one(of: Gradient.ColourSpace.allCases),
            background: chance(0.7) ? Mesh.clear : colour())
    }

    /// Lets some layers show particles or foils instead.
    private mutating func mayShowOthers(_ layer: Int) {
        swap(&random, &particleRandom)
        if chance(0.1) { layers[layer].content = particles() }
        swap(&random, &particleRandom)
        swap(&random, &foilRandom)
        if chance(0.1) {
            let content = foil()
            (layers[layer].content, layers[layer].blend) = (content, content.foil.kind.blend)
            // A foil has all levels: a gain of 80 would make one of them 80.
            layers[layer].effects = []
        }
        swap(&random, &foilRandom)
    }

    /// Lets an event start waves in some layers.
    private mutating func mayRipple(_ layer: Int) {
        swap(&random, &rippleRandom)
        if chance(0.15) { layers[layer].rippleTrigger = one(of: Trigger.allCases) }
        swap(&random, &rippleRandom)
    }

    private mutating func foil() -> FoilContent {
        let content = FoilContent(one(of: Foil.Kind.allCases), seed: count(1000))
        let values = FoilContent.Parameter.allCases.map { parameter in
            chance(0.6) ? value(of: parameter.kind) : parameter.defaultValue
        }
        return content.with(values)
    }

    private mutating func particles() -> ParticleContent {
        var emitter = Emitter(one(of: Emitter.Preset.allCases))
        emitter.seed = count(1000)
        emitter.origin = one(of: Emitter.Origin.allCases)
        emitter.down = one(of: Emitter.Down.allCases)
        emitter.shape = one(of: SpriteShape.allCases)
        emitter.isWarm = chance(0.8)
        emitter.shake = chance(0.5) ? number(0, 300) : 0
        emitter.bursts.append(Emitter.Burst(on: one(of: Trigger.allCases), count: count(50)))
        for parameter in Emitter.Parameter.allCases where chance(0.2) {
            emitter[parameter] = value(of: parameter.kind)
        }
        guard !pictures.isEmpty, chance(0.3) else { return ParticleContent(emitter) }
        return ParticleContent(emitter, picture: one(of: Array(pictures.indices)))
    }

    mutating func value(of driven: Driver.Parameter) -> Double {
        switch driven {
        case .property(let property): value(of: property)
        case .content(_, let kind), .shader(_, let kind): value(of: kind)
        }
    }

    private mutating func value(of kind: ParameterKind) -> Double {
        if case .property(let property) = kind { return value(of: property) }
        let usual: ClosedRange<Double> =
            switch kind {
            case .coordinate: -0.2...1.2
            case .radius: 0...2
            case .angle: -400...400
            case .red, .green, .blue, .alpha, .share: 0...1
            case .lensesPerInch: 5...100
            case .thickness: 0.2...3
            case .refractiveIndex: 1.3...1.7
            case .slant: chance(0.5) ? 0...0 : -20...20
            case .printedWidth: 50...200
            case .distance: 100...1000
            case .spot: 0...0.2
            case .sweep: 0...2
            case .length, .property, .uniform: 0...12
            case .printed: -90...90
            case .rate: 0...60
            case .lifetime: 0.2...3
            case .patternScale: 0.5...2
            }
        let range = (chance(outliers) ? -400...400 : usual).clamped(to: kind.range)
        return number(range.lowerBound, range.upperBound)
    }

    /// A value with which most layers are seen in a part of the card; an outlier is of any size.
    private mutating func value(of property: Property) -> Double {
        let usual: ClosedRange<Double> =
            switch property {
            case .opacity: 0.3...1
            case .atX, .atY, .anchorX, .anchorY: 0...1
            case .width, .height: 0.1...1
            case .scale, .scaleX, .scaleY: 0.4...1.5
            case .offsetX, .offsetY, .offsetZ, .anchorZ: -80...80
            case .radius: 0...60
            case .cropX, .cropY: 0...0.5
            case .cropWidth, .cropHeight: 0.2...1
            case .rotationX, .rotationY: -60...60
            case .perspective: 300...2000
            case .saturation, .gain, .contrast, .multiplyRed, .multiplyGreen, .multiplyBlue: 0...1.5
            case .brightness: -0.5...0.5
            case .grayscale, .invert, .shadowOpacity: 0...1
            case .shadowSpread: 0...0.7
            case .blur: chance(0.3) ? 0...20 : 0...0
            case .backdropBlur, .shadowRadius: 0...20
            default: -180...180
            }
        let range = (chance(outliers) ? -400...400 : usual).clamped(to: property.range)
        return number(range.lowerBound, range.upperBound)
    }

    /// Inputs in order of time, some at the same time, over so many seconds.
    public mutating func inputs(_ count: Int, over seconds: Double = 3) -> [Input] {
        let times = (0..<count).map { _ in (number(0, seconds) * 240).rounded() / 240 }.sorted()
        return times.map { Input(event(), at: $0) }
    }

    private mutating func event() -> Input.Event {
        let place = Point(x: number(0, Self.card.width), y: number(0, Self.card.height))
        switch Int(number(0, 9)) {
        case 0: return .tap(place)
        case 1: return .drag(place)
        case 2: return .key(one(of: [1, 5, 9]))
        case 3: return .shake
        case 4: return .pointer(Point(x: number(-1, 1), y: number(-1, 1)))
        default: return .tilts(tilts())
        }
    }

    public mutating func tilts() -> Tilts {
        var tilts = Tilts(
            card: number(-70, 70), aboutVertical: number(-40, 40),
            aboutHorizontal: number(-40, 40))
        (tilts.roll, tilts.pitch) = (number(-90, 90), number(-90, 90))
        tilts.turnRate = number(0, 300)
        (tilts.upX, tilts.upY) = (number(-0.7, 0.7), number(-0.7, 0.7))
        return tilts
    }
}
