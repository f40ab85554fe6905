import CGIF

/// A frame of a GIF, without its pixels.
struct GIFFrame {
    /// Its box in the canvas.
    var (left, top, width, height) = (0, 0, 0, 0)
    var isInterlaced = false
    /// In the pixel format of `Bitmap`.
    var colours: [UInt32] = []
    /// The colour that leaves the canvas as it is; -1 if there is none.
    var transparent = -1
    /// The disposal method (GIF89a, section 23): what happens to the frame's area before the next
    /// frame is drawn.
    var disposal = 0
}

/// giflib's decoder of a file in memory, which it reads from the beginning.
struct GIFReader: ~Copyable {
    /// The bytes that giflib reads, and how many of them it has read.
    private struct Input {
        let bytes: FileBytes
        var offset = 0

        /// Copies the next bytes, fewer only at the end; returns their number.
        mutating func read(_ target: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int {
            let count = min(count, bytes.buffer.count - offset)
            guard count > 0, let start = bytes.buffer.baseAddress else { return 0 }
            target?.update(from: start + offset, count: count)
            offset += count
            return count
        }
    }

    private let input: UnsafeMutablePointer<Input>
    private let file: UnsafeMutablePointer<GifFileType>

    init(_ bytes: FileBytes) throws(RasterFailure) {
        let input = UnsafeMutablePointer<Input>.allocate(capacity: 1)
        input.initialize(to: Input(bytes: bytes))
        var error = CInt(0)
        let file = DGifOpen(
            input,
            { file, bytes, count in
                let input = file?.pointee.UserData.assumingMemoryBound(to: Input.self)
                return CInt(input?.pointee.read(bytes, Int(count)) ?? 0)
            }, &error)
        guard let file else {
            Self.free(input)
            throw Self.failure(error)
        }
        (self.input, self.file) = (input, file)
    }

    deinit {
        DGifCloseFile(file, nil)
        Self.free(input)
    }

    private static func free(_ input: UnsafeMutablePointer<Input>) {
        input.deinitialize(count: 1)
        input.deallocate()
    }

    /// Reads up to the pixels of the next frame, which `readRows` must read before the next call;
    /// nil at the end.
    func nextFrame() throws(RasterFailure) -> GIFFrame? {
        var frame = GIFFrame()
        while true {
            var record = UNDEFINED_RECORD_TYPE
            guard DGifGetRecordType(file, &record) == GIF_OK else {
                // Some files lack the block that marks their end.
                if file.pointee.Error == D_GIF_ERR_READ_FAILED { return nil }
                throw failure
            }
            switch record {
            case IMAGE_DESC_RECORD_TYPE:
                try readDescriptor(of: &frame)
                return frame
            case EXTENSION_RECORD_TYPE: try readExtension(of: &frame)
            default: return nil
            }
        }
    }

    private func readDescriptor(of frame: inout GIFFrame) throws(RasterFailure) {
        guard DGifGetImageDesc(file) == GIF_OK else { throw failure }
        let descriptor = file.pointee.Image
        (frame.left, frame.top) = (Int(descriptor.Left), Int(descriptor.Top))
        (frame.width, frame.height) = (Int(descriptor.Width), Int(descriptor.Height))
        frame.isInterlaced = descriptor.Interlace
        guard frame.width > 0, frame.height > 0 else {
            throw RasterFailure(reason: "a frame has \(frame.width) x \(frame.height) pixels")
        }
        guard let map = (descriptor.ColorMap ?? file.pointee.SColorMap)?.pointee else {
            throw RasterFailure(reason: "a frame has no colours")
        }
        frame.colours = UnsafeBufferPointer(start: map.Colors, count: Int(map.ColorCount)).map {
            0xFF00_0000 | UInt32($0.Red) << 16 | UInt32($0.Green) << 8 | UInt32($0.Blue)
        }
    }

    /// Reads an extension with all of its blocks. A graphics control extension applies to the next
    /// frame.
    private func readExtension(of frame: inout GIFFrame) throws(RasterFailure) {
        var (code, block): (CInt, UnsafeMutablePointer<GifByteType>?) = (0, nil)
        guard DGifGetExtension(file, &code, &block) == GIF_OK else { throw failure }
        if code == GRAPHICS_EXT_FUNC_CODE, let block {
            var control = GraphicsControlBlock()
            // The first byte is the number of the others.
            if DGifExtensionToGCB(Int(block[0]), block + 1, &control) == GIF_OK {
                frame.disposal = Int(control.DisposalMode)
                frame.transparent = Int(control.TransparentColor)
            }
        }
        while block != nil {
            guard DGifGetExtensionNext(file, &block) == GIF_OK else { throw failure }
        }
    }

    /// Calls `use` with the number and the colour indices of each row; the rows of an interlaced
    /// frame are not in order. `frame` must be the last frame that `nextFrame` returned.
    func readRows(
        of frame: GIFFrame, _ use: (Int, UnsafeMutablePointer<GifPixelType>) -> Void
    ) throws(RasterFailure) {
        let row = UnsafeMutablePointer<GifPixelType>.allocate(capacity: frame.width)
        defer { row.deallocate() }
        // GIF89a, appendix E.
        let passes = frame.isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
        for (start, step) in passes {
            for y in stride(from: start, to: frame.height, by: step) {
                guard DGifGetLine(file, row, CInt(frame.width)) == GIF_OK else { throw failure }
                use(y, row)
            }
        }
    }

    private var failure: RasterFailure { Self.failure(file.pointee.Error) }

    private static func failure(_ error: CInt) -> RasterFailure {
        RasterFailure(reason: GifErrorString(error).map { String(cString: $0) } ?? "no GIF")
    }
}
