import Geometry
import Paint
import Scene
import TOML

/// The layers of a card in their order, each after the group that it belongs to.
struct LayerTree {
    /// The layers' indices in the file, from the lowest to the topmost.
    private(set) var sorted: [Int] = []
    /// For each position of `sorted`: the position of the group; nil for the card.
    private(set) var parents: [Int?] = []
    /// For each position of `sorted`: how many layers the group holds, with those in its groups.
    private(set) var counts: [Int] = []
    /// For each position of `sorted`: what masks the layer.
    private(set) var masks: [Scene.Layer.Mask?] = []

    /// The layers in the file's order. For each of them: the index of its group in the file, and
    /// its mask, whose `layer` is an index in the file.
    private let layers: [LayerEntry]
    private var groups: [Int?]
    private var masksInFile: [Scene.Layer.Mask?]

    /// Builds the tree, and notes its mistakes. If a group lies in itself, the tree stays empty.
    init(_ layers: [LayerEntry], _ mistakes: Mistakes) {
        self.layers = layers
        groups = Array(repeating: nil, count: layers.count)
        masksInFile = Array(repeating: nil, count: layers.count)
        let fileIndices = fileIndices(mistakes)
        findGroups(fileIndices, mistakes)
        if noteCycles(mistakes) { return }
        findMasks(fileIndices, mistakes)
        checkDepths(mistakes)
        checkFrame(mistakes)
        checkEmpty(mistakes)
        sort()
    }

    /// The layers' indices in the file by their names.
    private func fileIndices(_ mistakes: Mistakes) -> [String: Int] {
        var fileIndices: [String: Int] = [:]
        for (fileIndex, layer) in layers.enumerated() {
            guard let name = layer.name else { continue }
            if let first = fileIndices[name], let value = layer.table["name"] {
                let line = layers[first].table.location.line
                mistakes.note(
                    value.error("is \(name.quotedShort), as that of the layer in line \(line)"))
            } else {
                fileIndices[name] = fileIndex
            }
        }
        return fileIndices
    }

    /// Finds the group that each layer names.
    private mutating func findGroups(_ fileIndices: [String: Int], _ mistakes: Mistakes) {
        for (fileIndex, layer) in layers.enumerated() {
            groups[fileIndex] = mistakes.read(layer.table["in"]) { value throws(TOMLError) in
                try self.fileIndex(ofGroup: value, fileIndices, mayAdvise: mistakes.mayAdvise)
            }
        }
    }

    private func fileIndex(
        ofGroup value: TOMLValue, _ fileIndices: [String: Int], mayAdvise: Bool
    ) throws(TOMLError) -> Int {
        let fileIndex = try self.fileIndex(ofLayer: value, fileIndices, mayAdvise: mayAdvise)
        guard !layers[fileIndex].namesContent else {
            throw value.error(
                "is \(name(of: fileIndex)), which shows something itself: only a layer without "
                    + "\(LayerEntry.contentKeys(joinedBy: "and")) is a group")
        }
        return fileIndex
    }

    /// The index in the file of the layer with a name.
    private func fileIndex(
        ofLayer value: TOMLValue, _ fileIndices: [String: Int], mayAdvise: Bool
    ) throws(TOMLError) -> Int {
        let name = try value.string()
        if let fileIndex = fileIndices[name] { return fileIndex }
        let near = mayAdvise ? nearest(to: name, of: layers.compactMap(\.name)) : nil
        throw value.error(
            "is \(name.quotedShort), and no layer has this name"
                + (near.map { "; the nearest is \($0.quotedShort)" } ?? advice(onMask: value)))
    }

    /// A picture's name where a mask's stands was probably meant as the mask.
    private func advice(onMask value: TOMLValue) -> String {
        guard value.name.hasSuffix("mask"), case .string(let name) = value.content,
            name.contains(".")
        else { return "" }
        return ": give the picture a layer with a name, and name that layer here"
    }

    private func name(of fileIndex: Int) -> String { (layers[fileIndex].name ?? "").quotedShort }

    /// Notes one mistake for each circle of groups, at its first group in the file. Returns whether
    /// there is a circle.
    private func noteCycles(_ mistakes: Mistakes) -> Bool {
        // For each layer: 0 if it was not visited, else 1 plus the index of the layer at which the
        // walk that visited it began.
        var seen = Array(repeating: 0, count: layers.count)
        var hasCycle = false
        for start in layers.indices where seen[start] == 0 {
            var fileIndex: Int? = start
            while let at = fileIndex, seen[at] == 0 {
                seen[at] = start + 1
                fileIndex = groups[at]
            }
            guard let at = fileIndex, seen[at] == start + 1 else { continue }
            hasCycle = true
            note(cycleFrom: at, mistakes)
        }
        return hasCycle
    }

    private func note(cycleFrom start: Int, _ mistakes: Mistakes) {
        var circle = [start]
        while let next = groups[circle[circle.count - 1]], next != start { circle.append(next) }
        guard let first = circle.min(), let value = layers[first].table["in"] else { return }
        let begin = circle.firstIndex(of: first) ?? 0
        let names = (circle[begin...] + circle[..<begin] + [first]).map(name(of:))
        let shown = names.count > 6 ? names.prefix(4) + ["..."] + names.suffix(1) : names[...]
        mistakes.note(
            value.error("puts a group into itself: " + shown.joined(separator: " in ")))
    }

    private func checkDepths(_ mistakes: Mistakes) {
        for (fileIndex, layer) in layers.enumerated() {
            guard let value = layer.table["in"] else { continue }
            var (depth, clips) = (0, layer.clips == true ? 1 : 0)
            var turned = layer.leavesPlane ? 1 : 0
            var group = groups[fileIndex]
            while let at = group {
                depth += 1
                clips += layers[at].clips == true ? 1 : 0
                turned += layers[at].leavesPlane ? 1 : 0
                group = groups[at]
            }
            // Layers that lie deeper are not noted: they have the same mistake.
            if depth == Card.deepestGroups + 1 {
                mistakes.note(
                    value.error(
                        "puts it into \(depth) groups, one inside the other; "
                            + "\(Card.deepestGroups) are the most"))
            }
            if clips == Card.deepestClips + 1, layer.clips == true {
                mistakes.note(
                    value.error(
                        "puts \(clips) groups with clip one inside the other; "
                            + "\(Card.deepestClips) are the most"))
            }
            if turned == HalfPlanes.most + 1, layer.leavesPlane {
                mistakes.note(
                    value.error(
                        "puts \(turned) layers that are turned in space one inside the other; "
                            + "\(HalfPlanes.most) are the most"))
            }
        }
    }

    /// Whether the layer has no `in`, or one that names a group.
    private func hasKnownPlace(_ fileIndex: Int) -> Bool {
        groups[fileIndex] != nil || layers[fileIndex].table["in"] == nil
    }

    private func checkEmpty(_ mistakes: Mistakes) {
        let filled = Set(groups.compactMap { $0 })
        // If an `in` names no known layer, named groups are not called empty: the `in` may mean one
        // of them.
        let isComplete = layers.indices.allSatisfy(hasKnownPlace)
        for (fileIndex, layer) in layers.enumerated()
        where !layer.namesContent && !filled.contains(fileIndex)
            && (isComplete || layer.name == nil)
        {
            let advice = layer.name.map { "in = \($0.quotedShort)" } ?? "a name and in = that name"
            mistakes.note(
                layer.table.error(
                    "has nothing to show: give \(LayerEntry.contentKeys(joinedBy: "or")), or put "
                        + "layers in it with \(advice)"
                ))
        }
    }

    /// The layers of each group, and of the card, as in the file.
    private var members: [Int?: [Int]] { Dictionary(grouping: layers.indices) { groups[$0] } }

    /// Puts the layers into their order: siblings by `order`, then as in the file.
    private mutating func sort() {
        var positions = Array(repeating: 0, count: layers.count)
        append(membersOf: nil, at: nil, members, &positions)
        masks = sorted.map { fileIndex in
            masksInFile[fileIndex].map { .init(layer: positions[$0.layer], kind: $0.kind) }
        }
    }

    /// Appends the members of a group, each with the layers in it, to `sorted`. `parent` is the
    /// group's position.
    private mutating func append(
        membersOf group: Int?, at parent: Int?, _ members: [Int?: [Int]], _ positions: inout [Int]
    ) {
        let siblings = (members[group] ?? []).sorted {
            (layers[$0].order ?? 0, $0) < (layers[$1].order ?? 0, $1)
        }
        for fileIndex in siblings {
            let position = sorted.count
            sorted.append(fileIndex)
            positions[fileIndex] = position
            parents.append(parent)
            counts.append(0)
            append(membersOf: fileIndex, at: position, members, &positions)
            counts[position] = sorted.count - position - 1
        }
    }
}

// Masks.
extension LayerTree {
    private static let maskKeys = [("mask", MaskKind.alpha), ("luminance-mask", .luminance)]

    /// Finds the mask that each layer names.
    private mutating func findMasks(_ fileIndices: [String: Int], _ mistakes: Mistakes) {
        for (fileIndex, layer) in layers.enumerated() {
            let given = Self.maskKeys.filter { layer.table[$0.0] != nil }
            if given.count > 1, let value = layer.table["luminance-mask"] {
                mistakes.note(value.error("does not go with mask: give one of them"))
            }
            guard let (key, kind) = given.first else { continue }
            let mask = mistakes.read(layer.table[key]) { value throws(TOMLError) in
                try self.fileIndex(
                    ofMask: value, for: fileIndex, fileIndices, mayAdvise: mistakes.mayAdvise)
            }
            masksInFile[fileIndex] = (mask ?? nil).map { Scene.Layer.Mask(layer: $0, kind: kind) }
        }
    }

    /// The index in the file of the layer that `value` names as the mask of `layer`. Throws if
    /// there is none, if it is in another group, or if `layer` would mask itself, directly or
    /// through other masks. Nil if the `in` of one of them could not be read.
    private func fileIndex(
        ofMask value: TOMLValue, for layer: Int, _ fileIndices: [String: Int], mayAdvise: Bool
    ) throws(TOMLError) -> Int? {
        let mask = try self.fileIndex(ofLayer: value, fileIndices, mayAdvise: mayAdvise)
        var chain = [layer, mask]
        while let next = masksInFile[chain[chain.count - 1]]?.layer, !chain.contains(next) {
            chain.append(next)
        }
        if chain[chain.count - 1] == layer || masksInFile[chain[chain.count - 1]]?.layer == layer {
            throw value.error("masks a layer with itself")
        }
        guard hasKnownPlace(mask), hasKnownPlace(layer) else { return nil }
        guard groups[mask] == groups[layer] else {
            throw value.error(
                "is \(name(of: mask)), which is not in the same group: a mask stands beside the layer"
            )
        }
        return mask
    }
}

// What a frame of the card takes.
extension LayerTree {
    /// What drawing a layer takes at most, without its shadow.
    private struct Cost {
        /// The layers that are drawn; at most one more than the limit is counted.
        var drawnLayers = 1
        /// How many groups and masks are one inside the other.
        var depth = 0
    }

    /// Notes the layer with which the card has too many layers to draw, and those whose masks are
    /// nested too deeply.
    private func checkFrame(_ mistakes: Mistakes) {
        let (members, masks) = (members, Set(masksInFile.compactMap { $0?.layer }))
        var costs: [Int: Cost] = [:]
        var drawn = 0
        for fileIndex in members[nil] ?? [] where !masks.contains(fileIndex) {
            let before = drawn
            drawn += copies(of: fileIndex) * cost(of: fileIndex, members, masks, &costs).drawnLayers
            guard before <= Card.mostDrawn, drawn > Card.mostDrawn else { continue }
            mistakes.note(
                layers[fileIndex].table.error(
                    "is too much: with it the card has more than \(Card.mostDrawn) layers to draw, "
                        + "with a copy for each shadow and mask; give fewer groups a shadow, or "
                        + "mask a group instead of its layers"))
        }
        // Only the innermost layers with this mistake are noted: the groups around such a layer,
        // and a layer that it masks, have the same mistake. They are noted in the order of the
        // file, because only the first mistakes are kept.
        for (fileIndex, cost) in costs.sorted(by: { $0.key < $1.key })
        where cost.depth > Card.deepestNesting {
            let mask = masksInFile[fileIndex]?.layer
            let parts = (members[fileIndex] ?? []) + [mask].compactMap { $0 }
            if parts.contains(where: { costs[$0]?.depth ?? 0 > Card.deepestNesting }) { continue }
            mistakes.note(
                layers[fileIndex].table.error(
                    "has \(cost.depth) groups and masks, one inside the other; "
                        + "\(Card.deepestNesting) are the most: mask fewer masks"))
        }
    }

    private func copies(of fileIndex: Int) -> Int { layers[fileIndex].shadowColour == nil ? 1 : 2 }

    /// `costs` keeps the costs that were computed.
    private func cost(
        of fileIndex: Int, _ members: [Int?: [Int]], _ masks: Set<Int>, _ costs: inout [Int: Cost]
    ) -> Cost {
        if let known = costs[fileIndex] { return known }
        var cost = Cost()
        for member in members[fileIndex] ?? [] where !masks.contains(member) {
            let own = self.cost(of: member, members, masks, &costs)
            cost.drawnLayers += copies(of: member) * own.drawnLayers
            cost.depth = max(cost.depth, own.depth + 1)
        }
        if let mask = masksInFile[fileIndex]?.layer {
            let own = self.cost(of: mask, members, masks, &costs)
            cost.drawnLayers += own.drawnLayers
            cost.depth = max(cost.depth, own.depth) + 1
        }
        cost.drawnLayers = min(cost.drawnLayers, Card.mostDrawn + 1)
        costs[fileIndex] = cost
        return cost
    }
}
