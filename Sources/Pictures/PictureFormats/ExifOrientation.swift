internal import CCairo
internal import CExif
import Geometry
import Glibc

/// How a stored picture is turned or mirrored: EXIF tag 0x0112, 1 to 8 (JEITA CP-3451, 4.6.4 A).
struct ExifOrientation: Equatable {
    /// The tag's value; 1 is as stored.
    let value: Int

    init(value: Int) { self.value = value }

    /// The file's orientation; 1 if the file has no tag, or an invalid one.
    init(_ stream: borrowing FileStream) {
        let loader = exif_loader_new()
        defer { exif_loader_unref(loader) }
        var block = [UInt8](repeating: 0, count: 1024)
        stream.rewind()
        repeat {
            let count = fread(&block, 1, block.count, stream.file)
            guard count > 0 else { break }
            // The loader returns 0 when it needs no more bytes.
            if exif_loader_write(loader, &block, UInt32(count)) == 0 { break }
        } while true
        guard let data = exif_loader_get_data(loader) else {
            value = 1
            return
        }
        defer { exif_data_unref(data) }
        value = Self.read(data)
    }

    private static func read(_ data: UnsafeMutablePointer<ExifData>) -> Int {
        let image = data.pointee.ifd.0
        guard let entry = exif_content_get_entry(image, EXIF_TAG_ORIENTATION),
            entry.pointee.format == EXIF_FORMAT_SHORT, entry.pointee.components == 1
        else { return 1 }
        let value = Int(exif_get_short(entry.pointee.data, exif_data_get_byte_order(data)))
        return (1...8).contains(value) ? value : 1
    }

    /// The upright size of a picture that is stored with the size `stored`.
    func upright(_ stored: Size) -> Size {
        // From 5 on the sides are exchanged.
        value >= 5 ? Size(width: stored.height, height: stored.width) : stored
    }

    /// Maps places in the stored picture to places in the upright one, for a stored picture of this
    /// size.
    func matrix(width w: Double, height h: Double) -> cairo_matrix_t {
        switch value {
        case 2: cairo_matrix_t(xx: -1, yx: 0, xy: 0, yy: 1, x0: w, y0: 0)
        case 3: cairo_matrix_t(xx: -1, yx: 0, xy: 0, yy: -1, x0: w, y0: h)
        case 4: cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: -1, x0: 0, y0: h)
        case 5: cairo_matrix_t(xx: 0, yx: 1, xy: 1, yy: 0, x0: 0, y0: 0)
        case 6: cairo_matrix_t(xx: 0, yx: 1, xy: -1, yy: 0, x0: h, y0: 0)
        case 7: cairo_matrix_t(xx: 0, yx: -1, xy: -1, yy: 0, x0: h, y0: w)
        case 8: cairo_matrix_t(xx: 0, yx: -1, xy: 1, yy: 0, x0: 0, y0: w)
        default: cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0)
        }
    }
}
