import Decoding
import Geometry
import Scene

/// What a layer needs drawn.
struct AssetRequest {
    let source: any AssetSource
    var fit = Fit.stretch
    let size: PixelSize
    var sharing = Sharing.exact

    /// How requests of the same source go together.
    enum Sharing {
        /// An asset of this size.
        case exact
        /// One asset for all such requests, as wide and as high as the largest of them.
        case largest
        /// An asset of this size, for whose memory the layer cares itself.
        case unlimited
    }
}

/// A layer at one size of the card.
struct PlannedLayer {
    let scene: Scene
    let index: Int
    /// The layer as it is before anything happens.
    let atRest: ShownLayer
    let files: [PictureFile]
    /// What draws texts.
    let decoder: PictureDecoder
    /// What draws texts with numbers, while a frame waits; nil if no layer has such a text.
    let numberDecoder: PictureDecoder?
    /// The card's size on the screen.
    let card: PixelSize
    /// From the card's points to the screen's pixels.
    let toScreen: Homography
    /// How many bytes the drawings of all `unlimited` requests of the card may take.
    let budget: Int
    /// The longest side of a drawing that the screen takes, pixels.
    let longestSide: Int

    /// Whether its box is always the card's rectangle.
    var fillsCard: Bool { scene.boxIsCard[index] }

    /// The pixels of its box when it is largest.
    var largestBox: PixelSize { fillsCard ? card : pixels(scene.largestSizes[index]) }

    /// What is drawn for its shader: pictures, each as large as its box.
    var shaderRequests: [AssetRequest] {
        scene.layers[index].shader.map { shader in
            shader.pictures.map { AssetRequest(source: files[$0], size: largestBox) }
        } ?? []
    }

    /// The same without rounding, but no side longer than `mostPixels`, less the pixels at its edges.
    var largestExactBox: Size {
        let size = scene.largestSizes[index]
        let (width, height) = (size.width * toScreen.a, size.height * toScreen.d)
        let factor = min(1, (mostPixels - 4) / max(width, height, 1))
        return Size(width: width * factor, height: height * factor)
    }

    /// The pixels of a size in points of the card: each side rounded up, from 1 to `mostPixels`. What
    /// is shown larger is stretched.
    func pixels(_ size: Size) -> PixelSize {
        PixelSize(width: pixels(size.width * toScreen.a), height: pixels(size.height * toScreen.d))
    }

    private func pixels(_ length: Double) -> Int {
        length > 1 ? Int(min(length.rounded(.up), mostPixels)) : 1
    }

    /// The longest side of a drawing, pixels.
    var mostPixels: Double { min(Self.largestSide, Double(longestSide)) }

    private static let largestSide = 4096.0
}
