public import Compositor
public import Picture

/// One of a card's pictures, and how it fills the card.
public struct StagePicture: Sendable {
    public var file: PictureFile
    public var fit: Fit

    public init(file: PictureFile, fit: Fit) {
        self.file = file
        self.fit = fit
    }
}

/// A card's pictures at the size of the screen, ready to be composited.
///
/// Pictures are decoded when they are first seen, the others in the background after that.
public final class Stage {
    private let pictures: [StagePicture]
    private let size: (width: Double, height: Double)
    private let loader: PictureLoader
    private var bitmaps: [Bitmap?]
    /// Whether each bitmap was drawn for the present size, and not stretched from another.
    private var isSharp: [Bool]
    private var drawable = (width: 4, height: 1)
    private var card = PixelRect(x: 0, y: 0, width: 4, height: 1)
    private var bitmapSize = (width: 4, height: 1)

    /// A card of `pictures`, lowest first, whose rectangle has the proportions of `size`.
    ///
    /// `wake` is called on another thread when a picture has come.
    public init(
        pictures: [StagePicture], size: (width: Double, height: Double),
        wake: @escaping @Sendable () -> Void
    ) {
        self.pictures = pictures
        self.size = size
        loader = PictureLoader(wake: wake)
        bitmaps = pictures.map { _ in nil }
        isSharp = pictures.map { _ in false }
    }

    /// Letterboxes the card into a drawable of this size; no bitmap's side exceeds `maximum`.
    public func resize(width: Int, height: Int, maximum: Int) {
        guard drawable != (width, height) else { return }
        drawable = (width, height)
        card = Self.letterbox(size, in: drawable)
        let scale = min(1, Double(maximum) / Double(max(card.width, card.height)))
        bitmapSize = (
            max(CPUCompositor.minimumWidth, Int(Double(card.width) * scale)),
            max(1, Int(Double(card.height) * scale))
        )
        loader.forget()
        for index in bitmaps.indices {
            bitmaps[index] = bitmaps[index]?.stretched(
                width: bitmapSize.width, height: bitmapSize.height)
            isSharp[index] = false
        }
    }

    /// The largest rectangle of the card's proportions, centred.
    public static func letterbox(
        _ size: (width: Double, height: Double), in drawable: (width: Int, height: Int)
    ) -> PixelRect {
        let scale = min(
            Double(drawable.width) / size.width, Double(drawable.height) / size.height)
        let width = min(
            drawable.width,
            max(CPUCompositor.minimumWidth, Int((size.width * scale).rounded())))
        let height = min(drawable.height, max(1, Int((size.height * scale).rounded())))
        return PixelRect(
            x: (drawable.width - width) / 2, y: (drawable.height - height) / 2, width: width,
            height: height)
    }

    /// The card with its pictures at these opacities; decodes what is seen and not there yet.
    public func frame(opacities: [Double]) throws -> Frame {
        try takeLoaded()
        for index in opacities.indices.reversed() where opacities[index] > 0 {
            let bitmap = try bitmap(index)
            if bitmap.isOpaque && opacities[index] >= 1 { break }
        }
        let layers = zip(bitmaps, opacities).compactMap { bitmap, opacity in
            bitmap.map { Frame.Layer($0, opacity: opacity) }
        }
        return Frame(width: drawable.width, height: drawable.height, card: card, layers: layers)
    }

    /// Whether a picture has come that the last frame did not have.
    public var isChanged: Bool { loader.hasLoaded }

    /// Has the pictures that are missing or blurred drawn in the background.
    public func loadRest() {
        for index in pictures.indices where !isSharp[index] {
            loader.load(
                index, pictures[index], width: bitmapSize.width, height: bitmapSize.height)
        }
    }

    private func bitmap(_ index: Int) throws -> Bitmap {
        if let bitmap = bitmaps[index] { return bitmap }
        let bitmap = try pictures[index].file.bitmap(
            width: bitmapSize.width, height: bitmapSize.height, fit: pictures[index].fit)
        bitmaps[index] = bitmap
        isSharp[index] = true
        return bitmap
    }

    private func takeLoaded() throws {
        for (index, result) in loader.take() where !isSharp[index] {
            do {
                bitmaps[index] = try result.get()
                isSharp[index] = true
            } catch {
                // A picture that was shown before only stays blurred: its file may be changing.
                if bitmaps[index] == nil { throw error }
            }
        }
    }
}
