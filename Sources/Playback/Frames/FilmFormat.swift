public import Geometry

/// A format of films that the program ffmpeg writes.
public enum FilmFormat: String, Sendable, CaseIterable {
    case gif, webp, mp4, webm

    /// The format that an output's ending names; nil for others.
    public init?(ending path: String) {
        guard let dot = path.lastIndex(of: ".") else { return nil }
        self.init(rawValue: path[path.index(after: dot)...].lowercased())
    }

    /// Frames a second if nothing else is asked for.
    public var usualRate: Double {
        switch self {
        case .gif: 20
        case .webp: 30
        case .mp4, .webm: 60
        }
    }

    /// 1 to 100.
    public static let usualQuality = 75.0

    /// The longest side in pixels if nothing else is asked for.
    private var usualSide: Double {
        switch self {
        case .gif: 480
        case .webp: 720
        case .mp4, .webm: 1920
        }
    }

    /// The pixels of a card of this size, at most `usualSide` long.
    public func usualSize(_ card: Size) -> PixelSize {
        let scale = min(1, usualSide / max(card.width, card.height))
        return possible(
            PixelSize(card: Size(width: scale * card.width, height: scale * card.height)))
    }

    /// The nearest size that the format can have: the colours of MP4 and WebM are stored for two by two
    /// pixels.
    public func possible(_ size: PixelSize) -> PixelSize {
        switch self {
        case .gif, .webp: size
        case .mp4, .webm:
            PixelSize(width: max(4, size.width & ~1), height: max(4, size.height & ~1))
        }
    }

    /// The most colours of a GIF: one of 256 is left for what is the same as in the frame before.
    func colours(_ quality: Double) -> Int {
        min(255, max(16, Int(255 * quality / Self.usualQuality)))
    }

    /// What ffmpeg does with the frames; `palette` is the path of a GIF's palette.
    func arguments(quality: Double, palette: String) -> [String] {
        let share = quality / 100
        switch self {
        case .gif:
            // Ordered dithering: what does not move keeps its pattern from frame to frame.
            let use = "paletteuse=dither=bayer:bayer_scale=3:diff_mode=rectangle"
            return ["-i", palette, "-lavfi", use, "-loop", "0", "-f", "gif"]
        case .webp:
            return [
                "-c:v", "libwebp_anim", "-lossless", "0", "-quality", "\(Int(quality))",
                "-compression_level", "4", "-loop", "0", "-f", "webp",
            ]
        case .mp4:
            return Self.videoColours + [
                "-c:v", "libx264", "-preset", "medium", "-crf",
                "\(Int((50 - 40 * share).rounded()))",
                "-movflags", "+faststart", "-f", "mp4",
            ]
        case .webm:
            return Self.videoColours + [
                "-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "\(Int((63 - 44 * share).rounded()))",
                "-deadline", "good", "-cpu-used", "4", "-row-mt", "1", "-f", "webm",
            ]
        }
    }

    /// The colours of HD video: without them players guess, by the size, another matrix.
    private static let videoColours = [
        "-vf", "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd,format=yuv420p",
        "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
        "-color_range", "tv",
    ]
}
