public import Picture

/// Turns frames to pixels; owns what it keeps from frame to frame.
///
/// All compositors give the same pixels, within 1 of 255.
public protocol Compositor {
    /// `gl` or `cpu`.
    static var name: String { get }

    /// The frame as an opaque bitmap of its size.
    mutating func bitmap(_ frame: Frame) throws -> Bitmap
}
