public import Card
public import Decoding
public import Display
import Geometry
import Motion
public import Picture
import Platform
import Scene

extension PlayedCard {
    /// The card for the player; without a size of its own it has the first picture's.
    init(
        _ card: Card, _ settings: TiltStateSettings, axis: TiltAxis, watchedFiles: [String]
    ) throws(CardError) {
        let pictures = card.pictureFiles
        let size = if let own = card.size { own } else { try Self.size(of: card, pictures) }
        let shapes = ShownShapes(of: card, pictures)
        self.init(
            title: card.name,
            scene: card.scene(
                size: size, pictureSizes: Self.sizes(of: card, pictures), shapes: shapes.found,
                over: settings),
            pictures: pictures, axis: axis, watchedFiles: watchedFiles,
            failures: shapes.failures.map(\.error), remarks: shapes.remarks)
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

    /// The sizes of the pictures whose proportions matter; one that cannot be measured fails when it
    /// is drawn.
    private static func sizes(of card: Card, _ pictures: [PictureFile]) -> [Int: Size] {
        var sizes: [Int: Size] = [:]
        for index in card.measuredPictures { sizes[index] = try? pictures[index].size() }
        return sizes
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
