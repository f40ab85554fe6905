import Compositor
import Display
import Glibc
import Picture

/// Draws a card's frames as bitmaps, as the window's `cpu` compositor does.
struct FrameRenderer {
    private let card: PlayedCard
    private let stage: Stage

    /// Frames of `size`; of the card's own size where it is nil.
    init(_ card: PlayedCard, size: PixelSize?) {
        self.card = card
        stage = Stage(pictures: card.pictures, size: card.size, wake: {})
        let size = size ?? PixelSize(card: card.size)
        stage.resize(
            width: size.width, height: size.height, maximum: PixelSize.sides.upperBound)
    }

    func bitmap(tilt: Double) throws -> Bitmap {
        do {
            return CPUCompositor.bitmap(try stage.frame(opacities: card.look(tilt).opacities))
        } catch let error as PictureError {
            throw Failure(error)
        }
    }

    /// Frame k is the card at log time k / fps: `frame-00000.png` and following.
    func writeFrames(_ tilts: LogTilts, fps: Double, folder: String) throws {
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
            throw Failure(making: folder, code: errno)
        }
        var tilts = tilts
        var index = 0
        while let tilt = try tilts.tilt(at: Double(index) / fps) {
            let digits = String(index)
            let number = String(repeating: "0", count: max(0, 5 - digits.count)) + digits
            try bitmap(tilt: tilt).writing(to: "\(folder)frame-\(number).png")
            index += 1
        }
    }

    /// Bytes: an animation's frames are all held until its colours are chosen.
    private static let mostMemory = 2 << 30
    /// Nobody looks on for longer, and a log whose time jumps would go on for years.
    private static let mostFrames = 10_000

    /// All of the log as one animated PNG.
    func writeAnimation(_ tilts: LogTilts, fps: Double, path: String) throws {
        var tilts = tilts
        var frames: [Bitmap] = []
        while let tilt = try tilts.tilt(at: Double(frames.count) / fps) {
            let frame = try bitmap(tilt: tilt)
            guard frames.count < Self.mostFrames,
                (frames.count + 1) * frame.pixels.count * 4 <= Self.mostMemory
            else {
                throw Failure(
                    .badInput,
                    "\(path): the log is too long for one animation: after \(frames.count) frames "
                        + "no more are held; give less --size or --fps, or a folder -o FOLDER/")
            }
            frames.append(frame)
        }
        do {
            try AnimatedPNG(frames, framesPerSecond: fps).write(to: path)
        } catch {
            throw Failure(error)
        }
    }
}

extension Bitmap {
    /// Writes the picture as PNG.
    func writing(to path: String) throws(Failure) {
        do {
            try writePNG(to: path)
        } catch {
            throw Failure(error)
        }
    }
}

extension Failure {
    /// A picture that cannot be read or written.
    init(_ error: PictureError) {
        let status: Status =
            switch error.reason {
            case .missing: .missingFile
            case .permission: .permission
            case .malformed: .badInput
            case .unwritable: .inputOutput
            }
        self.init(status, error.description)
    }
}
