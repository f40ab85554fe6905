import Geometry

/// A PDF 1.4 (ISO 32000) of one page with one picture, which fills the page. Its rows come one
/// after the other.
struct PDFRows: RowEncoder {
    private let description: RowFile.Description
    private let deflater: Deflater
    private var rows: FilteredRows
    /// The number of bytes so far, which is the offset of the next byte in the file.
    private var offset = 0
    /// The offsets of the objects in the file, in the order of their numbers.
    private var objects: [Int] = []
    private var pictureLength = 0

    init(_ description: RowFile.Description, _ deflater: Deflater) {
        (self.description, self.deflater, rows) = (description, deflater, FilteredRows(description))
    }

    mutating func begin() -> [UInt8] {
        let (width, height) = (points(description.size.width), points(description.size.height))
        let drawing = "q \(width) 0 0 \(height) 0 0 cm /P Do Q"
        // The four bytes tell other programs that the file is not text.
        var bytes = text("%PDF-1.4\n%") + counted([0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
        bytes += object("<< /Type /Catalog /Pages 2 0 R >>")
        bytes += object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
        bytes += object(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(width) \(height)] "
                + "/Resources << /XObject << /P 5 0 R >> >> /Contents 4 0 R >>")
        bytes += object(
            "<< /Length \(drawing.utf8.count) >>\nstream\n\(drawing)\nendstream")
        objects.append(offset)
        return bytes
            + text(
                "5 0 obj\n<< /Type /XObject /Subtype /Image /Width \(description.size.width) "
                    + "/Height \(description.size.height) /ColorSpace /DeviceRGB /BitsPerComponent 8 "
                    + "/Interpolate false /Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors 3 "
                    + "/Columns \(description.size.width) >> /Length 6 0 R >>\nstream\n")
    }

    mutating func encode(_ row: [UInt8]) -> [UInt8] {
        picture(deflater.compress(rows.encode(row)))
    }

    mutating func end() -> (bytes: [UInt8], change: (offset: Int, bytes: [UInt8])?) {
        var bytes = picture(deflater.finish()) + text("\nendstream\nendobj\n")
        bytes += object("\(pictureLength)") + object("<< /Producer (lenticule) >>")
        let table = offset
        let entries = objects.map { "\(padded($0, 10)) 00000 n \n" }.joined()
        bytes += text(
            "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n\(entries)trailer\n<< /Size "
                + "\(objects.count + 1) /Root 1 0 R /Info 7 0 R >>\nstartxref\n\(table)\n%%EOF\n")
        return (bytes, nil)
    }

    /// The length of `dots` dots in a row or a column, in points of 1/72 inch, as text.
    private func points(_ dots: Int) -> String {
        let thousandths = Int((Double(dots) / description.dotsPerInch * 72_000).rounded())
        return "\(thousandths / 1000).\(padded(thousandths % 1000, 3))"
    }

    private func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private mutating func object(_ content: String) -> [UInt8] {
        objects.append(offset)
        return text("\(objects.count) 0 obj\n\(content)\nendobj\n")
    }

    private mutating func picture(_ bytes: [UInt8]) -> [UInt8] {
        pictureLength += bytes.count
        return counted(bytes)
    }

    private mutating func text(_ text: String) -> [UInt8] { counted(Array(text.utf8)) }

    /// The bytes, whose number is added to `offset`.
    private mutating func counted(_ bytes: [UInt8]) -> [UInt8] {
        offset += bytes.count
        return bytes
    }
}
