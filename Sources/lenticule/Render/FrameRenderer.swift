import Assets
import Compositor
import Display
import Geometry
import Logging
import Picture
import Plan
import Scene
import System

/// Draws a card's frames as bitmaps.
final class FrameRenderer {
    private let card: PlayedCard
    private let size: PixelSize
    private var planner: FramePlanner
    private var compositor: any Compositor = CPUCompositor()

    /// Draws frames of `size`; nil: of the card's own size. Lenses are seen by an eye, or from the
    /// middle between both.
    init(_ card: PlayedCard, size: PixelSize?, eye: ViewingEye? = nil) {
        self.card = card
        self.size = size ?? PixelSize(card: card.scene.size)
        planner = card.planner(Assets())
        planner.eyeX = eye?.place ?? 0
        planner.resize(to: self.size)
    }

    /// The passes and pixels of all frames so far.
    var drawCounts: DrawCounts { compositor.counts }

    /// Remarks about details of the card's lenses that this size cannot show.
    var contentRemarks: [String] { planner.contentRemarks }

    /// The card at a moment.
    func bitmap(_ moment: Moment) throws -> Bitmap { try bitmap(card.scene.evaluate(moment)) }

    /// The card in a snapshot, without the pictures that cannot be drawn. Throws if nothing else is
    /// left to draw.
    func bitmap(_ snapshot: Snapshot) throws -> Bitmap {
        let frame = planner.frame(of: snapshot)
        if !planner.showsLayers { try throwLastFailure() }
        return try compositor.bitmap(frame)
    }

    /// Throws the last error of the pictures that could not be drawn; prints the errors before it,
    /// and the remarks about pictures.
    func throwLastFailure() throws {
        for remark in planner.pictureRemarks { logger.warning("\(remark)") }
        guard let last = planner.failures.last else { return }
        for failure in planner.failures.dropLast() { printMessage(failure.description) }
        throw last
    }

    /// Writes the whole log as numbered pictures.
    func writeFrames(
        _ moments: LogMoments, rate: Double, folder path: String, inputFiles: [String]
    ) throws {
        var frames = LogFrames(moments, rate: rate, of: card.scene)
        // This comes before the folder is made, because most errors of a log are found here.
        var runs = try frames.next()
        var folder = try FrameFolder(path, inputFiles: inputFiles)
        while !runs.isEmpty {
            for run in runs { try folder.append(bitmap(run.snapshot), frames: run.count) }
            runs = try frames.next()
        }
        try folder.removeOlder()
    }

    /// Writes the whole log as one animated PNG.
    ///
    /// The palette must be known before the first frame is written: every frame is drawn twice
    /// instead of kept.
    func writeAnimation(
        _ moments: LogMoments, rate: Double, path: String, inputFiles: [String]
    ) throws {
        var frames = LogFrames(moments, rate: rate, of: card.scene)
        let runs = try frames.all()
        let file = try OutputFile(path, inputFiles: inputFiles)
        var colours = AnimationColours()
        for run in runs { colours.add(try bitmap(run.snapshot)) }
        var animation = AnimatedPNG(
            file, width: size.width, height: size.height, frames: runs.count,
            palette: try AnimationPalette(colours))
        for run in runs {
            try animation.append(bitmap(run.snapshot), seconds: Double(run.count) / rate)
        }
        try animation.finish()
    }
}

extension Failure {
    /// A picture that cannot be read or written.
    init(_ error: PictureError) { self.init(Status(error.kind), error.description) }
}
