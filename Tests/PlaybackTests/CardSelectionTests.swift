import Card
import Display
import Foundation
import Geometry
import Motion
import Platform
import Scene
import TOML
import TestSupport
import Testing

@testable import Playback

/// Which card is shown, and which ones the keys lead to.
@Suite struct CardSelectionTests {
    private let folder = TemporaryFolder()
    private var library: CardLibrary { CardLibrary(roots: ["\(folder.path)/cards"]) }

    /// Writes a card without pictures; gives its folder.
    @discardableResult
    private func write(_ name: String, _ more: String = "") -> String {
        let path = folder.write(
            name + "/card.toml",
            "format = 2\nsize = [30, 20]\n\(more)\n[[layer]]\ncolour = \"#ff0000\"\n")
        return String(path.dropLast("/card.toml".count))
    }

    private func selection(
        _ name: String, _ settings: CardSettings = CardSettings()
    ) throws -> CardSelection {
        try CardSelection(.named(name), settings, in: library)
    }

    private func title(_ card: PlayedCard?) -> String? { card?.title }

    @Test func `a copy that cannot be finished is removed, and the reason is told`() throws {
        let card = write("z")
        let own = library.roots[0]
        let pipe = "\(card)/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        #expect {
            try library.copy(of: card, with: nil)
        } throws: { error in
            "\(error)" == "cannot copy \(card) to \(own): pipe is neither a file nor a folder"
        }
        unlink(pipe)
        let document = try TOMLDocument(file: "\(card)/card.toml")
        // The copy has a link, through which the text cannot be written.
        let other = write("y")
        try #require(
            unlink("\(other)/card.toml") == 0
                && symlink("/nonexistent/card.toml", "\(other)/card.toml") == 0)
        #expect(throws: FileError.self) { try library.copy(of: other, with: document) }
        #expect(FileKind("\(own)/y") == .missing)
        #expect(try library.copy(of: card, with: nil) == "\(own)/z")
        #expect(try library.copy(of: card, with: nil) == "\(own)/z-2")
        let nowhere = CardLibrary(roots: ["/proc/none/cards"])
        #expect {
            try nowhere.copy(of: card, with: nil)
        } throws: { error in
            "\(error)" == "cannot copy \(card) to /proc/none/cards: No such file or directory"
        }
    }

    @Test func `the keys go round all cards`() throws {
        for name in ["cards/a", "cards/b", "cards/c"] { write(name) }
        var cards = try selection("b")
        let place = try cards.played().place
        #expect(place?.number == 2 && place?.count == 3)
        #expect(try [1, 1, 1, -1].map { title(try cards.move(by: $0)) } == ["c", "a", "b", "a"])
        #expect(cards.card.name == "a")
    }

    @Test func `a picture that breaks keeps its size`() throws {
        let card = write("a", "[[layer]]\nname = \"b\"\npicture = \"b.svg\"\nsize = \"natural\"")
        folder.write(
            "a/b.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"12\" height=\"8\"/>")
        var cards = try selection(card)
        let size = try cards.played().scene.layers[0].ownSize
        #expect(size == Size(width: 12, height: 8))
        folder.write("a/b.svg", "broken")
        #expect(try cards.move(by: 0)?.scene.layers[0].ownSize == size)
    }

    @Test func `an exhibition has the cards of one folder`() throws {
        write("cards/a")
        let (one, two) = (write("hall/one"), write("hall/two"))
        for path in [one, "\(one)/", "\(one)/card.toml", "\(two)/../one"] {
            #expect(
                library.beside(path).folders.map { ($0 as NSString).lastPathComponent } == [
                    "one", "two",
                ])
        }
        #expect(library.beside("a") == library)
        var cards = try CardSelection(.named(one), CardSettings(), in: library.beside(one))
        #expect(try [1, 1].map { title(try cards.move(by: $0)) } == ["two", "one"])
        try FileManager.default.removeItem(atPath: two)
        #expect(try cards.move(by: 1) == nil)
    }

    @Test func `a card that cannot be shown is passed over by the next key`() throws {
        for name in ["cards/a", "cards/c"] { write(name) }
        folder.write("cards/b/card.toml", "format = 9")
        var cards = try selection("a")
        #expect(throws: CardError.self) { try cards.move(by: 1) }
        #expect(cards.card.name == "a")
        #expect(title(try cards.move(by: 1)) == "c")
    }

    @Test func `from a card that is none of them the keys go to the first and the last`() throws {
        for name in ["cards/a", "cards/b"] { write(name) }
        let other = write("other")
        for (offset, name) in [(1, "a"), (-1, "b")] {
            var cards = try selection(other)
            #expect(try cards.played().place == nil)
            #expect(title(try cards.move(by: offset)) == name)
            #expect(title(try cards.move(by: -offset)) == "other")
            #expect(try cards.played().place == nil)
        }
        var cards = try selection(other)
        #expect(try [1, 1, 1].map { title(try cards.move(by: $0)) } == ["a", "b", "other"])
    }

    private static let shipped = ["cards", "cards/examples"].flatMap { folder in
        (try? FileManager.default.contentsOfDirectory(atPath: Repository.path(folder)))?
            .filter { $0 != "examples" }.map { Repository.path("\(folder)/\($0)") } ?? []
    }

    @Test(arguments: shipped)
    func `with reduced motion a card comes to rest`(path: String) throws {
        var settings = CardSettings()
        settings.reducesMotion = true
        let scene = try CardSelection(.named(path), settings).played().scene
        // What begins when the card is shown has ended by then.
        let rest = scene.evaluate(SceneState(of: scene), at: 600)
        #expect(rest.unchangedUntil == .infinity)
    }

    @Test func `what goes on by itself does so without reduced motion`() throws {
        let path = Repository.path("cards/examples/snow-globe")
        let scene = try CardSelection(.named(path), CardSettings()).played().scene
        #expect(scene.evaluate(SceneState(of: scene), at: 600).unchangedUntil == 600)
    }

    @Test func `one card alone stays, and without any the words say what to do`() throws {
        let other = write("other")
        var alone = try selection(other)
        let error = #expect(throws: CardError.self) { try alone.move(by: 1) }
        #expect(error?.description == CardLibrary.installation && error?.kind == .missing)
        write("cards/a")
        var only = try selection("a")
        #expect(try only.move(by: 1) == nil)
    }

    @Test func `a card that is changed badly is watched with the files that it now names`() throws {
        let path = write("cards/a")
        var cards = try selection("a")
        #expect(cards.watchedFiles == ["\(path)/card.toml"])
        folder.write("cards/a/card.toml", "format = 2\n[[layer]]\npicture = \"gone.png\"\n")
        #expect(throws: CardError.self) { try cards.move(by: 0) }
        #expect(Set(cards.watchedFiles) == ["\(path)/card.toml", "\(path)/gone.png"])
        write("cards/a")
        #expect(title(try cards.move(by: 0)) == "a")
        #expect(cards.watchedFiles == ["\(path)/card.toml"])
    }

    @Test func `the chosen axis goes before the card's, and that before the configured one`() throws
    {
        write("cards/a", "tilt.axis = \"vertical\"")
        write("cards/b")
        var settings = CardSettings()
        settings.tilt.axis = .steering
        #expect(try selection("a", settings).tilt.axis == .vertical)
        #expect(try selection("b", settings).tilt.axis == .steering)
        settings.choice.axis = .horizontal
        #expect(try selection("a", settings).tilt.axis == .horizontal)
        #expect(try selection("a", settings).played().axis == .horizontal)
    }

    @Test func `a picture that cannot be measured is named with its place in card.toml`() throws {
        let text = folder.write("cards/a/card.toml", "layer = [{ picture = \"back.png\" }]")
        folder.write("cards/a/back.png", "no picture")
        let error = #expect(throws: CardError.self) { try selection("a").played() }
        #expect(error?.description.hasPrefix("\(text):1:") == true, "\(String(describing: error))")
        #expect(error?.description.contains("cards/a/back.png") == true)
        #expect(error?.kind == .malformed)
    }
}
