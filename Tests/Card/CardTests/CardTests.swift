import Geometry
import Glibc
import Motion
import Paint
import Scene
import TOML
import Testing

@testable import Card

/// The error's words, with `{}` in the place of the test's own folder.
func words(_ folder: CardFolder, _ body: () throws(CardError) -> Void) -> String {
    do {
        try body()
        return "no error"
    } catch {
        return error.description.replacing(folder.path, with: "{}")
    }
}

extension Card {
    /// The layers' opacities at a tilt in degrees.
    fileprivate func opacities(_ tilt: Double) -> [Double] {
        let scene = scene(size: Size(width: 4, height: 3), over: TiltStateSettings())
        let tilts = Tilts(tilt, about: .horizontal)
        return scene.evaluate(SceneState(of: scene), at: 0, expecting: tilts).layers.map(\.opacity)
    }
}

@Suite struct CardTests {
    private let folder = CardFolder()

    private func card(_ toml: String? = nil) throws(CardError) -> Card {
        if let toml { folder.write("card.toml", toml) }
        return try Card(folder: folder.path)
    }

    private func writePictures() {
        for name in ["back.svg", "middle.png", "front.jpg"] { folder.write(name) }
    }

    @Test func `three pictures with the right names are a card`() throws {
        writePictures()
        let card = try card()
        let pictures = ["back.svg", "middle.png", "front.jpg"].map { "\(folder.path)/\($0)" }
        #expect(card.pictures == pictures.map { Card.Picture(path: $0) })
        #expect(card.shownPictures == (0..<3).map { .picture($0) })
        #expect(folder.path.hasSuffix(card.name))
        #expect(card.size == nil && card.tilt == Card.TiltOverrides())
    }

    @Test func `card.toml says more`() throws {
        writePictures()
        let card = try card(
            """
            format = 1
            name = "Lake"
            author = "A. Painter"
            surround = "#123"
            size = [1600, 1000.5]
            [tilt]
            axis = "vertical"
            flat_degrees = 2
            base_degrees = 30.5
            beyond = "return"
            hysteresis_degrees = 0.5
            """)
        #expect(card.name == "Lake" && card.author == "A. Painter")
        #expect(card.surround == .colour(Colour(red: 1.0 / 15, green: 2.0 / 15, blue: 3.0 / 15)))
        #expect(card.size == Size(width: 1600, height: 1000.5))
        #expect(card.layers.count == 3)
        #expect(card.tiltSettings(over: .init(neutral: .start)).axis == .vertical)
        #expect(card.tiltSettings(over: .init(neutral: .start)).neutral == .start)
        let wanted = TiltStateSettings(
            flatDegrees: 2, baseDegrees: 30.5, beyond: .return, hysteresisDegrees: 0.5)
        #expect(card.tiltStateSettings(over: TiltStateSettings()) == wanted)
    }

    @Test func `layers may be any pictures in any number`() throws {
        for name in ["a.png", "art/b.svg", "c.webp", "d.svg"] { folder.write(name) }
        let card = try card(
            """
            [[layer]]
            picture = "a.png"
            [[layer]]
            picture = "art/b.svg"
            fit = "contain"
            [[layer]]
            picture = "c.webp"
            fit = "cover"
            [[layer]]
            picture = "d.svg"
            """)
        let fits: [Fit] = [.stretch, .contain, .cover, .stretch]
        #expect(card.shownPictures == fits.enumerated().map { .picture($0, $1) })
        #expect(card.pictures[1].path == "\(folder.path)/art/b.svg")
        #expect(card.opacities(20) == [1, 1, 1, 0])
    }

    @Test func `a layer says what of its picture stays in view`() throws {
        folder.write("a.png")
        let card = try card(
            "layer = [{ picture = \"a.png\", fit = \"cover\", focus = [0.25, 1] }]")
        let fit = Fit(.cover, focus: Point(x: 0.25, y: 1))
        #expect(card.shownPictures == [.picture(0, fit)])
    }

    @Test(arguments: [
        ("focus = [0.5, 0.5]", "focus goes with fit = \"cover\""),
        ("fit = \"contain\", focus = [0.5, 0.5]", "focus goes with fit = \"cover\""),
        ("fit = \"cover\", focus = [0.5]", "focus must be two numbers, [x, y]"),
        ("fit = \"cover\", focus = [0.5, 1.5]", "is 1.5, but must be from 0 to 1"),
    ])
    func `a focus that does nothing or is no place is a mistake`(keys: String, message: String) {
        folder.write("a.png")
        for format in ["", "format = 2\n"] {
            let error = #expect(throws: CardError.self) {
                try card("\(format)layer = [{ picture = \"a.png\", \(keys) }]")
            }
            #expect(error?.description.contains(message) == true, "\(error!)")
        }
    }

    @Test func `a file that two layers show is one picture, with its first place`() throws {
        for name in ["a.png", "b.png"] { folder.write(name) }
        let card = try card(
            """
            layer = [{ picture = "b.png" }, { picture = "a.png", fit = "cover" }, { picture = "b.png" }]
            """)
        #expect(card.pictures.map(\.path) == ["b", "a"].map { "\(folder.path)/\($0).png" })
        #expect(card.shownPictures == [.picture(0), .picture(1, .cover), .picture(0)])
        #expect(card.pictures[0].location?.column == 22)
    }

    @Test func `a card's own base angle decides its opacities`() throws {
        writePictures()
        let card = try card("tilt.base_degrees = 30")
        #expect(card.opacities(15) == [1, 1, 0.5])
        #expect(card.opacities(-15) == [1, 0.5, 0])
    }

    @Test(arguments: [
        (
            "format = 3\nsparkle = 1",
            "1:10: format 3 is a newer format than this program reads (2); install a newer lenticule"
        ),
        ("format = 0", "1:10: format is 0, but must be at least 1"),
        ("nmae = 1", "1:1: unknown key \"nmae\"; the nearest is \"name\""),
        (
            "[tilt]\nbase_degree = 60",
            "2:1: unknown key \"tilt.base_degree\"; the nearest is \"tilt.base_degrees\""
        ),
        (
            "[[layer]]\npicture = \"back.svg\"\nfitt = \"cover\"",
            "3:1: unknown key \"layer[1].fitt\"; the nearest is \"layer[1].fit\""
        ),
        ("name = 3", "1:8: name must be a text in quotes, not 3"),
        ("size = 3", "1:8: size must be a list, not 3"),
        ("size = [1, 2, 3]", "1:8: size must be two numbers, [width, height]"),
        ("size = [0, 2]", "1:9: size[1] is 0, but must be from 1 to 16384"),
        ("tilt = 4", "1:8: tilt must be a table, not 4"),
        (
            "tilt.axis = \"up\"",
            "1:13: tilt.axis is \"up\", but must be one of \"horizontal\", \"vertical\", \"steering\""
        ),
        (
            "tilt.base_degrees = 200",
            "1:21: tilt.base_degrees is 200, but must be from 1 to 180"
        ),
        ("layer = 1", "1:9: layer must be a list, not 1"),
        ("layer = [1]", "1:10: layer[1] must be a table, not 1"),
        ("[[layer]]", "1:1: layer[1] has no picture"),
        (
            "[[layer]]\npicture = \"gone.png\"",
            "2:11: cannot read {}/gone.png: No such file or directory"
        ),
        ("name = ", "1:8: "),
        ("format = 1.0", "1:10: format must be a whole number without a decimal point"),
        (
            "[[layer]]\npic = \"a\"",
            "2:1: unknown key \"layer[1].pic\"; the nearest is \"layer[1].picture\""
        ),
        ("[[layer]]\nx = 1", "2:1: unknown key \"layer[1].x\"; known are picture, fit"),
        ("\nname = \"\\u001B]52;c;aGk=\"", "2:8: name holds a control character"),
        ("author = \"a\\u202Eb\"", "1:10: author holds a control character"),
        ("[[layer]]\npicture = \"a\\u009B.png\"", "2:11: layer[1].picture holds a control"),
    ])
    func `a mistake in card.toml is named with its place`(toml: String, message: String) {
        writePictures()
        let found = words(folder) { () throws(CardError) in _ = try card(toml) }
        #expect(found.hasPrefix("{}/card.toml:\(message)"))
    }

    @Test func `a pipe in the place of a picture or of card.toml is refused`() {
        folder.write("back.png")
        folder.write("front.png")
        mkfifo("\(folder.path)/middle.png", 0o600)
        let found = words(folder) { () throws(CardError) in
            _ = try Card(pictures: ["\(folder.path)/middle.png"])
        }
        #expect(found == "cannot read {}/middle.png: it is a pipe or a device, not a file")
        mkfifo("\(folder.path)/card.toml", 0o600)
        let other = words(folder) { () throws(CardError) in _ = try card() }
        #expect(other == "cannot read {}/card.toml: it is a pipe or a device, not a file")
    }

    @Test func `a card.toml that is a link to itself is an error`() {
        writePictures()
        symlink("card.toml", "\(folder.path)/card.toml")
        let found = words(folder) { () throws(CardError) in _ = try card() }
        #expect(found == "cannot read {}/card.toml: Too many levels of symbolic links")
    }

    @Test func `a missing picture is named`() {
        folder.write("back.png")
        folder.write("front.png")
        let found = words(folder) { () throws(CardError) in _ = try card() }
        #expect(
            found.hasPrefix(
                "{} is no card: it has no picture named middle (.svg, .png, .webp, .gif, .jpg or "
                    + ".jpeg)"))
    }

    @Test func `a missing folder is named`() {
        let found = words(folder) { () throws(CardError) in
            _ = try Card(folder: "\(folder.path)/gone")
        }
        #expect(found == "there is no folder {}/gone")
    }

    @Test(arguments: ["back.heic", "front.heif"])
    func `HEIC is refused with the command that converts it`(name: String) {
        for picture in ["back", "middle", "front"] where !name.hasPrefix(picture) {
            folder.write("\(picture).png")
        }
        folder.write(name)
        let found = words(folder) { () throws(CardError) in _ = try card() }
        let stem = name.prefix { $0 != "." }
        #expect(
            found == "{}/\(name): HEIC is not read; convert it (Debian's "
                + "libheif-examples) with: heif-convert -q 95 {}/\(name) {}/\(stem).jpg")
    }

    @Test func `HEIC is known by what is in it too`() {
        folder.write("my photo.jpg", [0, 0, 0, 0x18] + Array("ftypheic....".utf8))
        let found = words(folder) { () throws(CardError) in
            _ = try Card(pictures: ["\(folder.path)/my photo.jpg"])
        }
        #expect(found.hasSuffix("heif-convert -q 95 '{}/my photo.jpg' '{}/my photo.jpg.jpg'"))
    }

    @Test func `pictures from the command line are a card, the back one first`() throws {
        writePictures()
        let paths = ["front.jpg", "back.svg"].map { "\(folder.path)/\($0)" }
        let card = try Card(pictures: paths)
        #expect(card.pictures.map(\.path) == paths)
        #expect(card.name == "front.jpg, back.svg")
        #expect(card.opacities(30) == [1, 0.5])
        let found = words(folder) { () throws(CardError) in
            _ = try Card(pictures: ["\(folder.path)/gone.png"])
        }
        #expect(found == "cannot read {}/gone.png: No such file or directory")
    }
}
