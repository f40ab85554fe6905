import Geometry
import Glibc
import LensOptics
import Motion
import Platform
import Scene
import Testing

@testable import Card

@Suite struct LensCardTests {
    private let folder = CardFolder()

    init() {
        for name in [
            "a.svg", "b.svg", "c.svg", "views/10.svg", "views/9.svg", "views/._9.svg",
            "views/notes.txt",
        ] {
            folder.write(name)
        }
    }

    private func card(_ keys: String, _ more: String = "") throws -> Card {
        try folder.scene("size = [4, 3]\n[lens]\n\(keys)\n\(more)")
    }

    private func lens(_ keys: String) throws -> LensContent {
        let card = try card("pictures = [\"a.svg\", \"b.svg\"]\n" + keys)
        guard let lens = card.layers[0].content as? LensContent else {
            Issue.record("no lens")
            return LensContent(pictures: [])
        }
        return lens
    }

    @Test func `a lens is the lowest layer and has its defaults`() throws {
        let card = try card(
            "pictures = [\"a.svg\", \"b.svg\", \"a.svg\"]", "[[layer]]\npicture = \"c.svg\"")
        #expect(card.layers.count == 2 && card.pictures.count == 3)
        #expect(card.layers[0].content as? LensContent == LensContent(pictures: [0, 1, 0]))
        #expect(
            card.drivers == [
                LensContent.Parameter.tiltX.signalDriver(layer: 0),
                LensContent.Parameter.tiltY.signalDriver(layer: 0),
                LensContent.Parameter.sweep.signalDriver(layer: 0),
            ])
        #expect(card.layerTextRanges[0].content.count == LensContent.Parameter.allCases.count)
    }

    @Test func `a card may have a lens alone`() throws {
        #expect(try card("pictures = [\"a.svg\", \"b.svg\"]").layers.count == 1)
    }

    @Test(arguments: [
        ("20", 20.0, 3.0), ("40", 40, 0.838), ("60", 60, 0.457), ("75", 75, 0.457),
        ("100", 100, 0.356),
    ])
    func `a preset is a sheet that is sold`(name: String, lenses: Double, thickness: Double) throws
    {
        let lens = try lens("preset = \"\(name)\"")
        #expect(lens[.lensesPerInch] == lenses && lens[.thickness] == thickness)
        #expect(lens[.refractiveIndex] == 1.56)
        #expect(try self.lens("preset = \"\(name)\"\nthickness = 1.5")[.thickness] == 1.5)
    }

    @Test func `every number and word is read`() throws {
        let lens = try lens(
            """
            lenses-per-inch = 50
            thickness = 0.6
            index = 1.5
            slant = -7
            width = 148
            distance = "infinite"
            cross-talk = 0.1
            phase = 0.25
            relief = 0.1
            gloss = 0.2
            blend = 0.3
            tilt-x = 4
            tilt-y = 5
            sweep = 1.5
            axis = "horizontal"
            order = "reversed"
            flip-back = false
            """)
        #expect(
            lens.parameters == [
                50, 0.6, 1.5, -7, 148, .infinity, 0.1, 0.25, 0.1, 0.2, 0.3, 4, 5, 1.5,
            ])
        #expect(lens.axis == .horizontal && lens.order == .reversed && !lens.repeatsPictures)
    }

    @Test func `a number that is given follows nothing by itself, and may be driven`() throws {
        let card = try card(
            """
            pictures = ["a.svg", "b.svg"]
            tilt-x = 3
            blend = { follow = "front" }
            """)
        let numbers = card.drivers.map(\.parameter)
        #expect(
            numbers == [
                .content(LensContent.Parameter.lensShare.rawValue, .share),
                .content(LensContent.Parameter.tiltY.rawValue, .angle),
                .content(LensContent.Parameter.sweep.rawValue, .sweep),
            ])
    }

    @Test(arguments: [("", TiltAxis.vertical), ("axis = \"horizontal\"", .horizontal)])
    func `the lenses decide the tilt's axis, unless the card does`(
        keys: String, axis: TiltAxis
    ) throws {
        let text = "pictures = [\"a.svg\", \"b.svg\"]\n" + keys
        #expect(try card(text).tilt.axis == axis)
        #expect(try card(text, "[tilt]\naxis = \"steering\"").tilt.axis == .steering)
    }

    @Test func `pictures of a folder are in natural order`() throws {
        let card = try card("pictures = \"views\"")
        #expect(card.pictures.map { $0.path.split(separator: "/").last } == ["9.svg", "10.svg"])
        #expect(card.pictureFolders == ["\(folder.path)/views"])
        #expect(try self.card("pictures = [\"a.svg\", \"b.svg\"]").pictureFolders == [])
        #expect(
            ["a10", "a9", "b1", "a009", "a"].sorted(by: precedesNaturally) == [
                "a", "a9", "a009", "a10", "b1",
            ])
    }

    @Test func `a layer of a group may have a lens`() throws {
        let card = try folder.scene(
            """
            size = [4, 3]
            [[layer]]
            name = "group"
            [[layer]]
            in = "group"
            lens = { pictures = ["a.svg", "b.svg"], preset = "40" }
            """)
        guard card.layers[1].content is LensContent else {
            Issue.record("no lens")
            return
        }
        #expect(card.drivers.allSatisfy { $0.layer == 1 } && card.drivers.count == 3)
    }

    @Test(arguments: [2, 3, 64])
    func `a lens shows the pages of an animation`(count: Int) throws {
        folder.write("flip.gif", gif(count))
        folder.write("flip.webp", webP(count))
        for name in ["flip.gif", "flip.webp"] {
            let card = try card("pictures = \"\(name)\"")
            #expect(card.pictures.map(\.page) == Array(0..<count))
            #expect(card.pictures.allSatisfy { $0.path == "\(folder.path)/\(name)" })
            #expect(
                card.layers[0].content as? LensContent == LensContent(pictures: Array(0..<count)))
        }
    }

    @Test func `an animation in a list, or as a layer, is its first page`() throws {
        folder.write("flip.gif", gif(5))
        let card = try card(
            "pictures = [\"flip.gif\", \"a.svg\"]", "[[layer]]\npicture = \"flip.gif\"")
        #expect(card.pictures.map(\.page) == [0, 0])
        #expect(card.layers[1].content as? PictureContent == .picture(0, .stretch))
    }

    private func mistake(_ name: String) -> CardError? {
        #expect(throws: CardError.self) { try card("pictures = \"\(name)\"") }
    }

    @Test func `an animation of too few pages, or too many, is named`() throws {
        folder.write("one.gif", gif(1))
        folder.write("none.gif", gif(0))
        folder.write("many.gif", gif(65))
        folder.write("many.webp", webP(1000))
        let place = "\(folder.path)/card.toml:4:12: lens.pictures"
        let shown = ", and a lens shows from 2 to 64"
        for (name, words) in [
            (
                "one.gif",
                "is a file of one picture, and must be a list of pictures, a folder, or an animated GIF or "
                    + "WebP"
            ),
            ("none.gif", "has no pages\(shown)"), ("many.gif", "has more than 64 pages\(shown)"),
            ("many.webp", "has more than 64 pages\(shown)"),
        ] {
            let error = mistake(name)
            #expect(error?.description == "\(place) \(words)")
            // The card is read anew when the file is another one.
            #expect(error?.pictures == ["\(folder.path)/\(name)"] && error?.kind == .malformed)
        }
        let missing = mistake("gone.gif")
        #expect(missing?.kind == .missing && missing?.pictures == ["\(folder.path)/gone.gif"])
    }

    @Test func `a folder of too few pictures, or none, is named, and watched for others`() {
        folder.write("few/a.svg")
        folder.write("none/notes.txt")
        let place = "\(folder.path)/card.toml:4:12: lens.pictures"
        for (name, words) in [
            ("few", "has 1 picture, and a lens shows from 2 to 64"),
            ("none", "has 0 pictures, and a lens shows from 2 to 64"),
            ("gone", "is \"gone\", and the card has no such folder, and no such file"),
        ] {
            let error = mistake(name)
            #expect(error?.description == "\(place) \(words)")
            #expect(error?.pictures == ["\(folder.path)/\(name)/"] && error?.kind == .malformed)
        }
    }

    @Test func `a link that leads out of the card's folder is named, and not followed`() throws {
        folder.write("linked/a.svg")
        for (link, target) in [("root", "/"), ("linked/b.svg", "/etc/passwd")] {
            symlink(target, "\(folder.path)/\(link)")
        }
        let place = "card.toml:4:12: lens.pictures must be a file in the card's folder: the link"
        #expect(mistake("root")?.description.hasSuffix("\(place) \"root\" leads out of it") == true)
        #expect(
            mistake("linked")?.description.hasSuffix("\(place) \"linked/b.svg\" leads out of it")
                == true)
        unlink("\(folder.path)/linked/b.svg")
        folder.write("linked/b.svg")
        symlink("linked", "\(folder.path)/inside")
        for name in ["inside", "./linked"] {
            #expect(try card("pictures = \"\(name)\"").pictures.count == 2)
        }
    }

    @Test func `an animation that is cut off is named, wherever that is`() throws {
        let (gif, webP) = (gif(3), webP(3))
        for count in 30..<webP.count {
            folder.write("cut.webp", Array(webP.prefix(count)))
            #expect(mistake("cut.webp")?.description.contains("cut off after") == true, "\(count)")
        }
        var whole: [Int] = []
        for count in 6..<gif.count {
            folder.write("cut.gif", Array(gif.prefix(count)))
            do throws(CardError) {
                whole.append(try PictureLookup.pageCount(of: "\(folder.path)/cut.gif", upTo: 65))
            } catch {
                #expect(error.description.contains("cut.gif: it is damaged or cut off after"))
            }
        }
        // Between blocks: after a page, or after what precedes the next one.
        #expect(whole == [1, 1, 2, 2, 3])
    }

    @Test func `a file of empty blocks without end is not read to its end`() {
        var (gif, webP) = (gif(2), webP(65))
        let block: [UInt8] = [0x21, 0xFE, 0]
        gif.insert(contentsOf: Array(repeating: block, count: 500_001).joined(), at: 19)
        webP.insert(contentsOf: [UInt8](repeating: 0, count: 8 * 500_001), at: 30)
        webP.replaceSubrange(4..<8, with: [255, 255, 255, 255])
        for (name, bytes) in [("empty.gif", gif), ("empty.webp", webP)] {
            folder.write(name, bytes)
            #expect(mistake(name)?.description.contains("cut off after 0 pages") == true)
        }
    }
}

/// A GIF of so many pages of one pixel.
private func gif(_ pages: Int) -> [UInt8] {
    let start: [UInt8] = [1, 0, 1, 0, 0x80, 0, 0] + [0, 0, 0, 255, 255, 255]
    let control: [UInt8] = [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
    let picture: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    return Array("GIF89a".utf8) + start
        + Array(repeating: control + picture, count: pages).flatMap { $0 } + [0x3B]
}

/// The chunks of a WebP of so many pages, which hold nothing.
private func webP(_ pages: Int) -> [UInt8] {
    func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let length = (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) }
        return Array(name.utf8) + length + bytes + Array(repeating: 0, count: bytes.count % 2)
    }
    return chunk(
        "RIFF",
        Array("WEBP".utf8) + chunk("VP8X", [2, 0, 0, 0, 3, 0, 0, 2, 0, 0])
            + chunk("ANIM", [0, 0, 0, 0, 0, 0])
            + Array(repeating: chunk("ANMF", [UInt8](repeating: 1, count: 17)), count: pages)
            .flatMap { $0 })
}
