import Glibc
import Platform

extension PictureLookup {
    /// The number of pages of a GIF or an animated WebP, at most `most`, and 0 if it has none; 1
    /// for every other file. Nothing is decoded.
    public static func pageCount(of path: String, upTo most: Int) throws(CardError) -> Int {
        do throws(FileError) {
            var pages = PageCounter(try openRegularFile(path), most: most)
            guard pages.count() else {
                let pages = pages.found == 1 ? "1 page" : "\(pages.found) pages"
                throw FileError(
                    .malformed, "read", path, "it is damaged or cut off after \(pages)")
            }
            return pages.found
        } catch {
            throw CardError(error)
        }
    }
}

/// Counts the pages of a file by the lengths of its blocks.
private struct PageCounter: ~Copyable {
    private let file: OpenFile
    private let most: Int
    private(set) var found = 0
    private var pieces = 0
    /// Some bytes of the file, and the offset of the first.
    private var (buffer, start): ([UInt8], Int) = ([], 0)

    /// How many chunks of a WebP, or parts of a GIF's blocks, are read: a long file may have any
    /// number of empty ones. A file that has more is taken as damaged; a GIF with so many full
    /// parts would have 127 MB.
    private static let mostPieces = 500_000

    /// How many bytes are read at once.
    private static let bufferSize = 1 << 16

    init(_ file: consuming OpenFile, most: Int) {
        self.file = file
        self.most = most
    }

    /// Counts the pages; returns false if the file is damaged or cut off.
    mutating func count() -> Bool {
        if bytes(6, at: 0)?.starts(with: "GIF8".utf8) == true { return countGIF() }
        if let start = bytes(21, at: 0), start.starts(with: "RIFF".utf8),
            start.dropFirst(8).starts(with: "WEBPVP8X".utf8), start[start.startIndex + 20] & 2 != 0
        {
            return countWebP()
        }
        found = 1
        return true
    }

    /// The bytes at an offset; nil if the file ends before their end.
    private mutating func bytes(_ count: Int, at offset: Int) -> ArraySlice<UInt8>? {
        if offset < start || offset + count > start + buffer.count {
            let descriptor = file.descriptor
            buffer = [UInt8](unsafeUninitializedCapacity: Self.bufferSize) { bytes, read in
                read = max(0, pread(descriptor, bytes.baseAddress, Self.bufferSize, offset))
            }
            start = offset
        }
        guard offset + count <= start + buffer.count else { return nil }
        return buffer[offset - start..<offset - start + count]
    }

    private mutating func byte(at offset: Int) -> Int? { bytes(1, at: offset)?.first.map(Int.init) }

    /// Counts the blocks of images; each block begins with a byte for its kind (GIF89a, appendix
    /// A).
    private mutating func countGIF() -> Bool {
        guard let flags = byte(at: 10) else { return false }
        var offset = 13 + Self.paletteSize(flags)
        while found < most {
            // Some files lack the last block, the trailer.
            guard let kind = byte(at: offset) else { return found > 0 }
            switch kind {
            case 0x21: offset += 2
            case 0x2C:
                guard let flags = byte(at: offset + 9) else { return false }
                offset += 11 + Self.paletteSize(flags)
            default: return kind == 0x3B
            }
            guard let end = endOfParts(at: offset) else { return false }
            offset = end
            if kind == 0x2C { found += 1 }
        }
        return true
    }

    /// The bytes of the palette that these flags announce.
    private static func paletteSize(_ flags: Int) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1)
    }

    /// The offset after the parts of a block; nil if the file ends before. Each part begins with
    /// its length, and the last part is empty.
    private mutating func endOfParts(at offset: Int) -> Int? {
        var offset = offset
        while countPiece(), let length = byte(at: offset) {
            offset += 1 + length
            if length == 0 { return offset }
        }
        return nil
    }

    /// Counts the chunks ANMF; each chunk begins with its name and its length (RFC 9649, 2.3 to
    /// 2.7).
    private mutating func countWebP() -> Bool {
        guard let size = number(at: 4) else { return false }
        var offset = 12
        while found < most, offset < size + 8 {
            guard countPiece(), let length = number(at: offset + 4), let name = bytes(4, at: offset)
            else { return false }
            let isPage = name.elementsEqual("ANMF".utf8)
            offset += 8 + length + length & 1
            guard byte(at: offset - 1) != nil else { return false }
            if isPage { found += 1 }
        }
        return true
    }

    /// Counts a part or a chunk; returns false after `mostPieces`.
    private mutating func countPiece() -> Bool {
        pieces += 1
        return pieces <= Self.mostPieces
    }

    /// The 32 bits at a offset.
    private mutating func number(at offset: Int) -> Int? {
        bytes(4, at: offset)?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
