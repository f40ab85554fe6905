public import Geometry
public import Platform

/// A picture file for printing: opaque sRGB of 8 bits, with the resolution that gives its size on
/// paper. It is written row by row, so that a large picture takes no more memory than a small one.
public struct RowFile: ~Copyable {
    /// The kinds of files that can be written.
    public enum Format: String, Sendable, CaseIterable {
        case png, tiff, pdf
    }

    /// What the file holds.
    public struct Description: Sendable, Equatable {
        /// In dots, each side at least 1.
        public var size: PixelSize
        public var dotsPerInch: Double
        /// Whether most rows resemble the row before. If not, a dot is expected to resemble the dot
        /// to its left. This selects the predictor, and changes only the length of the file.
        public var rowsAreAlike: Bool

        public init(size: PixelSize, dotsPerInch: Double, rowsAreAlike: Bool) {
            (self.size, self.dotsPerInch, self.rowsAreAlike) = (size, dotsPerInch, rowsAreAlike)
        }
    }

    private let file: OutputFile
    private var encoder: any RowEncoder

    /// Begins the file.
    public init(
        _ file: consuming OutputFile, _ format: Format, _ description: Description
    ) throws(PictureError) {
        let deflater = Deflater()
        self.file = file
        encoder =
            switch format {
            case .png: PNGRows(description, deflater)
            case .tiff: TIFFRows(description, deflater)
            case .pdf: PDFRows(description, deflater)
            }
        guard deflater.isReady else {
            throw PictureError(
                .inputOutput, "cannot write \(self.file.name): no memory to compress it")
        }
        try write(encoder.begin())
    }

    /// Writes the next row: red, green and blue of each dot.
    public mutating func append(_ row: [UInt8]) throws(PictureError) {
        try write(encoder.encode(row))
    }

    /// Ends the file, after all rows.
    public consuming func finish() throws(PictureError) {
        let end = encoder.end()
        try write(end.bytes)
        do throws(FileError) {
            if let change = end.change { try file.overwrite(change.bytes, at: change.offset) }
            try file.finish()
        } catch {
            throw PictureError(error)
        }
    }

    private func write(_ bytes: [UInt8]) throws(PictureError) {
        guard !bytes.isEmpty else { return }
        do throws(FileError) {
            try file.write(bytes)
        } catch {
            throw PictureError(error)
        }
    }
}

/// Turns rows into the bytes of a file.
protocol RowEncoder {
    /// The bytes before the rows.
    mutating func begin() -> [UInt8]

    /// The bytes that are ready after the next row.
    mutating func encode(_ row: [UInt8]) -> [UInt8]

    /// The bytes after the rows, and bytes that overwrite earlier ones, with their offset in the
    /// file; nil if no bytes are overwritten.
    mutating func end() -> (bytes: [UInt8], change: (offset: Int, bytes: [UInt8])?)
}

/// Rows with PNG's filters (third edition, 9.2), which PDF uses too.
struct FilteredRows {
    private let usesUp: Bool
    private var before: [UInt8]
    private var filtered: [UInt8]

    init(_ description: RowFile.Description) {
        usesUp = description.rowsAreAlike
        before = Array(repeating: 0, count: 3 * description.size.width)
        filtered = Array(repeating: 0, count: 1 + 3 * description.size.width)
        filtered[0] = usesUp ? 2 : 1
    }

    /// A row as its differences from the row above, or from the dot to the left.
    mutating func encode(_ row: [UInt8]) -> [UInt8] {
        if usesUp {
            for index in row.indices { filtered[index + 1] = row[index] &- before[index] }
            before = row
        } else {
            for index in 0..<3 { filtered[index + 1] = row[index] }
            for index in 3..<row.count { filtered[index + 1] = row[index] &- row[index - 3] }
        }
        return filtered
    }
}
