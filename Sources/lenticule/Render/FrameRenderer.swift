import Compositor
import Display
import Picture
import System

/// Draws a card's frames as bitmaps, as the window's `cpu` compositor does.
struct FrameRenderer {
    private let card: PlayedCard
    private let scaledPictures: ScaledPictures
    private let size: PixelSize

    /// Draws frames of `size`; nil: of the card's own size.
    init(_ card: PlayedCard, size: PixelSize?) {
        self.card = card
        self.size = size ?? PixelSize(card: card.size)
        scaledPictures = ScaledPictures(pictures: card.pictures, size: card.size, wake: {})
        scaledPictures.resize(to: self.size, maximum: PixelSize.sides.upperBound)
    }

    /// The card at a tilt in degrees.
    func bitmap(tilt: Double) throws -> Bitmap { try bitmap(card.look(tilt).opacities) }

    private func bitmap(_ opacities: [Double]) throws -> Bitmap {
        CPUCompositor.bitmap(try scaledPictures.frame(opacities: opacities))
    }

    /// Writes the whole log as numbered pictures.
    func writeFrames(
        _ tilts: LogTilts, rate: Double, folder path: String, inputs: [String]
    ) throws {
        let frames = try LogFrames(tilts, rate: rate, of: card)
        var folder = try FrameFolder(path, inputs: inputs)
        for look in frames.looks {
            try folder.append(bitmap(look.opacities), frames: look.frames)
        }
        try folder.removeOlder()
    }

    /// Writes the whole log as one animated PNG.
    ///
    /// The palette must be known before the first frame is written: every frame is drawn twice
    /// instead of kept.
    func writeAnimation(
        _ tilts: LogTilts, rate: Double, path: String, inputs: [String]
    ) throws {
        let frames = try LogFrames(tilts, rate: rate, of: card)
        let file = try OutputFile(path, inputs: inputs)
        var colours = AnimationColours()
        for look in frames.looks { colours.add(try bitmap(look.opacities)) }
        var animation = AnimatedPNG(
            file, width: size.width, height: size.height, frames: frames.looks.count,
            palette: try AnimationPalette(colours))
        for look in frames.looks {
            try animation.append(
                bitmap(look.opacities), seconds: Double(look.frames) / rate)
        }
        try animation.finish()
    }
}

extension Failure {
    /// A picture that cannot be read or written.
    init(_ error: PictureError) { self.init(Status(error.kind), error.description) }
}
