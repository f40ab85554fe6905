import Glibc
import System

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
    /// Some bytes of the file, and the place of the first.
    private var (window, start): ([UInt8], Int) = ([], 0)

    /// How many chunks of a WebP, or parts of a GIF's blocks, are read: a long file may have any
    /// number of empty ones. A file with more counts as damaged; a GIF with so many full parts has
    /// 127 MB.
    private static let mostPieces = 500_000

    /// How many bytes are read at once.
    private static let windowSize = 1 << 16

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

    /// The bytes at a place; nil if the file ends before their end.
    private mutating func bytes(_ count: Int, at place: Int) -> ArraySlice<UInt8>? {
        if place < start || place + count > start + window.count {
            let descriptor = file.descriptor
            window = [UInt8](unsafeUninitializedCapacity: Self.windowSize) { bytes, read in
                read = max(0, pread(descriptor, bytes.baseAddress, Self.windowSize, place))
            }
            start = place
        }
        guard place + count <= start + window.count else { return nil }
        return window[place - start..<place - start + count]
    }

    private mutating func byte(at place: Int) -> Int? { bytes(1, at: place)?.first.map(Int.init) }

    /// Counts the blocks of images; each block begins with a byte for its kind (GIF89a, appendix
    /// A).
    private mutating func countGIF() -> Bool {
        guard let flags = byte(at: 10) else { return false }
        var place = 13 + Self.paletteSize(flags)
        while found < most {
            // Some files lack the last block, the trailer.
            guard let kind = byte(at: place) else { return found > 0 }
            switch kind {
            case 0x21: place += 2
            case 0x2C:
                guard let flags = byte(at: place + 9) else { return false }
                place += 11 + Self.paletteSize(flags)
            default: return kind == 0x3B
            }
            guard let end = endOfParts(at: place) else { return false }
            place = end
            if kind == 0x2C { found += 1 }
        }
        return true
    }

    /// The bytes of the palette that these flags announce.
    private static func paletteSize(_ flags: Int) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1)
    }

    /// The place after the parts of a block; nil if the file ends before. Each part begins with its
    /// length, and the last part is empty.
    private mutating func endOfParts(at place: Int) -> Int? {
        var place = place
        while countPiece(), let length = byte(at: place) {
            place += 1 + length
            if length == 0 { return place }
        }
        return nil
    }

    /// Counts the chunks ANMF; each chunk begins with its name and its length (RFC 9649, 2.3 to
    /// 2.7).
    private mutating func countWebP() -> Bool {
        guard let size = number(at: 4) else { return false }
        var place = 12
        while found < most, place < size + 8 {
            guard countPiece(), let length = number(at: place + 4), let name = bytes(4, at: place)
            else { return false }
            let isPage = name.elementsEqual("ANMF".utf8)
            place += 8 + length + length & 1
            guard byte(at: place - 1) != nil else { return false }
            if isPage { found += 1 }
        }
        return true
    }

    /// Counts a part or a chunk; returns false after `mostPieces`.
    private mutating func countPiece() -> Bool {
        pieces += 1
        return pieces <= Self.mostPieces
    }

    /// The 32 bits at a place.
    private mutating func number(at place: Int) -> Int? {
        bytes(4, at: place)?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
