public import ArgumentParser
import Card
import Decoding
import Geometry
import Logging
public import Paint
import Picture
import Platform
import Playback

/// `lenticule new`: makes a card folder from pictures.
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make a card's folder with a commented card.toml out of pictures.",
        discussion: """
            The pictures are copied, with the files beside them that SVGs show; nothing that is there \
            already is overwritten. With --scene the pictures become layers that move with the tilt and \
            react to a tap; without pictures the layers are plain colours. With --foil a photograph becomes \
            a collector's card with a holographic foil, a frame and a title.
            """)

    @Flag(help: "Write a scene: layers with depth, drivers and events.")
    var scene = false

    @Option(
        help: ArgumentHelp(
            "Lay a holographic foil over one photograph: \(Foil.Kind.names).", valueName: "kind"))
    var foil: Foil.Kind?

    @Argument(
        help: "The new folder; its last part becomes the card's name, and the title of a foil card."
    )
    var name: String

    @Argument(help: "The pictures, the back one first.", completion: .file())
    var pictures: [String] = []

    @OptionGroup var fit: FitChoice

    func validate() throws {
        let isPicture = CheckSubject(name) == .picture && FileKind(name) == .file
        guard !isPicture else {
            throw ValidationError(
                "\(name.printable) is a picture; the name of the new folder comes first, as in: "
                    + "lenticule new mycard \(name.printable)")
        }
        guard foil == nil || !scene && pictures.count == 1 && fit.fit == nil else {
            throw ValidationError(
                "--foil is for one photograph, without --scene and --fit, as in: "
                    + "lenticule new --foil cosmos mycard photo.jpg")
        }
        guard scene || !pictures.isEmpty else {
            throw ValidationError(
                "give the pictures, the back one first; a scene (--scene) needs none")
        }
        try fit.validate(for: pictures)
    }

    func run() throws {
        try checkPictures(pictures)
        _ = try Card(pictures: pictures, fit: Fit(.stretch))
        let sizes = try sizes()
        let chosen = PictureFit(fit.fit, for: pictures, sizes: sizes)
        var folder = try NewFolder(path) { folder in
            let names = try copy(to: &folder)
            let foil = foilTemplate(of: names, sizes)
            let text = foil?.text ?? text(of: names, sizes.first, chosen.mode)
            try folder.write("card.toml") { file throws(FileError) in try file.write(text) }
            for picture in foil?.pictures ?? [] { try write(picture, to: &folder) }
            for (picture, name) in zip(pictures, names) where try !isAlike(picture, name) {
                logger.notice(
                    """
                    \(path)/\(name) does not look like \(picture): it shows a file that could not \
                    be copied with it
                    """)
            }
        }
        folder.keep()
        if foil == nil, let remark = chosen.remark {
            logger.notice("\(remark); \(path)/card.toml says it for each picture")
        }
        printLine("\(path): show it with: lenticule show --card \(path.shellWord)")
    }

    private func write(
        _ picture: (name: String, text: String), to folder: inout NewFolder
    ) throws {
        guard !folder.has(picture.name) else {
            throw Failure(
                .badInput,
                "\(pictures[0]) refers to \(picture.name), a name that the card needs: rename that file"
            )
        }
        try folder.write(picture.name) { file throws(FileError) in try file.write(picture.text) }
    }

    /// Nil without `--foil`.
    private func foilTemplate(of names: [String], _ sizes: [Size]) -> FoilTemplate? {
        foil.map {
            FoilTemplate(name: title.printable, photo: names[0], photoSize: sizes[0], foil: $0)
        }
    }

    /// The text of card.toml for copied pictures of which the first has this size.
    private func text(of names: [String], _ size: Size?, _ fit: Fit.Mode) -> String {
        let title = title.printable
        if scene {
            let points = size.map { Card.Picture(path: names[0]).points($0) }
            return SceneTemplate(name: title, pictures: names, firstSize: points, fit: fit).text
        }
        return CardTemplate(
            name: title, pictures: names, size: size ?? SceneTemplate.defaultSize, fit: fit
        ).text
    }

    private var path: String {
        String(name.reversed().drop { $0 == "/" }.reversed())
    }

    private var title: String { path.lastPathPart }

    /// Decodes every picture, so that each can be shown; returns their sizes.
    private func sizes() throws(PictureError) -> [Size] {
        try PictureFile.files(pictures).map { file throws(PictureError) in
            _ = try file.bitmap(PixelSize(width: 16, height: 16))
            return try file.size()
        }
    }

    /// Copies the pictures, and the files beside them that SVGs refer to; returns the pictures' new
    /// names.
    private func copy(to folder: inout NewFolder) throws -> [String] {
        let names = scene ? ownNames ?? newNames : newNames
        for (picture, name) in zip(pictures, names) { try folder.copy(picture, as: name) }
        for picture in pictures { try copyReferredFiles(of: picture, to: &folder) }
        return names
    }

    /// Copies the files that an SVG refers to, if they are pictures or style sheets. Throws for a
    /// link that leads out of the SVG's folder: no program shows what it leads to.
    private func copyReferredFiles(of picture: String, to folder: inout NewFolder) throws {
        let homes = [picture, realPath(picture)].compactMap(\.self).map(\.pathFolder)
        for name in SVGReferences.files(of: picture) {
            let source = "\(homes[0])/\(name)"
            guard !isOutside(homes, source) else {
                throw Failure(
                    .badInput,
                    "\(picture) refers to \(name), a link that leads out of its folder: put the file "
                        + "itself there")
            }
            guard name.hasSuffix(".css") || (try? PictureFile(path: source).size()) != nil else {
                logger.notice(
                    "\(picture) refers to \(name), which is no picture and is not copied")
                continue
            }
            try folder.copy(source, as: name)
        }
    }

    /// New names for the pictures: photo under a foil, back, middle and front for three, else numbers; with
    /// the pictures' endings in lower case.
    private var newNames: [String] {
        let classic = ["back", "middle", "front"]
        return pictures.enumerated().map { index, picture in
            let stem =
                foil != nil ? "photo" : pictures.count == 3 ? classic[index] : "\(index + 1)"
            let ending = picture.split(separator: "/").last?
                .split(separator: ".").dropFirst().last.map { ".\($0.lowercased())" }
            return stem + (ending ?? "")
        }
    }

    /// The pictures' own names; nil if two have the same, or one cannot be written into a card.
    private var ownNames: [String]? {
        let names = pictures.compactMap { $0.split(separator: "/").last.map(String.init) }
        let isGood = names.allSatisfy { $0.printable == $0 && $0 != "card.toml" }
        return isGood && Set(names).count == pictures.count ? names : nil
    }

    /// Whether a copied picture looks the same as its original.
    private func isAlike(_ original: String, _ name: String) throws(PictureError) -> Bool {
        let files = PictureFile.files([original, "\(path)/\(name)"])
        let pictures = try files.map { file throws(PictureError) in
            try file.bitmap(PixelSize(width: 256, height: 256))
        }
        return pictures[0].pixels == pictures[1].pixels
    }
}

extension Foil.Kind: ExpressibleByArgument {
    /// As in a sentence.
    fileprivate static var names: String {
        let names = allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
    }
}
