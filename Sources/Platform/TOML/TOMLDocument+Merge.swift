/// A value with another text, or a new key with its value.
public struct TOMLEdit: Sendable, Equatable {
    public var path: TOMLPath
    public var text: String
    /// For a new key: those after which it comes.
    public var before: [String]

    public init(_ path: TOMLPath, _ text: String, after before: [String] = []) {
        (self.path, self.text, self.before) = (path, text, before)
    }
}

// Two people's changes of one document.
extension TOMLDocument {
    /// The edits that lead from `old` to what this document means, in the document's order, each as small as
    /// possible. What `old` alone has is not mentioned.
    public func edits(since old: TOMLDocument) throws(TOMLError) -> [TOMLEdit] {
        var finder = EditFinder(old: old, new: self)
        finder.compare(try old.table(), try table(), at: TOMLPath())
        return finder.edits
    }

    /// This document with the changes that led from `old` to `other` as well.
    ///
    /// A table in a list is found again by its `name`, or by all it says, so that others may come before it.
    /// What both have changed differently stays as it is here, and is among the conflicts.
    public func merging(
        _ other: TOMLDocument, since old: TOMLDocument
    ) throws(TOMLError) -> (merged: TOMLDocument, conflicts: [TOMLEdit]) {
        var (merged, conflicts) = (self, [TOMLEdit]())
        let (before, own) = (try old.table(), try table())
        for edit in try other.edits(since: old) {
            guard let path = edit.path.found(in: own, as: before) else {
                conflicts.append(edit)
                continue
            }
            let (theirs, mine) = (before[edit.path], own[path])
            let isSame = mine.flatMap(text(of:)) == edit.text
            if isSame { continue }
            do throws(TOMLError) {
                guard theirs.flatMap(old.text(of:)) == mine.flatMap(text(of:)) else {
                    throw TOMLError(TOMLLocation(file: file), "both have changed \(path)")
                }
                try merged.set(path, to: edit.text, after: edit.before)
            } catch {
                conflicts.append(TOMLEdit(path, edit.text, after: edit.before))
            }
        }
        return (merged, conflicts)
    }
}

/// Compares two documents.
private struct EditFinder {
    let old, new: TOMLDocument
    var edits: [TOMLEdit] = []

    mutating func compare(_ one: TOMLTable, _ two: TOMLTable, at path: TOMLPath) {
        for (index, entry) in two.entries.enumerated() {
            let place = path.appending(.key(entry.key))
            if let value = one[entry.key] {
                compare(value, entry.value, at: place)
            } else if let text = new.text(of: entry.value) {
                edits.append(TOMLEdit(place, text, after: two.entries[..<index].map(\.key)))
            } else if case .table(let added) = entry.value.content {
                let none = TOMLTable(entries: [], name: added.name, location: added.location)
                compare(none, added, at: place)
            }
        }
    }

    private mutating func compare(_ one: TOMLValue, _ two: TOMLValue, at path: TOMLPath) {
        let text = new.text(of: two)
        if let text, text == old.text(of: one) { return }
        switch (one.content, two.content) {
        case (.table(let one), .table(let two)) where one.isPart(of: two):
            compare(one, two, at: path)
        case (.array(let one), .array(let two)) where one.count == two.count:
            for (index, pair) in zip(one, two).enumerated() {
                compare(pair.0, pair.1, at: path.appending(.index(index)))
            }
        default: if let text { edits.append(TOMLEdit(path, text)) }
        }
    }
}

extension TOMLTable {
    /// Whether another table has all of its keys.
    fileprivate func isPart(of other: TOMLTable) -> Bool {
        entries.allSatisfy { other[$0.key] != nil }
    }
}

extension TOMLPath {
    /// The same place in another document, in which lists of tables may have more or fewer members; nil if
    /// what contains it is not there.
    fileprivate func found(in own: TOMLTable, as before: TOMLTable) -> TOMLPath? {
        var (path, old) = (TOMLPath(), TOMLPath())
        for (number, step) in steps.enumerated() {
            var step = step
            if case .index(let index) = step, let member = before[old.appending(step)] {
                guard case .array(let members)? = own[path]?.content else { return nil }
                guard let found = members.index(of: member, first: index) else { return nil }
                step = .index(found)
            }
            old.steps.append(steps[number])
            path.steps.append(step)
        }
        return path
    }
}

extension [TOMLValue] {
    /// Where a member of an older list is: for a table with a name, the table with the same name; else what
    /// means the same, or what stands at the same place if the lists may be the same.
    fileprivate func index(of old: TOMLValue, first index: Int) -> Int? {
        guard case .table(let table) = old.content else {
            return indices.contains(index) ? index : nil
        }
        if let name = table["name"] {
            let named = indices.filter { at in
                if case .table(let own) = self[at].content {
                    own["name"].map { $0.means(name) } ?? false
                } else {
                    false
                }
            }
            if named.count == 1 { return named[0] }
        }
        if indices.contains(index), self[index].means(old) { return index }
        let same = indices.filter { self[$0].means(old) }
        if same.count == 1 { return same[0] }
        return indices.contains(index) ? index : nil
    }
}
