import Display
import Geometry
import Glibc
import Logging
import Motion
import MotionLog
import Platform
import Playback
import Scene

/// A film of a card that is being written.
struct FilmRecording {
    let card: PlayedCard
    /// What the card is drawn as; nil: it fills the frames.
    let body: HeldCard.Body?
    let film: FilmOptions
    let kind: RenderOutput
    let output: String
    let inputFiles: [String]

    /// What tilts the card.
    enum TiltSource {
        /// A log of so many seconds, if that is known, which is read from its beginning for each film.
        case log(seconds: Double?, () -> LogMoments)
        case path(TiltPath, events: [Input])
    }

    /// `makeRenderer` gives what draws the card in a size; nil is the card's own.
    func write(
        _ tilting: TiltSource, size: PixelSize?, _ makeRenderer: (PixelSize?) -> FrameRenderer
    ) throws {
        let rate = film.fps ?? kind.usualRate
        var settings = Settings(
            size: kind.size(
                size,
                card: body.map { HeldCard.ownSize(card.scene.size, as: $0) } ?? card.scene.size),
            quality: film.quality ?? FilmFormat.usualQuality)
        let sequence = sequence(tilting, rate)
        for _ in 0..<Self.mostTries {
            guard let bytes = try write(sequence, settings, makeRenderer) else {
                return tell(settings)
            }
            settings.shrink(by: Double(bytes) / Double(film.under?.bytes ?? bytes), kind)
        }
        throw Failure(
            .usage,
            "\(output) would be larger than --under says, also with \(settings.description): give a shorter film "
                + "(--seconds), fewer frames (--fps) or more bytes")
    }

    /// How often a film is written to find how large it becomes.
    private static let mostTries = 8

    /// What decides how large a film's file is.
    private struct Settings: CustomStringConvertible {
        var size: PixelSize?
        var quality: Double
        private static let leastQuality = 30.0

        init(size: PixelSize?, quality: Double) { (self.size, self.quality) = (size, quality) }

        /// So that the file becomes so many times smaller, or a little more.
        mutating func shrink(by factor: Double, _ kind: RenderOutput) {
            let least = min(quality, Self.leastQuality)
            guard quality <= least else {
                // 15 of 100 halve the bytes of MP4 (6 of its own steps), and about those of the others.
                quality = max(least, (quality - 15 * log2(factor) - 2).rounded(.down))
                return
            }
            guard let old = size else { return }
            let scale = 0.95 / factor.squareRoot()
            let smaller = PixelSize(
                width: max(16, Int(Double(old.width) * scale)),
                height: max(16, Int(Double(old.height) * scale)))
            size = kind.size(smaller, card: Size(width: 1, height: 1))
        }

        var description: String {
            "quality \(Int(quality))" + (size.map { " and \($0) pixels" } ?? "")
        }
    }

    private func tell(_ settings: Settings) {
        guard settings.quality < film.quality ?? FilmFormat.usualQuality else { return }
        logger.notice("\(output) has \(settings.description), to be as small as --under says")
    }

    /// Makes the frames, as often as they are needed, and how many they are if that is known.
    private struct Sequence {
        let frames: () -> CardFrames
        let count: Int?
    }

    /// A film that is drawn once needs only the next frames.
    private var mostRuns: Int? { kind.isDrawnTwice ? nil : 32 }

    private var heldAxis: TiltAxis? { body == nil ? nil : card.axis }

    private func sequence(_ tilting: TiltSource, _ rate: Double) -> Sequence {
        let scene = card.scene
        switch tilting {
        case .log(let length, let moments):
            let seconds = film.seconds ?? length
            return Sequence(
                frames: {
                    CardFrames(
                        moments(), rate: rate, of: scene, heldAxis: heldAxis,
                        seconds: film.seconds, mostRuns: mostRuns)
                }, count: seconds.map { Int($0 * rate) })
        case .path(var path, let events):
            let length = SwayLength(periods: scene.loopPeriods, seconds: film.seconds)
            let frames = max(1, (length.seconds * rate).rounded())
            let seconds = frames / rate
            path.period = seconds / Double(length.rounds)
            tellSeam(length)
            let moments = PathMoments(of: scene, along: path, length: seconds, events: events)
            return Sequence(
                frames: {
                    CardFrames(
                        moments, rate: rate, of: scene, heldAxis: heldAxis, seconds: seconds,
                        mostRuns: mostRuns)
                },
                count: Int(frames))
        }
    }

    /// Says what of the card does not end as it begins.
    private func tellSeam(_ length: SwayLength) {
        if card.scene.movesWithoutEnd {
            logger.notice(
                "something in \(card.title) moves for ever by itself: the film's end does not continue in its beginning"
            )
        } else if !length.isSeamless {
            let periods = card.scene.loopPeriods.map { "\(($0 * 100).rounded() / 100)" }
            logger.notice(
                """
                what repeats in \(card.title) every \(periods.joined(separator: ", ")) s does not end with the \
                film after \(length.seconds) s: another length may fit (--seconds)
                """)
        }
    }

    /// Returns the bytes of a film that is not written because it has more than --under says.
    private func write(
        _ sequence: Sequence, _ settings: Settings, _ makeRenderer: (PixelSize?) -> FrameRenderer
    ) throws -> Int? {
        let renderer = makeRenderer(settings.size)
        var bar = ProgressBar(
            output.lastPathPart, of: sequence.count.map { kind.isDrawnTwice ? 2 * $0 : $0 })
        return try renderer.telling {
            let frames = sequence.frames()
            switch kind {
            case .picture, .animation:
                try renderer.writeAnimation(frames, path: output, inputFiles: inputFiles) {
                    bar.show($0)
                }
            case .folder:
                let removed = try renderer.writeFrames(
                    frames, folder: output, inputFiles: inputFiles
                ) { bar.show($0) }
                tellRemoved(removed)
            case .film(let format):
                return try renderer.writeFilm(
                    frames, format, quality: settings.quality, path: output,
                    limit: film.under?.bytes, inputFiles: inputFiles
                ) { bar.show($0) }
            }
            return nil
        }
    }

    /// Says which frames of an earlier run are removed.
    private func tellRemoved(_ removed: [String]) {
        guard let first = removed.first, let last = removed.last else { return }
        let name = last.lastPathPart
        let all =
            removed.count == 1
            ? "1 frame of an earlier run, \(first)"
            : "\(removed.count) frames of an earlier run, \(first) to \(name)"
        logger.notice("removed \(all)")
    }
}

extension RenderOutput {
    /// Whether each frame is drawn once for the palette, and once to be written.
    fileprivate var isDrawnTwice: Bool {
        switch self {
        case .animation, .film(.gif): true
        case .picture, .folder, .film: false
        }
    }
}
