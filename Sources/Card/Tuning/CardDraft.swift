internal import Platform
public import TOML

/// The text of a card.toml that is being changed, value by value, with the way back to each earlier one.
///
/// The file is only read and written by `CardDraft(file:)`, `save` and `readAgain`.
public struct CardDraft: Sendable {
    /// The path of the file.
    public let file: String
    /// The present text.
    public private(set) var document: TOMLDocument
    /// The file's text when it was read or saved the last time.
    private var saved: TOMLDocument
    private var done: [TextChange] = []
    private var undone: [TextChange] = []
    /// What the newest step belongs to: see `set`.
    private var gesture: Int?

    /// The draft of a file as it is.
    public init(file: String) throws(TOMLError) {
        (self.file, document) = (file, try TOMLDocument(file: file))
        saved = document
    }

    /// Whether `save` would change the file.
    public var isChanged: Bool { document.bytes != saved.bytes }
    public var canUndo: Bool { !done.isEmpty }
    public var canRedo: Bool { !undone.isEmpty }

    /// Changes one value, or adds one, as `TOMLDocument.set` does. Changes with the same number of a
    /// gesture, one after the other, are undone together.
    public mutating func set(_ edit: TOMLEdit, gesture: Int? = nil) throws(TOMLError) {
        var next = document
        try next.set(edit.path, to: edit.text, after: edit.before)
        guard next.bytes != document.bytes else { return }
        let isNewStep = take(next, joining: gesture != nil && gesture == self.gesture)
        // A gesture that came back to where it began has no step.
        self.gesture = isNewStep ? gesture : nil
    }

    /// The text of a value of the present document's table.
    public func text(of value: TOMLValue) -> String? { document.text(of: value) }

    /// Takes the newest step back.
    public mutating func undo() {
        guard let change = done.popLast() else { return }
        replace(by: change.inverse)
        undone.append(change)
    }

    /// Does the step again that was taken back last.
    public mutating func redo() {
        guard let change = undone.popLast() else { return }
        replace(by: change)
        done.append(change)
    }

    /// Goes back to the file's text. This is a step that can be undone.
    public mutating func revert() { take(saved, joining: false) }

    /// Reads the file again, and puts the changes since the last time into it: a step that can be undone.
    /// Gives those changes that touch what has been changed there, which the draft now has as the file has
    /// them: `set` brings them back.
    public mutating func readAgain() throws(TOMLError) -> [TOMLEdit] {
        let theirs = try TOMLDocument(file: file)
        guard theirs.bytes != saved.bytes else { return [] }
        let (merged, conflicts) = try theirs.merging(document, since: saved)
        saved = theirs
        take(merged, joining: false)
        return conflicts
    }

    /// Writes the text to the file. If the file was changed meanwhile, it reads it again first, and writes
    /// nothing if there are conflicts, which it gives.
    public mutating func save() throws -> [TOMLEdit] {
        let conflicts = try readAgain()
        guard conflicts.isEmpty else { return conflicts }
        guard isChanged else { return [] }
        let output = try OutputFile(file)
        try output.write(document.bytes)
        try output.finish()
        saved = document
        gesture = nil
        return []
    }

    /// Takes a text as a new step, or as a part of the newest one; gives whether that step changes anything.
    @discardableResult
    private mutating func take(_ next: TOMLDocument, joining: Bool) -> Bool {
        gesture = nil
        guard next.bytes != document.bytes else { return false }
        var before = document.bytes
        if joining, let last = done.popLast() { last.inverse.apply(to: &before) }
        undone = []
        document = next
        guard before != next.bytes else { return false }
        done.append(TextChange(from: before, to: next.bytes))
        return true
    }

    private mutating func replace(by change: TextChange) {
        var bytes = document.bytes
        change.apply(to: &bytes)
        // It was one before.
        if let earlier = try? TOMLDocument(bytes, file: file) { document = earlier }
        gesture = nil
    }
}

/// The one part of a text that differs from another text.
struct TextChange: Sendable, Equatable {
    let offset: Int
    let old, new: [UInt8]

    private init(offset: Int, old: [UInt8], new: [UInt8]) {
        (self.offset, self.old, self.new) = (offset, old, new)
    }

    init(from old: [UInt8], to new: [UInt8]) {
        let start = zip(old, new).prefix { $0 == $1 }.count
        let most = min(old.count, new.count) - start
        let end = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
        self.init(
            offset: start, old: Array(old[start..<old.count - end]),
            new: Array(new[start..<new.count - end]))
    }

    var inverse: TextChange { TextChange(offset: offset, old: new, new: old) }

    func apply(to text: inout [UInt8]) {
        text.replaceSubrange(offset..<offset + old.count, with: new)
    }
}
