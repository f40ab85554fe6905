import Animation
import Geometry
import Platform
import Scene
import TOML

/// Reads the layers of a card.toml of format 2.
struct SceneReader {
    let folder: PictureFolder
    let mistakes: Mistakes

    /// The card's lens, if it has one, then the layers in the file's order, each with its style.
    func layers(_ table: TOMLTable) -> [LayerEntry] {
        let lens = table.only(["lens"])
        guard !lens.entries.isEmpty else { return ownLayers(table) }
        var lowest = LayerEntry(lens, keys: ["lens"], mistakes)
        lowest.readContent(in: folder, mistakes)
        return [lowest] + (table["layer"] == nil ? [] : ownLayers(table))
    }

    private func ownLayers(_ table: TOMLTable) -> [LayerEntry] {
        var styles = styles(table["style"])
        guard let value = table["layer"] else {
            mistakes.note(TOMLError(table.beginning, "there is nothing to show: add a [[layer]]"))
            return []
        }
        let tables = mistakes.read(value) { value throws(TOMLError) in
            let tables = try value.array()
            guard tables.count <= Card.mostLayers else {
                throw value.error("has \(tables.count) tables; \(Card.mostLayers) are the most")
            }
            return tables
        }
        let layers = (tables ?? []).compactMap { value in
            mistakes.read(value) { value throws(TOMLError) in try value.table() }
        }
        readContents(of: &styles, for: layers)
        var names: Set<String> = []
        return layers.map { layer($0.calledByName(among: &names), styles) }
    }

    /// Reads once what each style shows, but not of those that are only used with keys of their layers.
    private func readContents(
        of styles: inout [String: LayerEntry?], for layers: [TOMLTable]
    ) {
        let users = Dictionary(grouping: layers) { try? $0["style"]?.string() }
        for name in styles.keys.sorted() {
            let tables = users[name] ?? []
            guard tables.isEmpty || tables.contains(where: { !LayerEntry.saysContent($0) }) else {
                continue
            }
            var style = styles[name] ?? nil
            style?.readContent(in: folder, mistakes)
            styles[name] = .some(style)
        }
    }

    /// The styles by their names; nil for one that is no table.
    private func styles(_ value: TOMLValue?) -> [String: LayerEntry?] {
        let table = mistakes.read(value) { value throws(TOMLError) in try value.table() }
        var styles: [String: LayerEntry?] = [:]
        for entry in table?.entries ?? [] {
            let style = mistakes.read(entry.value) { value throws(TOMLError) in try value.table() }
            styles[entry.key] = .some(
                style.map {
                    LayerEntry($0, keys: LayerEntry.sharedKeys, mistakes)
                })
        }
        return styles
    }

    private func layer(_ table: TOMLTable, _ styles: [String: LayerEntry?]) -> LayerEntry {
        let layer = LayerEntry(table, keys: LayerEntry.keys, mistakes)
        let name = mistakes.read(table["style"]) { value throws(TOMLError) in
            let name = try value.string()
            if styles[name] != nil { return name }
            let near = mistakes.mayAdvise ? nearest(to: name, of: styles.keys.sorted()) : nil
            throw value.error(
                "is \(name.quotedShort), and there is no [style.\(name.printable)]"
                    + (near.map { "; the nearest is \($0.quotedShort)" } ?? ""))
        }
        let style = name.flatMap { styles[$0] ?? nil }
        var styled = style.map(layer.styled) ?? layer
        if let style, !LayerEntry.saysContent(table) {
            styled.takeContent(of: style)
        } else {
            styled.readContent(in: folder, mistakes)
        }
        styled.readShader(in: folder, mistakes)
        // Nobody knows what a layer shows whose style cannot be read.
        if style == nil, table["style"] != nil { styled.namesContent = true }
        for kind in LayerEntry.contentKinds { kind.check(styled, in: table, mistakes) }
        refuseOwnKeys(of: styled, in: table)
        if styled.namesContent { refuseGroupKeys(table) }
        return styled
    }

    /// Notes the keys that only another kind of content has. What cannot be read may be of any kind.
    private func refuseOwnKeys(of layer: LayerEntry, in table: TOMLTable) {
        guard layer.content != nil || !layer.namesContent else { return }
        for entry in table.entries {
            guard let kinds = LayerEntry.kindsOfOwnKey[entry.key],
                layer.content.map({ !kinds.contains(type(of: $0).key) }) ?? true
            else { continue }
            let names = kinds.joined(separator: " or ")
            mistakes.note(
                TOMLError(entry.location, "\(entry.value.name) is for a layer with \(names)"))
        }
    }

    /// Notes the keys that only a group has.
    private func refuseGroupKeys(_ table: TOMLTable) {
        for entry in table.entries
        where ["clip", "isolated"].contains(entry.key) && entry.value.content == .boolean(true) {
            mistakes.note(
                TOMLError(
                    entry.location,
                    "\(entry.value.name) is for groups, and this layer shows something itself"))
        }
    }
}

extension TOMLTable {
    /// This table of a layer, which messages then call by the layer's name. The table is unchanged
    /// if the layer has no name, or an earlier layer has the same one.
    fileprivate func calledByName(among names: inout Set<String>) -> TOMLTable {
        guard case .string(let name) = self["name"]?.content, !name.isEmpty,
            names.insert(name).inserted
        else { return self }
        return named("layer \(name.quotedShort)")
    }

    /// The first character of the file in which this table is.
    var beginning: TOMLLocation { TOMLLocation(file: location.file, line: 1, column: 1) }
}
