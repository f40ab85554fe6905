internal import CCairo
internal import CZlib
import Platform

extension Bitmap {
    /// Writes a PNG to `path`, `-` for standard output. Throws if `path` is one of `inputFiles`.
    public func writePNG(to path: String, inputFiles: [String] = []) throws(PictureError) {
        let bytes = try png()
        do {
            let file = try OutputFile(path, inputFiles: inputFiles)
            try file.write(bytes)
            try file.finish()
        } catch {
            throw PictureError(error)
        }
    }

    /// The bytes of a PNG file that names this program as its software, and says whether it is a
    /// frame of a film.
    public func png(isFrame: Bool = false) throws(PictureError) -> [UInt8] {
        var bytes: [UInt8] = []
        let status = withImage { image in
            withUnsafeMutablePointer(to: &bytes) {
                cairo_surface_write_to_png_stream(image, append, $0)
            }
        }
        guard status == CAIRO_STATUS_SUCCESS else {
            let reason = String(cString: cairo_status_to_string(status))
            throw PictureError(
                .inputOutput, "cannot make a PNG of \(width) x \(height) pixels: \(reason)")
        }
        let chunks = isFrame ? PNGChunk.ofFrame : PNGChunk.software
        bytes.insert(contentsOf: chunks, at: PNGChunk.afterHeader)
        return bytes
    }
}

/// Called by cairo with the next bytes; `closure` points to the array that they are appended to.
private func append(
    _ closure: UnsafeMutableRawPointer?, _ data: UnsafePointer<UInt8>?, _ count: UInt32
) -> cairo_status_t {
    guard let bytes = closure?.assumingMemoryBound(to: [UInt8].self) else {
        return CAIRO_STATUS_WRITE_ERROR
    }
    // An array that grows is copied to one of twice its size.
    if bytes.pointee.count + Int(count) > bytes.pointee.capacity {
        MemoryReserve.require(2 * bytes.pointee.count)
    }
    bytes.pointee += UnsafeBufferPointer(start: data, count: Int(count))
    return CAIRO_STATUS_SUCCESS
}

enum PNGChunk {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// A chunk that names this program as the software of the file.
    static let software = bytes("tEXt", Array("Software\0lenticule".utf8))

    /// The chunks of a film's frame that this program writes.
    static let ofFrame = software + bytes("tEXt", Array("Comment\0frame of a film".utf8))

    /// Where the chunks begin that follow the first one, IHDR.
    static let afterHeader = signature.count + 25

    /// A chunk: its length, type, data and checksum.
    static func bytes(_ type: StaticString, _ data: [UInt8]) -> [UInt8] {
        let body = type.withUTF8Buffer { Array($0) } + data
        let checksum = UInt32(truncatingIfNeeded: crc32(0, body, uInt(body.count)))
        return UInt32(data.count).bigEndianBytes + body + checksum.bigEndianBytes
    }
}

extension FixedWidthInteger {
    /// The number in PNG's byte order.
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

/// Whether the file at `path` is a frame of a film that this program has written.
public func isOwnFrame(_ path: String) -> Bool {
    let (start, chunks) = (PNGChunk.afterHeader, PNGChunk.ofFrame)
    guard let bytes = try? readFile(path, atMost: start + chunks.count) else { return false }
    return bytes.starts(with: PNGChunk.signature) && bytes.dropFirst(start).elementsEqual(chunks)
}
