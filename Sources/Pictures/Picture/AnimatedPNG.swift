internal import CZlib
public import Platform

/// An animation as PNG (the APNG extension of PNG, third edition), with one palette of at most 256
/// colours for all frames; it repeats without end. Each frame is written when it is appended.
public struct AnimatedPNG: ~Copyable {
    private let file: OutputFile
    private let palette: AnimationPalette
    private let width: Int
    private let height: Int
    private let frames: Int
    /// The sequence number of the next chunk that has one.
    private var sequence: UInt32 = 0

    /// An animation of `frames` frames of one size, in the colours of `palette`.
    public init(
        _ file: consuming OutputFile, width: Int, height: Int, frames: Int,
        palette: consuming AnimationPalette
    ) {
        self.file = file
        self.palette = palette
        (self.width, self.height, self.frames) = (width, height, frames)
    }

    /// Writes the next frame, which is shown for `seconds`.
    public mutating func append(_ bitmap: Bitmap, seconds: Double) throws(PictureError) {
        precondition(bitmap.width == width && bitmap.height == height, "frames are of one size")
        let data = try compressed(palette.indices(of: bitmap))
        let isFirst = sequence == 0
        if isFirst { try writeHeader() }
        let number = nextNumber()
        try write("fcTL", number + frameControl(seconds))
        // Viewers without animation show the first frame.
        if isFirst { try write("IDAT", data) } else { try write("fdAT", nextNumber() + data) }
    }

    /// Ends the file, after all frames.
    public consuming func finish() throws(PictureError) {
        try write("IEND", [])
        do throws(FileError) {
            try file.finish()
        } catch {
            throw PictureError(error)
        }
    }

    private func writeHeader() throws(PictureError) {
        try write(PNGChunk.signature)
        let size = UInt32(width).bigEndianBytes + UInt32(height).bigEndianBytes
        // Eight bits per pixel, as an index into the palette.
        try write("IHDR", size + [8, 3, 0, 0, 0])
        try write(PNGChunk.software)
        try write("acTL", UInt32(frames).bigEndianBytes + UInt32(0).bigEndianBytes)
        try write("PLTE", palette.bytes)
    }

    private mutating func nextNumber() -> [UInt8] {
        defer { sequence += 1 }
        return sequence.bigEndianBytes
    }

    /// The size, offset and duration of a frame, and that it replaces the frame before.
    private func frameControl(_ seconds: Double) -> [UInt8] {
        let delay = Fraction(near: seconds)
        let area = [UInt32(width), UInt32(height), 0, 0].flatMap(\.bigEndianBytes)
        return area + delay.numerator.bigEndianBytes + delay.denominator.bigEndianBytes + [0, 0]
    }

    /// Rows of indices, each after filter type 0, which suits palettes.
    private func compressed(_ indices: [UInt8]) throws(PictureError) -> [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity(indices.count + height)
        for start in stride(from: 0, to: indices.count, by: width) {
            rows.append(0)
            rows += indices[start..<start + width]
        }
        var size = compressBound(uLong(rows.count))
        var bytes = [UInt8](repeating: 0, count: Int(size))
        guard compress2(&bytes, &size, rows, uLong(rows.count), 9) == Z_OK else {
            throw PictureError(.inputOutput, "cannot write \(file.name): no memory to compress it")
        }
        bytes.removeLast(bytes.count - Int(size))
        return bytes
    }

    private func write(_ type: StaticString, _ data: [UInt8]) throws(PictureError) {
        try write(PNGChunk.bytes(type, data))
    }

    private func write(_ bytes: [UInt8]) throws(PictureError) {
        do throws(FileError) {
            try file.write(bytes)
        } catch {
            throw PictureError(error)
        }
    }
}

struct Fraction: Equatable {
    var numerator: UInt16
    var denominator: UInt16

    /// A fraction close to `value`, which is limited to 1/65535...65535; exact if possible. The
    /// fraction is the last convergent of the value's continued fraction that fits into 16 bits.
    init(near value: Double) {
        let most = Double(UInt16.max)
        var (before, last) = ((0.0, 1.0), (1.0, 0.0))
        var remaining = min(max(value, 1 / most), most)
        while true {
            let whole = remaining.rounded(.down)
            let next = (whole * last.0 + before.0, whole * last.1 + before.1)
            guard max(next.0, next.1) <= most else { break }
            (before, last) = (last, next)
            guard remaining > whole else { break }
            remaining = 1 / (remaining - whole)
        }
        (numerator, denominator) = (UInt16(last.0), UInt16(last.1))
    }
}
