public import Compositor
public import Picture
internal import System

/// One of a card's pictures, and how it fills the card.
public struct CardPicture: Sendable {
    public var file: PictureFile
    public var fit: Fit

    public init(file: PictureFile, fit: Fit) {
        self.file = file
        self.fit = fit
    }
}

/// A card's pictures at the screen's size, ready for compositing.
///
/// Pictures are decoded when they first become visible, the others in the background after that.
public final class ScaledPictures {
    private let pictures: [CardPicture]
    private let size: Size
    private let loader: PictureLoader
    private var bitmaps: [Bitmap?]
    /// Whether each bitmap was drawn for the present size; if not, it is stretched.
    private var isSharp: [Bool]
    private var drawable = PixelSize(width: 4, height: 1)
    private var card = PixelRect(x: 0, y: 0, width: 4, height: 1)
    private var bitmapSize = PixelSize(width: 4, height: 1)

    /// A card of `pictures`, lowest first, with the proportions of `size`.
    ///
    /// `wake` is called on another thread when a picture is loaded.
    public init(
        pictures: [CardPicture], size: Size,
        wake: @escaping @Sendable () -> Void
    ) {
        self.pictures = pictures
        self.size = size
        loader = PictureLoader(wake: wake)
        bitmaps = pictures.map { _ in nil }
        isSharp = pictures.map { _ in false }
    }

    /// Letterboxes the card into a drawable of this size; no bitmap's side exceeds `maximum`.
    public func resize(to drawable: PixelSize, maximum: Int) {
        guard drawable != self.drawable else { return }
        self.drawable = drawable
        card = Self.letterbox(size, in: drawable)
        let scale = min(1, Double(maximum) / Double(max(card.width, card.height)))
        bitmapSize = PixelSize(
            width: max(
                CPUCompositor.minimumWidth,
                Int(saturating: (Double(card.width) * scale).rounded(.down))),
            height: max(1, Int(saturating: (Double(card.height) * scale).rounded(.down))))
        loader.forget()
        for index in bitmaps.indices {
            bitmaps[index] = bitmaps[index]?.stretched(
                width: bitmapSize.width, height: bitmapSize.height)
            isSharp[index] = false
        }
    }

    /// The largest centred rectangle of the card's proportions.
    public static func letterbox(
        _ size: Size, in drawable: PixelSize
    ) -> PixelRect {
        let scale = min(
            Double(drawable.width) / size.width, Double(drawable.height) / size.height)
        let width = min(
            drawable.width,
            max(CPUCompositor.minimumWidth, Int(saturating: size.width * scale)))
        let height = min(drawable.height, max(1, Int(saturating: size.height * scale)))
        return PixelRect(
            x: (drawable.width - width) / 2, y: (drawable.height - height) / 2, width: width,
            height: height)
    }

    /// The frame at these opacities; decodes visible pictures that are not loaded.
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

    /// Whether a picture was loaded since the last frame.
    public var isChanged: Bool { loader.hasLoaded }

    /// Loads the missing or stretched pictures in the background.
    public func loadRemaining() {
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
                // An old bitmap stays in use, stretched: its file may be changing.
                if bitmaps[index] == nil { throw error }
            }
        }
    }
}
