import Foundation
import TOML
import TestSupport
import Testing
import Tuning

@Suite struct CardDraftTests {
    private let folder = TemporaryFolder()
    private let text = """
        format = 2  # a card
        size = [400, 300]

        [[layer]]
        name = "sky"
        colour = "#024"   # night
        opacity = 0.5

        [[layer]]
        name = "moon"
        colour = "#ffc"
        at = [0.3, 0.2]

        """

    private var path: String { folder.file("card.toml").path }

    private func draft() throws -> CardDraft {
        try write(text)
        return try CardDraft(file: path)
    }

    private func write(_ text: String) throws {
        try text.write(toFile: path, atomically: false, encoding: .utf8)
    }

    private func file() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private func text(of draft: CardDraft) -> String {
        String(decoding: draft.document.bytes, as: UTF8.self)
    }

    private func opacity(_ text: String) -> TOMLEdit { TOMLEdit(["layer", 0, "opacity"], text) }

    @Test func `a change is saved, and only it`() throws {
        var draft = try draft()
        #expect(!draft.isChanged && !draft.canUndo)
        try draft.set(opacity("0.75"))
        try draft.set(TOMLEdit(["layer", 1, "scale"], "2", after: ["name", "colour"]))
        #expect(draft.isChanged && draft.canUndo)
        #expect(try file() == text)
        #expect(try draft.save().isEmpty)
        #expect(!draft.isChanged && draft.canUndo)
        let expected = text.replacing("0.5\n", with: "0.75\n")
            .replacing("\"#ffc\"\n", with: "\"#ffc\"\nscale = 2\n")
        #expect(try file() == expected)
    }

    @Test func `each step is undone and done again, and those of a gesture together`() throws {
        var draft = try draft()
        try draft.set(opacity("0.6"))
        for number in 61...99 { try draft.set(opacity("0.\(number)"), gesture: 1) }
        try draft.set(opacity("0.7"), gesture: 2)
        let last = text(of: draft)
        draft.undo()
        #expect(text(of: draft) == text.replacing("0.5", with: "0.99"))
        draft.undo()
        #expect(text(of: draft) == text.replacing("0.5", with: "0.6"))
        draft.undo()
        #expect(text(of: draft) == text && !draft.canUndo && !draft.isChanged)
        draft.undo()
        for _ in 0..<3 { draft.redo() }
        #expect(text(of: draft) == last && !draft.canRedo)
    }

    @Test func `a gesture that comes back to where it began is no step`() throws {
        var draft = try draft()
        try draft.set(opacity("0.6"))
        for number in ["0.7", "0.6", "0.8", "0.6"] { try draft.set(opacity(number), gesture: 1) }
        draft.undo()
        #expect(text(of: draft) == text && !draft.canUndo)
    }

    @Test func `a step after an undo ends what could be done again`() throws {
        var draft = try draft()
        try draft.set(opacity("0.6"))
        draft.undo()
        #expect(draft.canRedo)
        try draft.set(opacity("0.7"))
        #expect(!draft.canRedo)
    }

    @Test func `going back to the file is a step`() throws {
        var draft = try draft()
        try draft.set(opacity("0.6"))
        draft.revert()
        #expect(text(of: draft) == text && !draft.isChanged)
        draft.undo()
        #expect(text(of: draft) == text.replacing("0.5", with: "0.6"))
    }

    @Test func `what an editor changed meanwhile stays`() throws {
        var draft = try draft()
        try draft.set(opacity("0.75"))
        try draft.set(TOMLEdit(["layer", 1, "at", 0], "0.9"))
        // Another layer before both, another comment, and another value in the same layer.
        let theirs = text.replacing("# night", with: "# evening").replacing(
            "\"#024\"", with: "\"#135\""
        )
        .replacing(
            "[[layer]]\nname = \"sky\"",
            with: "[[layer]]\ncolour = \"#000\"\n\n[[layer]]\nname = \"sky\"")
        try write(theirs)
        #expect(try draft.save().isEmpty)
        #expect(
            try file()
                == theirs.replacing("0.5\n", with: "0.75\n").replacing("[0.3,", with: "[0.9,"))
        draft.undo()
        #expect(text(of: draft).contains("opacity = 0.75"))
    }

    @Test func `what both changed is asked about, and nothing is written before`() throws {
        var draft = try draft()
        try draft.set(opacity("0.75"))
        try draft.set(TOMLEdit(["layer", 1, "at", 0], "0.9"))
        let theirs = text.replacing("0.5\n", with: "0.1\n")
        try write(theirs)
        let conflicts = try draft.save()
        #expect(conflicts == [opacity("0.75")])
        #expect(try file() == theirs)
        // Theirs, with what touches nothing of theirs.
        #expect(text(of: draft) == theirs.replacing("[0.3,", with: "[0.9,"))
        for edit in conflicts { try draft.set(edit) }
        #expect(try draft.save().isEmpty)
        #expect(
            try file() == text.replacing("0.5\n", with: "0.75\n").replacing("[0.3,", with: "[0.9,"))
    }

    @Test(arguments: [
        ("opacity = 0.5\n", ""),
        ("[[layer]]\nname = \"sky\"\ncolour = \"#024\"   # night\nopacity = 0.5\n", ""),
    ])
    func `what was changed here and removed there is a conflict`(part: String, other: String) throws
    {
        var draft = try draft()
        try draft.set(opacity("0.75"))
        try write(text.replacing(part, with: other))
        let conflicts = try draft.save()
        #expect(conflicts.map(\.text) == ["0.75"])
        #expect(try file() == text.replacing(part, with: other))
    }

    @Test func `a file with a mistake is left alone`() throws {
        var draft = try draft()
        try draft.set(opacity("0.75"))
        try write("format = ")
        #expect(throws: TOMLError.self) { try draft.save() }
        #expect(try file() == "format = ")
        #expect(text(of: draft) == text.replacing("0.5", with: "0.75"))
    }

    @Test func `the draft of a file that is gone keeps its changes`() throws {
        var draft = try draft()
        try draft.set(opacity("0.75"))
        try FileManager.default.removeItem(atPath: path)
        #expect(throws: TOMLError.self) { try draft.save() }
        #expect(draft.isChanged)
    }
}
