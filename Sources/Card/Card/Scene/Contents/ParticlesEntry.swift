import Animation
import Geometry
import Paint
import Scene
import TOML

/// What a layer's `particles` says, with its other keys.
struct ParticlesEntry: ContentEntry {
    static let key = "particles"
    static let ownKeys = ["emitter", "seed"]

    /// The keys of `[layer.emitter]`.
    static let emitterKeys =
        numberKeys + [
            "burst", "from", "down", "shape", "picture", "colour", "cluster", "shake", "trail",
            "warm",
        ]

    /// Those of `Emitter.Parameter`, each once.
    private static let numberKeys = Emitter.Parameter.allCases.map(\.key).reduce(into: [String]()) {
        if $0.last != $1 { $0.append($1) }
    }

    private var emitter: Emitter
    private var picture: Card.Picture?
    /// In the order of `Emitter.Parameter`.
    private(set) var parameters: [ParameterEntry]

    init?(
        _ value: TOMLValue, _ keys: ContentKeys, in folder: PictureFolder, _ mistakes: Mistakes
    ) throws(TOMLError) {
        emitter = Emitter(try value.choice(Emitter.Preset.self))
        emitter.seed = try keys["seed"]?.seed() ?? 0
        parameters = emitter.numbers.map { ParameterEntry(value, constant: $0) }
        guard let table = try keys["emitter"]?.table() else { return }
        try table.refuseUnknown(Self.emitterKeys)
        try readNumbers(table)
        try readOthers(table)
        emitter.numbers = parameters.map(\.constant)
        guard let name = table["picture"] else { return }
        if let shape = table["shape"] {
            throw shape.error("does not go with picture: a particle shows one of them")
        }
        switch try folder.picture(name) {
        case .success(let picture): self.picture = picture
        case .failure(let error):
            mistakes.note(error, at: name.location)
            return nil
        }
        // Of the preset's colours only its own shape is.
        if table["colour"] == nil { emitter.colours = .choice([.white]) }
    }

    func content(in card: inout Card, of layer: LayerEntry) -> any LayerContent {
        ParticleContent(emitter, picture: picture.map { card.addPicture($0) })
    }

    private mutating func readNumbers(_ table: TOMLTable) throws(TOMLError) {
        for key in Self.numberKeys {
            guard let value = table[key] else { continue }
            let own = Emitter.Parameter.allCases.filter { $0.key == key }
            if key == "size" || key == "opacity", let life = try value.life() {
                try read(life, own)
            } else {
                try read(value, own)
            }
        }
    }

    /// Reads a number of each particle: one for all, or two between which it lies.
    private mutating func read(
        _ value: TOMLValue, _ own: [Emitter.Parameter]
    ) throws(TOMLError) {
        var given = [value, value]
        if own.count == 2, case .array = value.content {
            given = try value.pair("[least, most]")
        }
        for (parameter, value) in zip(own, given) {
            parameters[parameter.rawValue] = try ParameterEntry(
                value, of: .content(parameter.rawValue, parameter.kind))
        }
    }

    /// Reads a size or an opacity over the life.
    private mutating func read(
        _ table: TOMLTable, _ own: [Emitter.Parameter]
    ) throws(TOMLError) {
        try table.refuseUnknown(["life", "times"])
        let range = own[0].kind == .share ? 0...1.0 : 0...10_000
        let keys = try table["life"]?.lifeKeys(in: range)
        if own[0].kind == .share {
            emitter.opacityOverLife = keys
        } else {
            emitter.sizeOverLife = keys
        }
        var times = [1.0, 1.0]
        if let value = table["times"] {
            let factors = own[0].kind == .share ? 0...1 : 0...100.0
            times = try value.numbers("[least, most]", in: [factors, factors])
        }
        for (parameter, factor) in zip(own, times) {
            parameters[parameter.rawValue].constant = factor
        }
    }

    private mutating func readOthers(_ table: TOMLTable) throws(TOMLError) {
        emitter.origin = try table["from"]?.choice() ?? emitter.origin
        emitter.down = try table["down"]?.choice() ?? emitter.down
        emitter.shape = try table["shape"]?.choice() ?? emitter.shape
        emitter.cluster = try table["cluster"]?.integer(in: Self.counts) ?? emitter.cluster
        emitter.shake = try table["shake"]?.number(in: 0...10_000) ?? emitter.shake
        emitter.trail = try table["trail"]?.number(in: 0...10) ?? emitter.trail
        emitter.isWarm = try table["warm"]?.boolean() ?? emitter.isWarm
        if let value = table["colour"] { emitter.colours = try value.particleColours() }
        guard let value = table["burst"] else { return }
        emitter.bursts = []
        let tables = try value.tables()
        guard tables.count <= Emitter.mostBursts else {
            throw value.error(
                "has \(tables.count) tables; \(Emitter.mostBursts) are the most")
        }
        for table in tables {
            try table.refuseUnknown(["on", "count"])
            guard let event = table["on"] else { throw table.error("needs on: an event") }
            guard let count = table["count"] else { throw table.error("needs count") }
            emitter.bursts.append(
                Emitter.Burst(
                    on: try event.choice(), count: try count.integer(in: Self.counts)))
        }
    }

    private static let counts = 1...ParticleContent.mostParticles
}

extension TOMLValue {
    /// Its table if it says what happens over a life; nil for other values.
    fileprivate func life() throws(TOMLError) -> TOMLTable? {
        guard case .table(let table) = content, table["life"] != nil else { return nil }
        return table
    }

    /// Pairs of a share of a life and a value of `read` there, the shares in ascending order.
    private func overLife<Value>(
        _ read: (TOMLValue) throws(TOMLError) -> Value
    ) throws(TOMLError) -> [(share: Double, value: Value)] {
        var keys: [(share: Double, value: Value)] = []
        for value in try list(atLeast: 1) {
            let pair = try value.pair("[share of the life, value]")
            let share = try pair[0].number(in: 0...1)
            if let last = keys.last, share <= last.share {
                throw pair[0].error("must be larger than the share before it")
            }
            keys.append((share, try read(pair[1])))
        }
        return keys
    }

    fileprivate func lifeKeys(in range: ClosedRange<Double>) throws(TOMLError) -> Keys {
        let keys = try overLife { value throws(TOMLError) in try value.number(in: range) }
        do throws(AnimationError) {
            return try Keys(keys.map { ($0.share, $0.value) })
        } catch {
            throw self.error("\(error)")
        }
    }

    /// A colour, a list of colours, or one that changes over the life.
    fileprivate func particleColours() throws(TOMLError) -> Emitter.Colours {
        switch content {
        case .table(let table):
            try table.refuseUnknown(["life"])
            guard let life = table["life"] else { throw table.error("needs life") }
            let stops = try life.overLife { value throws(TOMLError) in try value.colour() }
            return .life(stops.map { Emitter.Colours.Stop($0.share, $0.value) })
        case .array:
            var colours: [Colour] = []
            for value in try list(atLeast: 1) { colours.append(try value.colour()) }
            return .choice(colours)
        default: return .choice([try colour()])
        }
    }
}
