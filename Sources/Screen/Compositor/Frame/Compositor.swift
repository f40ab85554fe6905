public import Picture

/// Draws frames as pixels. What it keeps from frame to frame belongs to it alone.
///
/// All compositors give the same pixels: within 1 of 255 for plain frames (`Frame.isPlain`); for
/// others 0.5 on average, and within 2 in 99.5 % of the pixels away from layers' edges.
public protocol Compositor {
    /// `gl` or `cpu`.
    static var name: String { get }

    /// How many passes and pixels the drawing of the frames so far took.
    var counts: DrawCounts { get }

    /// The bytes that it keeps for the next frame beside the frame's own bitmaps: smaller copies,
    /// bitmaps of effects, and textures.
    var cachedBytes: Int { get }

    /// The frame as an opaque bitmap of its size.
    mutating func bitmap(_ frame: Frame) throws -> Bitmap
}
