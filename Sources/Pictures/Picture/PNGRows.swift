import Geometry

/// A PNG whose rows come one after the other.
struct PNGRows: RowEncoder {
    private let description: RowFile.Description
    private let deflater: Deflater
    private var rows: FilteredRows
    /// The compressed bytes for the next chunk.
    private var data: [UInt8] = []

    /// How many bytes a chunk has at least, except the last one.
    private static let leastChunkSize = 1 << 18

    init(_ description: RowFile.Description, _ deflater: Deflater) {
        (self.description, self.deflater, rows) = (description, deflater, FilteredRows(description))
    }

    func begin() -> [UInt8] {
        let size = [description.size.width, description.size.height].flatMap {
            UInt32($0).bigEndianBytes
        }
        let resolution = UInt32((description.dotsPerInch / 0.0254).rounded()).bigEndianBytes
        // Eight bits a colour; sRGB for perceptual rendering; dots a metre.
        return PNGChunk.signature + PNGChunk.bytes("IHDR", size + [8, 2, 0, 0, 0])
            + PNGChunk.software + PNGChunk.bytes("sRGB", [0])
            + PNGChunk.bytes("pHYs", resolution + resolution + [1])
    }

    mutating func encode(_ row: [UInt8]) -> [UInt8] {
        data += deflater.compress(rows.encode(row))
        return data.count < Self.leastChunkSize ? [] : chunk()
    }

    mutating func end() -> (bytes: [UInt8], change: (offset: Int, bytes: [UInt8])?) {
        data += deflater.finish()
        return (chunk() + PNGChunk.bytes("IEND", []), nil)
    }

    private mutating func chunk() -> [UInt8] {
        defer { data = [] }
        return PNGChunk.bytes("IDAT", data)
    }
}
