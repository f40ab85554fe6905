internal import CCairo
import Geometry

/// The pages of a GIF: each frame is drawn over what the one before it leaves (GIF89a, 23).
final class GIFPages: RasterPages {
    let image: OpaquePointer
    private(set) var pageIndex = 0
    private let pixels: UnsafeMutablePointer<UInt32>
    private let size: PixelSize
    private var reader: GIFReader
    private let bytes: FileBytes
    /// What is done to the canvas before the next frame is drawn.
    private var disposal = Disposal.keep
    /// The frame that follows; nil after the last.
    private var following: Result<GIFFrame?, RasterFailure>

    private enum Disposal {
        case keep
        /// Makes a part of the canvas transparent. The specification asks for the background's
        /// colour instead, but no browser follows that.
        case clear(PixelRect)
        /// Restores the pixels of a part of the canvas.
        case restore(PixelRect, [UInt32])
    }

    /// A file whose canvas has this size.
    init(_ bytes: FileBytes, _ size: PixelSize) throws(RasterFailure) {
        let reader = try GIFReader(bytes)
        following = .success(try reader.nextFrame())
        self.reader = reader
        (self.bytes, self.size) = (bytes, size)
        (image, pixels) = try newImage(size)
        try drawNext()
    }

    deinit { cairo_surface_destroy(image) }

    var hasMore: Bool {
        // A page that cannot be read counts too; its error is thrown when the page is asked for.
        if case .success(nil) = following { false } else { true }
    }

    func goToNext() throws(RasterFailure) {
        dispose()
        try drawNext()
        pageIndex += 1
    }

    func rewind() throws(RasterFailure) {
        reader = try GIFReader(bytes)
        following = .success(try reader.nextFrame())
        (pageIndex, disposal) = (0, .keep)
        pixels.update(repeating: 0, count: size.area)
        try drawNext()
    }

    private func dispose() {
        switch disposal {
        case .keep: break
        case .clear(let part):
            for row in rows(of: part) { row.update(repeating: 0) }
        case .restore(let part, let old):
            for (index, row) in rows(of: part).enumerated() {
                let start = index * part.width
                _ = row.update(fromContentsOf: old[start..<start + part.width])
            }
        }
    }

    private func rows(of part: PixelRect) -> [UnsafeMutableBufferPointer<UInt32>] {
        (part.y..<part.y + part.height).map { y in
            UnsafeMutableBufferPointer(start: pixels + y * size.width + part.x, count: part.width)
        }
    }

    private func copy(of part: PixelRect) -> [UInt32] {
        var copy: [UInt32] = []
        copy.reserveCapacity(part.size.area)
        for row in rows(of: part) { copy += row }
        return copy
    }

    /// Draws the frame that follows, and reads ahead to the one after it.
    private func drawNext() throws(RasterFailure) {
        guard let frame = try following.get() else {
            throw RasterFailure(reason: "it has no picture")
        }
        let part = visiblePart(of: frame)
        disposal =
            switch frame.disposal {
            case 2: .clear(part)
            case 3: .restore(part, copy(of: part))
            default: .keep
            }
        cairo_surface_flush(image)
        try reader.readRows(of: frame) { y, indices in
            guard y < part.height else { return }
            let row = pixels + (part.y + y) * size.width + part.x
            for x in 0..<part.width {
                let index = Int(indices[x])
                guard index != frame.transparent, index < frame.colours.count else { continue }
                row[x] = frame.colours[index]
            }
        }
        cairo_surface_mark_dirty(image)
        following = Result { () throws(RasterFailure) in try reader.nextFrame() }
    }

    /// The part of a frame's box that lies on the canvas; empty if the whole frame lies beside it.
    private func visiblePart(of frame: GIFFrame) -> PixelRect {
        let (x, y) = (min(frame.left, size.width), min(frame.top, size.height))
        return PixelRect(
            x: x, y: y, width: min(frame.width, size.width - x),
            height: min(frame.height, size.height - y))
    }
}
