import Animation
import Geometry
import Motion
import Platform
import Scene
import TOML

// card.toml of format 2.
extension Card {
    /// The largest numbers of a card's layers, of its drivers, and of the values in a list.
    static let (mostLayers, mostDrivers, mostListed) = (1000, 5000, 1000)
    /// How many layers may have a shader of the card's own.
    static let mostShaders = 16
    /// How many groups may be one inside the other, and how many of them with `clip`.
    static let (deepestGroups, deepestClips) = (16, 4)
    /// How many layers a frame may have, with each copy of a layer for a shadow or a mask.
    static let mostDrawn = 5000
    /// How many groups and masks may be one inside the other. A compositor draws groups up to 100
    /// deep; a frame needs some of them for shadows, blurs and the surround.
    static let deepestNesting = 64
    /// The range of the numbers that a card may give for a signal.
    static let signalRange = -100_000.0...100_000

    static let format2Keys = [
        "format", "needs", "name", "author", "size", "tilt", "parallax", "surround", "lens",
        "listed", "style", "layer",
    ]
    static let parallaxKeys = ["points", "degrees"]

    /// Reads the values of a card.toml of format 2; its pictures are in `folder`.
    mutating func readFormat2(_ table: TOMLTable, folder: String) throws(CardError) {
        let mistakes = Mistakes()
        let newerProgramError = Self.newerProgramError(table["needs"], mistakes)
        mistakes.noteUnknown(table, known: Self.format2Keys)
        name =
            mistakes.read(table["name"]) { value throws(TOMLError) in try value.plainString() }
            ?? name
        author = mistakes.read(table["author"]) { value throws(TOMLError) in
            try value.plainString()
        }
        size = mistakes.read(table["size"], Size.init)
        tilt =
            mistakes.read(table["tilt"]) { value throws(TOMLError) in
                try TiltOverrides(value.table())
            } ?? TiltOverrides()
        parallax =
            mistakes.read(table["parallax"]) { value throws(TOMLError) in
                try Scene.Parallax(value.table())
            } ?? Scene.Parallax()
        surround = mistakes.read(table["surround"], Scene.Surround.init) ?? .black
        _ = mistakes.read(table["listed"]) { value throws(TOMLError) in try value.boolean() }
        let reader = SceneReader(folder: PictureFolder(path: folder), mistakes: mistakes)
        setLayers(of: reader.layers(table), mistakes)
        if table["lens"] != nil {
            fileIndices = fileIndices.map { $0 == 0 ? nil : $0.map { $0 - 1 } }
        }
        tilt.axis = tilt.axis ?? lensAxis
        if size == nil, pictures.isEmpty, mistakes.isEmpty {
            mistakes.note(
                TOMLError(table.beginning, "needs size = [width, height]: no layer shows a picture")
            )
        }
        try mistakes.check(newerProgramError: newerProgramError)
    }

    /// The error for a card that needs a newer program; nil if this program is new enough.
    private static func newerProgramError(
        _ value: TOMLValue?, _ mistakes: Mistakes
    ) -> CardError? {
        mistakes.read(value) { value throws(TOMLError) in
            let needed = try value.string()
            guard let wanted = versionNumbers(needed), let own = versionNumbers(programVersion)
            else {
                throw value.error("is \(needed.quotedShort), but must be a version, as \"0.3\"")
            }
            guard own.lexicographicallyPrecedes(wanted) else { return nil }
            return CardError(
                value.error(
                    "lenticule \(needed), and this is \(programVersion): install a newer one")
            )
        } ?? nil
    }

    /// The numbers of a version, without zeros at the end; nil if the text is no version.
    private static func versionNumbers(_ text: String) -> [Int]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
        }
        guard numbers.count == parts.count, parts.count <= 4 else { return nil }
        return Array(numbers.reversed().drop { $0 == 0 }.reversed())
    }

    private mutating func setLayers(of entries: [LayerEntry], _ mistakes: Mistakes) {
        let tree = LayerTree(entries, mistakes)
        if let excess = entries.filter({ $0.shader != nil }).dropFirst(Self.mostShaders).first {
            mistakes.note(
                excess.table.error(
                    "has a shader too many: \(Self.mostShaders) layers are the most with one"))
        }
        for (position, fileIndex) in tree.sorted.enumerated() {
            fileIndices.append(fileIndex)
            append(
                entries[fileIndex], parent: tree.parents[position], count: tree.counts[position],
                mask: tree.masks[position], mistakes)
            if drivers.count > Self.mostDrivers {
                mistakes.note(
                    entries[fileIndex].table.error(
                        "is too much: with it the card has more than \(Self.mostDrivers) drivers"))
                break
            }
        }
    }

    private mutating func append(
        _ entry: LayerEntry, parent: Int?, count: Int, mask: Scene.Layer.Mask?, _ mistakes: Mistakes
    ) {
        let index = layers.count
        let content = entry.content?.content(in: &self, of: entry) ?? GroupContent(count: count)
        var layer = Scene.Layer(content, name: entry.name, parent: parent)
        layer.clips = entry.clips ?? false
        layer.bleeds = entry.bleeds ?? false
        layer.effects = entry.effects
        layer.blend = entry.blendMode
        layer.shadow = entry.shadowColour
        layer.hasOpaqueBlur = entry.hasOpaqueBlur ?? false
        layer.isIsolated = entry.isIsolated ?? false
        layer.rippleTrigger = entry.rippleTrigger
        layer.shader = entry.shader?.shader(in: &self)
        layer.mask = mask
        var ranges = LayerTextRanges(location: entry.table.location)
        var own: [Driver] = []
        func add(_ given: ParameterEntry, of parameter: Driver.Parameter) {
            for driver in given.drivers {
                own.append(Driver(layer: index, parameter, driver.kind))
                driverTextRanges.append(driver.textRange)
            }
        }
        for property in Property.allCases {
            guard let given = entry.properties[property] else { continue }
            layer[property] = given.constant
            ranges.properties[property] = given.textRange
            add(given, of: .property(property))
        }
        for (parameterIndex, (kind, given)) in zip(
            content.parameterKinds, entry.content?.parameters ?? []
        ).enumerated() {
            ranges.content.append(given.textRange)
            add(given, of: .content(parameterIndex, kind))
        }
        for (index, (kind, given)) in zip(
            layer.shader?.parameterKinds ?? [], entry.shader?.parameters ?? []
        ).enumerated() {
            add(given, of: .shader(index, kind))
        }
        if let level = entry.level { layer[.opacity] *= level.opacity }
        if entry.hasNaturalSize == true { naturalLayers.append(index) }
        layers.append(layer)
        layerTextRanges.append(ranges)
        drivers += own.withTimelines
    }
}

extension Scene.Parallax {
    fileprivate init(_ table: TOMLTable) throws(TOMLError) {
        try table.refuseUnknown(Card.parallaxKeys)
        self.init()
        points = try table["points"]?.number(in: -10_000...10_000) ?? points
        degrees = try table["degrees"]?.number(in: 1...180) ?? degrees
    }
}

/// What identifies a timeline: the tracks of one layer for which all these values are equal run
/// together.
private struct Timeline: Hashable {
    var trigger: Trigger?
    var repeats = false
    var signal: Signal?
    var range: ClosedRange<Double>?
}

extension Driver.Kind {
    /// The timeline to which a track belongs; nil for what has no track.
    fileprivate var timeline: (key: Timeline, duration: Double)? {
        switch self {
        case .run(let trigger, let track, _, let repeats):
            (Timeline(trigger: trigger, repeats: repeats), track.duration)
        case .scrub(let signal, _, let range, let track, _):
            (Timeline(signal: signal, range: range), track.duration)
        case .follow, .phases, .steps, .transition: nil
        }
    }

    /// The same in a timeline that lasts `seconds`.
    fileprivate func lasting(_ seconds: Double) -> Self {
        switch self {
        case .run(let trigger, let track, _, let repeats):
            .run(trigger, track, timelineDuration: seconds, repeats: repeats)
        case .scrub(let signal, let conversion, let range, let track, _):
            .scrub(signal, conversion, range, track, timelineDuration: seconds)
        case .follow, .phases, .steps, .transition: self
        }
    }
}

extension [Driver] {
    /// The drivers of one layer, each track in a timeline as long as the longest track in it.
    var withTimelines: [Driver] {
        var longest: [Timeline: Double] = [:]
        for case (let key, let duration)? in map(\.kind.timeline) {
            longest[key] = Swift.max(longest[key] ?? 0, duration)
        }
        return map { driver in
            guard let (key, duration) = driver.kind.timeline else { return driver }
            var driver = driver
            driver.kind = driver.kind.lasting(longest[key] ?? duration)
            return driver
        }
    }
}
