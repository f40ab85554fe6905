import Glibc
import Testing

@testable import Card

/// A mistake in a whole card, after the line that says its format.
private let cardMistakes: [(String, String)] = [
    ("", "1:1: there is nothing to show: add a [[layer]]"),
    (
        "sise = [1, 1]\n[[layer]]\npicture = \"a.png\"",
        "2:1: unknown key \"sise\"; the nearest is \"size\""
    ),
    ("[[layer]]\ncolour = \"#fff\"", "1:1: needs size = [width, height]: no layer shows a picture"),
    (
        "[[layer]]\npicture = \"a.png\"\n[parallax]\npoint = 3",
        "5:1: unknown key \"parallax.point\"; the nearest is \"parallax.points\""
    ),
    (
        "parallax = { points = 3, degrees = 0 }\n[[layer]]\npicture = \"a.png\"",
        "2:36: parallax.degrees is 0, but must be from 1 to 180"
    ),
    (
        "tilt = { axiss = 3 }\n[[layer]]\npicture = \"a.png\"",
        "2:10: unknown key \"tilt.axiss\"; the nearest is \"tilt.axis\""
    ),
    ("layer = 3", "2:9: layer must be a list, not 3"),
    ("layer = [3]", "2:10: layer[1] must be a table, not 3"),
    (
        "[[layer]]\n",
        "2:1: layer[1] has nothing to show: give picture, colour, material, gradient, mesh, lens, path, text, particles or foil, or put layers in it with a name and in = that name"
    ),
    (
        "[[layer]]\npicture = \"a.png\"\nmask = \"hol\"\n[[layer]]\nname = \"hole\"\ncolour = \"#fff\"",
        "4:8: layer[1].mask is \"hol\", and no layer has this name; the nearest is \"hole\""
    ),
    (
        "[[layer]]\npicture = \"a.png\"\nmask = \"m.png\"",
        "4:8: layer[1].mask is \"m.png\", and no layer has this name: give the picture a layer with a name, and name that layer here"
    ),
    (
        "[[layer]]\nname = \"a\"\npicture = \"a.png\"\nluminance-mask = \"a\"",
        "5:18: layer \"a\".luminance-mask masks a layer with itself"
    ),
    (
        "[[layer]]\nname = \"a\"\npicture = \"a.png\"\nmask = \"b\"\n[[layer]]\nname = \"b\"\ncolour = \"#fff\"\nmask = \"c\"\n[[layer]]\nname = \"c\"\ncolour = \"#fff\"\nmask = \"a\"",
        "13:8: layer \"c\".mask masks a layer with itself"
    ),
    (
        "[[layer]]\nname = \"a\"\n[[layer]]\nin = \"a\"\npicture = \"a.png\"\nmask = \"a\"",
        "7:8: layer[2].mask is \"a\", which is not in the same group: a mask stands beside the layer"
    ),
    (
        "[[layer]]\npicture = \"a.png\"\nmask = \"b\"\nluminance-mask = \"b\"\n[[layer]]\nname = \"b\"\ncolour = \"#fff\"",
        "5:18: layer[1].luminance-mask does not go with mask: give one of them"
    ),
    (
        "surround = \"#fff8\"\n[[layer]]\npicture = \"a.png\"",
        "2:12: surround has an opacity, and must be as"
    ),
    (
        "surround = \"#ffffff80\"\n[[layer]]\npicture = \"a.png\"",
        "2:12: surround has an opacity, and must be as"
    ),
    (
        "size = [1, 1]\n[[layer]]\nmaterial = \"thik\"",
        "4:12: layer[1].material is \"thik\"; the nearest is \"thin\""
    ),
    (
        "size = [1, 1]\n[[layer]]\nmaterial = \"thick\"\nblur = 3",
        "5:1: layer[1].blur does not go with a material, which is only a plate"
    ),
    (
        "[[layer]]\npicture = \"a.png\"\nmaterial = \"thick\"",
        "4:12: layer[1].material does not go with picture: make two layers of it"
    ),
    (
        "[[layer]]\npicture = \"a.png\"\nbackdrop-blur = 3",
        "4:1: layer[1].backdrop-blur is for materials"
    ),
    (
        "[[layer]]\npicture = \"a.png\"\nscheme = \"dark\"",
        "4:1: layer[1].scheme is for materials and levels"
    ),
    (
        "[[layer]]\npicture = \"a.png\"\nblur = -1",
        "4:8: layer[1].blur is -1, but must be from 0 to 250"
    ),
    (
        "[[layer]]\npicture = \"a.png\"\nshadow-radius = 1e6",
        "4:17: layer[1].shadow-radius is 1000000.0, but must be from 0 to 250"
    ),
    (
        "[[layer]]\npicture = \"a.png\"\nisolated = true",
        "4:1: layer[1].isolated is for groups, and this layer shows something itself"
    ),
    (
        "[[layer]]\npicture = \"a.png\"\nblend = \"multipli\"",
        "4:9: layer[1].blend is \"multipli\"; the nearest is \"multiply\""
    ),
    (
        "[[layer]]\nname = \"a\"",
        "2:1: layer \"a\" has nothing to show: give picture, colour, material, gradient, mesh, lens, path, text, particles or foil, or put layers in it with in = \"a\""
    ),
    (
        "[[layer]]\npicture = \"/etc/a.png\"",
        "3:11: layer[1].picture must be a file in the card's folder, not a path from /"
    ),
    (
        "[[layer]]\npicture = \"art/../../a.png\"",
        "3:11: layer[1].picture must be a file in the card's folder: .. leads out of it"
    ),
    (
        "[[layer]]\npicture = \"out.png\"",
        "3:11: layer[1].picture must be a file in the card's folder: the link \"out.png\" leads out of it"
    ),
    (
        "[[layer]]\npicture = \"outside/passwd\"",
        "3:11: layer[1].picture must be a file in the card's folder: the link \"outside/passwd\" leads out of it"
    ),
    ("[[layer]]\npicture = \"\"", "3:11: layer[1].picture is empty"),
    (
        "[[layer]]\npicture = \"gone.png\"",
        "3:11: cannot read {}/gone.png: No such file or directory"
    ),
    (
        "[[layer]]\npicture = \"a.png\"\ncrop = [0.5, 0, 0.6, 1]",
        "4:8: layer[1].crop leads out of the picture"
    ),
    ("[[layer]]\ncolour = \"red\"", "3:10: layer[1].colour is \"red\", but must be as \"#rgb\""),
    ("[[layer]]\ncolour = \"#12345\"", "3:10: layer[1].colour is \"#12345\", but must be as"),
    (
        "[[layer]]\ncolour = \"#12\"",
        "3:10: layer[1].colour is \"#12\", but must be as \"#rgb\", \"#rgba\", \"#rrggbb\" or \"#rrggbbaa\""
    ),
    ("[style]\nfar = 3\n[[layer]]\npicture = \"a.png\"", "3:7: style.far must be a table, not 3"),
    (
        "[style.far]\nname = \"a\"\n[[layer]]\npicture = \"a.png\"",
        "3:1: unknown key \"style.far.name\""
    ),
    ("[style.far]\nopacity = 3\n[[layer]]\npicture = \"a.png\"", "3:11: style.far.opacity is 3"),
    (
        "[style.far]\norder = 1\n[[layer]]\npicture = \"a.png\"\nstyle = \"fra\"",
        "6:9: layer[1].style is \"fra\", and there is no [style.fra]; the nearest is \"far\""
    ),
    (
        "[[layer]]\nname = \"sky\"\npicture = \"a.png\"\n[[layer]]\nname = \"sky\"\npicture = \"a.png\"",
        "6:8: layer[2].name is \"sky\", as that of the layer in line 2"
    ),
    (
        "[[layer]]\nname = \"sky\"\npicture = \"a.png\"\n[[layer]]\nin = \"ski\"\npicture = \"a.png\"",
        "6:6: layer[2].in is \"ski\", and no layer has this name; the nearest is \"sky\""
    ),
    (
        "[[layer]]\nname = \"sky\"\npicture = \"a.png\"\n[[layer]]\nin = \"sky\"\npicture = \"a.png\"",
        "6:6: layer[2].in is \"sky\", which shows something itself"
    ),
    (
        "[[layer]]\nname = \"a\"\nin = \"a\"",
        "4:6: layer \"a\".in puts a group into itself: \"a\" in \"a\""
    ),
    (
        "[[layer]]\nname = \"a\"\nin = \"c\"\n[[layer]]\nname = \"b\"\nin = \"a\"\n[[layer]]\nname = \"c\"\nin = \"b\"\n[[layer]]\nin = \"b\"\npicture = \"a.png\"",
        "4:6: layer \"a\".in puts a group into itself: \"a\" in \"c\" in \"b\" in \"a\""
    ),
    (
        "[[layer]]\nname = \"moon\"\npicture = \"a.png\"\nopacity = 3",
        "5:11: layer \"moon\".opacity is 3, but must be from 0 to 1"
    ),
    (
        "[[layer]]\nname = \"moon\"\npicture = \"a.png\"\nrotaton = 3",
        "5:1: unknown key \"rotaton\" in layer \"moon\"; the nearest is \"rotation\""
    ),
    (
        "[[layer]]\nname = \"moon\"\npicture = \"a.png\"\nscale = [1, { on = \"tap\", stepps = [1] }]",
        "5:27: unknown key \"stepps\" in layer \"moon\".scale[2]; the nearest is \"steps\""
    ),
    ("needs = 3\n[[layer]]\npicture = \"a.png\"", "2:9: needs must be a text in quotes, not 3"),
    (
        "needs = \"new\"\n[[layer]]\npicture = \"a.png\"",
        "2:9: needs is \"new\", but must be a version, as \"0.3\""
    ),
    (
        "needs = \"99.1\"\n[[layer]]\npicture = \"a.png\"\nsparkle = 1",
        "2:9: needs lenticule 99.1, and this is "
    ),
]

@Suite struct SceneMistakeTests {
    private let folder = CardFolder()

    private func failure(_ toml: String) -> String {
        symlink("/etc/passwd", "\(folder.path)/out.png")
        symlink("/etc", "\(folder.path)/outside")
        return words(folder) { () throws(CardError) in _ = try folder.scene(toml) }
    }

    @Test(arguments: cardMistakes)
    func `a mistake in a card is named with its place`(toml: String, message: String) {
        let found = failure(toml)
        #expect(found.hasPrefix("{}/card.toml:\(message)"), "\(found)")
    }

    @Test func `a group that is misspelt is one mistake`() {
        let toml = """
            size = [4, 3]
            [[layer]]
            name = "sky"
            clip = true
            [[layer]]
            in = "sjy"
            colour = "#fff"
            """
        do {
            _ = try folder.scene(toml)
            Issue.record("no error")
        } catch {
            #expect(error.description.hasSuffix("the nearest is \"sky\""))
            #expect(error.others.isEmpty)
        }
    }

    @Test func `a style that is no table, and a mask beside a misspelt group, are one mistake`() {
        let masked = """
            [[layer]]
            name = "group"
            [[layer]]
            name = "a"
            in = "gruop"
            picture = "a.png"
            [[layer]]
            in = "group"
            picture = "a.png"
            mask = "a"
            """
        let styled = "style = { far = 3 }\n[[layer]]\npicture = \"a.png\"\nstyle = \"far\""
        let listed = "[[style.far]]\ncolour = \"#fff\"\n[[layer]]\nstyle = \"far\""
        for toml in [styled, "size = [4, 3]\n" + listed, masked] {
            do {
                _ = try folder.scene(toml)
                Issue.record("no error")
            } catch {
                #expect(error.others.isEmpty, "\(error.others)")
            }
        }
    }

    @Test func `all mistakes are named, in the order of the text`() {
        let toml = """
            [[layer]]
            rotaton = 3
            opacity = 2
            in = "sky"
            picture = "gone.png"
            [[layer]]
            style = "far"
            """
        do {
            _ = try folder.scene(toml)
            Issue.record("no error")
        } catch {
            let lines = [error.description] + error.others
            let found = lines.map {
                $0.replacing("\(folder.path)/card.toml:", with: "").prefix { $0 != " " }
            }
            #expect(found == ["3:1:", "4:11:", "5:6:", "6:11:", "8:9:"])
        }
    }

    @Test func `a mistake in a style is named once`() {
        let layer = "[[layer]]\nstyle = \"far\"\npicture = \"a.png\"\n"
        do {
            _ = try folder.scene("[style.far]\nopacity = 2\n" + layer + layer)
            Issue.record("no error")
        } catch {
            #expect(error.others.isEmpty)
        }
    }

    @Test func `a card that needs a newer program says it only where it matters`() throws {
        let layer = "[[layer]]\npicture = \"a.png\"\n"
        #expect(try folder.scene("needs = \"99\"\n" + layer).layers.count == 1)
        #expect(try folder.scene("needs = \"0.1\"\n" + layer).layers.count == 1)
        #expect(try folder.scene("needs = \"0.0.9\"\n" + layer).layers.count == 1)
        #expect(failure("needs = \"0.0.9\"\n" + layer + "x = 1").contains(":5:1: unknown key"))
        // A missing picture is no question of the program.
        let gone = failure("needs = \"99\"\n[[layer]]\npicture = \"gone.png\"")
        #expect(gone.contains("cannot read"))
    }

    /// Groups, each in the one before it, and a colour in the last.
    private func nested(_ depth: Int, clip: Bool = false) -> String {
        var text = "size = [1, 1]\n"
        for level in 0..<depth {
            text += "[[layer]]\nname = \"\(level)\"\n" + (clip ? "clip = true\n" : "")
            if level > 0 { text += "in = \"\(level - 1)\"\n" }
        }
        return text + "[[layer]]\ncolour = \"#fff\"\nin = \"\(depth - 1)\"\n"
    }

    @Test func `groups may be 16 deep`() throws {
        #expect(try folder.scene(nested(16)).layers.count == 17)
        let message = "puts it into 17 groups, one inside the other; 16 are the most"
        #expect(failure(nested(17)).hasSuffix("layer[18].in \(message)"))
        #expect(failure(nested(100)).hasSuffix("layer \"17\".in \(message)"))
    }

    @Test func `4 groups with clip may be one inside the other`() throws {
        #expect(try folder.scene(nested(4, clip: true)).layers.count == 5)
        #expect(
            failure(nested(5, clip: true)).hasSuffix(
                "layer \"4\".in puts 5 groups with clip one inside the other; 4 are the most"))
    }

    @Test func `more than a card may have is refused`() {
        let layer = "[[layer]]\ncolour = \"#fff\"\n"
        let layers = String(repeating: layer, count: 1001)
        #expect(
            failure("size = [1, 1]\n" + layers).hasSuffix(
                "layer has 1001 tables; 1000 are the most"))
        let values = Array(repeating: "1", count: 1001).joined(separator: ",")
        let long = failure(
            "size = [1, 1]\n\(layer)scale = { on = \"tap\", phases = [\(values)] }")
        #expect(long.hasSuffix("layer[1].scale.phases has 1001 values, and may have 1000"))
        let drivers = Array(repeating: "{follow=\"front\"}", count: 1000).joined(separator: ",")
        let many = failure(
            "size = [1, 1]\n[style.s]\nscale = [\(drivers)]\n"
                + String(repeating: layer + "style = \"s\"\n", count: 6))
        #expect(
            many.hasSuffix("layer[6] is too much: with it the card has more than 5000 drivers"))
    }

    @Test func `shadows and masks may make 5000 layers of a card`() throws {
        func shadowed(_ depth: Int) -> String {
            nested(depth).replacing("[[layer]]", with: "[[layer]]\nshadow-radius = 1")
        }
        func masked(_ count: Int) -> String {
            let layer = "[[layer]]\ncolour = \"#fff\"\n"
            return "size = [1, 1]\n[[layer]]\nname = \"holes\"\n"
                + String(repeating: layer + "in = \"holes\"\n", count: 49)
                + String(repeating: layer + "mask = \"holes\"\n", count: count)
        }
        let message = "is too much: with it the card has more than 5000 layers to draw, with a copy"
        #expect(try folder.scene(shadowed(10)).layers.count == 11)
        #expect(failure(shadowed(11)).contains(":3:1: layer \"0\" \(message)"))
        #expect(failure(shadowed(16)).contains(":3:1: layer \"0\" \(message)"))
        // Each with its mask is 51 layers.
        #expect(try folder.scene(masked(98)).layers.count == 148)
        #expect(failure(masked(99)).contains("layer[149] \(message)"))
    }

    @Test func `64 groups and masks may be one inside the other`() throws {
        func chain(_ masks: Int) -> String {
            (0...masks).reduce("size = [1, 1]\n") { text, number in
                text + "[[layer]]\nname = \"\(number)\"\ncolour = \"#fff\"\n"
                    + (number < masks ? "mask = \"\(number + 1)\"\n" : "")
            }
        }
        #expect(try folder.scene(chain(64)).layers.count == 65)
        #expect(
            failure(chain(66)).hasSuffix(
                ":7:1: layer \"1\" has 65 groups and masks, one inside the other; 64 are the most: "
                    + "mask fewer masks"))
        // A group with a mask is two more.
        let inside = chain(64).replacing("[[layer]]", with: "[[layer]]\nin = \"g\"")
        let masked = "[[layer]]\nname = \"g\"\nmask = \"h\"\n"
        let mask = "[[layer]]\nname = \"h\"\ncolour = \"#fff\"\n"
        #expect(failure(inside + masked + mask).contains("layer \"g\" has 66 groups and masks,"))
    }

    @Test func `mistakes by the thousand are named quickly and not all`() {
        let name = String(repeating: "x", count: 60)
        var text = "size = [1, 1]\n"
        for number in 0..<1000 {
            text += "[[layer]]\nname = \"\(name)\(number)\"\nin = \"\(name)y\"\n"
        }
        do {
            _ = try folder.scene(text)
            Issue.record("no error")
        } catch {
            #expect(error.others.count == 99)
        }
    }
}
