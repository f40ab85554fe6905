import Platform
import Testing

@testable import Card

@Suite struct CardLibraryTests {
    private let folder = CardFolder()

    private func library(_ roots: String...) -> CardLibrary {
        CardLibrary(roots: roots.map { "\(folder.path)/\($0)" })
    }

    @Test func `a card is found by path, then by name, then among the examples`() throws {
        folder.write("mine/lake/back.png")
        folder.write("all/lake/back.png")
        folder.write("all/examples/sea/back.png")
        let library = library("mine", "all")
        #expect(try library.folder(of: "\(folder.path)/all/lake") == "\(folder.path)/all/lake")
        #expect(try library.folder(of: "lake") == "\(folder.path)/mine/lake")
        #expect(try library.folder(of: "sea") == "\(folder.path)/all/examples/sea")
    }

    @Test func `a card.toml stands for its folder`() throws {
        folder.write("lake/card.toml")
        let found = try library().folder(of: "\(folder.path)/lake/card.toml")
        #expect(found == "\(folder.path)/lake")
    }

    @Test func `every folder but examples is a card, and every folder in examples`() {
        for card in ["b", "a", "examples/d", "examples/c", ".hidden"] {
            folder.write("all/\(card)/back.png")
        }
        folder.write("all/readme.txt")
        folder.write("more/a/back.png")
        folder.write("more/e/back.png")
        let names = library("all", "gone", "more").folders.map(\.lastPathPart)
        #expect(names == ["a", "b", "c", "d", "e"])
    }

    @Test func `a card that is not listed is found by its name alone`() throws {
        folder.write("all/a/back.png")
        folder.write("all/b/card.toml", "format = 2\nlisted = false\n")
        folder.write("all/c/card.toml", "not = [a card")
        #expect(library("all").folders.map(\.lastPathPart) == ["a", "c"])
        #expect(try library("all").folder(of: "b") == "\(folder.path)/all/b")
    }

    @Test(arguments: [
        (
            [String](),
            "no cards are installed: run make install in the folder of Lenticule's source code, or "
                + "give a card's folder"
        ), (["lakes", "sea"], "the nearest is lakes"),
        (["orrery", "tide"], "give a card's folder, or one of orrery, tide"),
    ])
    func `who names an unknown card is told what to give`(cards: [String], advice: String) {
        for card in cards { folder.write("all/\(card)/back.png") }
        let library = library("mine", "all")
        let found = words(folder) { () throws(CardError) in _ = try library.folder(of: "lake") }
        #expect(found == "there is no card \"lake\"; \(advice)")
    }

    @Test func `a program that was not installed finds the cards beside its build folder`() {
        let library = CardLibrary.standard(environment: [:], repository: folder.path)
        #expect(library.roots.last == "\(folder.path)/cards" || library.roots.last == "cards")
    }

    @Test func `a picture is no card`() {
        folder.write("a.png")
        let found = words(folder) { () throws(CardError) in
            _ = try library().folder(of: "\(folder.path)/a.png")
        }
        #expect(found == "cannot read the card {}/a.png: it must be a folder, or its card.toml")
    }

    @Test func `what was installed with the program goes before the machine's other cards`() {
        let roots = CardLibrary.standard(environment: [:], prefix: "/opt/lenticule").roots
        #expect(roots.first == "/opt/lenticule/share/lenticule/cards")
        let usual = CardLibrary.standard(environment: [:], prefix: "/usr").roots
        #expect(usual.filter { $0 == "/usr/share/lenticule/cards" }.count == 1)
    }

    @Test(arguments: [
        (["HOME": "/home/ada"], "/home/ada/.local/share/lenticule/cards"),
        (["HOME": "/home/ada", "XDG_DATA_HOME": "/data"], "/data/lenticule/cards"),
        (["HOME": "/home/ada", "XDG_DATA_HOME": "data"], "/home/ada/.local/share/lenticule/cards"),
        ([:], "/usr/local/share/lenticule/cards"),
    ])
    func `the user's cards come first`(environment: [String: String], first: String) {
        let roots = CardLibrary.standard(environment: environment).roots
        #expect(roots.first == first)
        #expect(roots.contains("/usr/share/lenticule/cards"))
    }
}
