public import Card
public import Decoding
public import Display
import Geometry
import Motion
import Paint
public import Picture
import Platform
public import Scene
import Synchronization
import TOML

extension PlayedCard {
    /// The card for the player; without a size of its own it has the first picture's.
    init(
        _ card: Card, _ settings: CardSettings, axis: TiltAxis, watchedFiles: [String],
        readTime: Int64, _ knownSizes: KnownSizes
    ) throws(CardError) {
        let decoder = card.decoder
        let pictures = card.pictureFiles(decoder)
        let size = if let own = card.size { own } else { try Self.size(of: card, pictures) }
        let shapes = ShownShapes(of: card, pictures)
        var sizes: [Int: Size] = [:]
        for index in card.measuredPictures { sizes[index] = knownSizes.size(of: pictures[index]) }
        func scene(_ texts: [Int: TextContent.LaidOut]) -> Scene {
            let scene = card.scene(
                size: size, pictureSizes: sizes, shapes: shapes.found, texts: texts,
                over: settings.tiltStates)
            return settings.reducesMotion ? scene.withReducedMotion : scene
        }
        let bare = scene([:])
        let texts = ShownTexts(of: card, bare, decoder)
        self.init(
            title: card.name, scene: texts.found.isEmpty ? bare : scene(texts.found),
            pictures: pictures, decoder: decoder, axis: axis, watchedFiles: watchedFiles,
            readTime: readTime, failures: shapes.failures.map(\.error) + texts.failures,
            remarks: shapes.remarks + texts.remarks)
    }

    /// The files that it is read from, which `output` may not be. Those that SVGs show are looked for
    /// only if `output` is there and no pipe: otherwise it is none of them.
    public func inputFiles(forOutput output: String) -> [String] {
        let kind = FileKind(isStandardOutput(output) ? "/dev/stdout" : output)
        guard kind != .missing, kind != .special else { return watchedFiles }
        return watchedFiles
            + pictures.flatMap { picture in
                let path = picture.path
                let folder = path.pathPrefix
                return SVGReferences.files(of: path).map { folder + $0 }
            }
    }

    /// The size of the first picture that can be measured.
    private static func size(of card: Card, _ pictures: [PictureFile]) throws(CardError) -> Size {
        var failure: CardError?
        for (picture, file) in zip(card.pictures, pictures) {
            do {
                return try file.size()
            } catch {
                failure = failure ?? picture.located(error)
            }
        }
        throw failure
            ?? CardError(
                .malformed, "the card \(card.name) has no picture, and no size = [width, height]")
    }
}

/// The sizes of pictures as they were measured last. A picture whose file breaks while its card is shown stays as
/// it was, and so does its size.
final class KnownSizes: Sendable {
    private let sizes = Mutex<[String: Size]>([:])

    /// The picture's size now, else the last one; nil if it was never measured: it fails when it is drawn.
    func size(of picture: PictureFile) -> Size? {
        let now = try? picture.size()
        return sizes.withLock { sizes in
            if let now { sizes[picture.path] = now }
            return sizes[picture.path]
        }
    }
}

/// The shapes that a card's layers show as paths.
public struct ShownShapes {
    private(set) var found: [ShapeReference: (path: Path, view: Rect)] = [:]
    /// Why shapes could not be read, with the indices of their pictures in the card.
    public private(set) var failures: [(picture: Int, error: PictureError)] = []
    /// What of the pictures is no shape, a line each.
    public private(set) var remarks: [String] = []

    /// `pictures` are those of the card.
    public init(of card: Card, _ pictures: [PictureFile]) {
        for reference in card.shownShapes {
            let picture = pictures[reference.picture]
            do throws(PictureError) {
                let shapes = try picture.shapes(element: reference.element)
                found[reference] = (shapes.path, shapes.view)
                guard !shapes.leftOut.isEmpty else { continue }
                let names = shapes.leftOut.joined(separator: ", ")
                let remark = "\(picture.path): the path is without its elements \(names)"
                if !remarks.contains(remark) { remarks.append(remark) }
            } catch {
                if failures.contains(where: { $0.error == error }) { continue }
                failures.append((reference.picture, error))
            }
        }
    }
}

/// The texts that a card's layers show, laid out.
public struct ShownTexts {
    public private(set) var found: [Int: TextContent.LaidOut] = [:]
    /// Why texts could not be laid out.
    public private(set) var failures: [PictureError] = []
    /// Which fonts stand in for others, and which characters no font has, a line each.
    public private(set) var remarks: [String] = []

    /// `scene` is that of the card without layouts.
    public init(of card: Card, _ scene: Scene, _ decoder: PictureDecoder) {
        for (layer, text) in card.shownTexts(in: scene).sorted(by: { $0.key < $1.key }) {
            do throws(PictureError) {
                let layout = try decoder.layout(of: text)
                found[layer] = TextContent.LaidOut(text, layout)
                addRemarks(layout, text)
                addExcess(card.layers[layer].content as? TextContent, layout, card, layer)
            } catch {
                let place = card.layerTextRanges[layer].location
                failures.append(PictureError(error.kind, "\(place): \(error)"))
            }
        }
    }

    private mutating func addRemarks(_ layout: TextLayout, _ text: TextDescription) {
        for font in layout.substitutes {
            add(
                "this machine has no font \(font.wanted.quotedShort): \(font.found.quotedShort) stands "
                    + "in for it")
        }
        let bytes = Array(text.text.utf8)
        let missing = layout.clusters.filter { !$0.hasGlyphs }.map { cluster in
            String(decoding: bytes[cluster.bytes.clamped(to: bytes.indices)], as: UTF8.self)
        }
        guard let first = missing.first else { return }
        let codes = first.unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }
        add(
            "no font of this machine has \(missing.count) of the characters of a text, such as "
                + "\(first.quotedShort) (\(codes.joined(separator: " ")))")
    }

    /// Says that parts do not move because they are too many.
    private mutating func addExcess(
        _ content: TextContent?, _ layout: TextLayout, _ card: Card, _ layer: Int
    ) {
        guard let counts = content?.counts(in: layout) else { return }
        let place = card.layerTextRanges[layer].location
        if counts.units > TextContent.mostUnits {
            add(
                "\(place): the text has \(counts.units) parts, and \(TextContent.mostUnits) are the "
                    + "most: they do not move")
        } else if counts.drivers > TextContent.mostPartDrivers {
            add(
                "\(place): the parts of the text have \(counts.drivers) drivers, and "
                    + "\(TextContent.mostPartDrivers) are the most: they do not move")
        }
    }

    private mutating func add(_ remark: String) {
        if !remarks.contains(remark) { remarks.append(remark) }
    }
}
