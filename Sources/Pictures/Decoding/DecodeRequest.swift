public import Geometry
public import Paint
import Picture
import Synchronization

/// What the program asks of the decoder process. The picture's open file comes with the requests
/// that read one.
public enum DecodeRequest: Equatable, Sendable {
    /// Give up the rights that the confinement names; only these folders and the files that the
    /// libraries need stay readable.
    case confine(Confinement, folders: [String])
    /// Return the picture's own size. An SVG is then kept for `draw`.
    case size(PictureReference)
    /// Draw the picture into the memory that comes with this request.
    case draw(PictureReference, PixelSize, Fit)
    /// Write the shapes of an SVG, or of its element with an id, into the memory that comes with this
    /// request.
    case shapes(PictureReference, element: String?)
    /// Lay out the text that the first so many bytes of the memory describe which comes with this request
    /// in a file's place, and write where its lines and clusters lie into the other memory.
    case layOut(byteCount: Int)
    /// Draw a part of such a text into the other memory. The map leads from points to its pixels; it moves
    /// and scales.
    case drawText(byteCount: Int, TextPart, Homography, PixelSize)

    /// Parses a request; nil if the bytes are not a valid one.
    public init?(_ bytes: ArraySlice<UInt8>) {
        guard let message = Message(bytes) else { return nil }
        let numbers = message.numbers.map { Int(truncatingIfNeeded: $0) }
        let picture = PictureReference(path: message.text, page: numbers[1], fileNumber: numbers[0])
        switch message.kind {
        case 1:
            let confinement = Confinement(
                landlock: numbers[0], hasFilter: numbers[1] != 0)
            let folders = message.text.split(separator: "\0").map(String.init)
            self = .confine(confinement, folders: folders)
        case 2: self = .size(picture)
        case 3:
            let size = PixelSize(width: numbers[2], height: numbers[3])
            guard let fit = Fit(message.numbers[4..<7]), size.isDrawable, picture.page >= 0
            else { return nil }
            self = .draw(picture, size, fit)
        case 4:
            let parts = message.text.split(
                separator: "\0", maxSplits: 1, omittingEmptySubsequences: false)
            let reference = PictureReference(
                path: String(parts[0]), page: 0, fileNumber: numbers[0])
            self = .shapes(reference, element: parts.count == 2 ? String(parts[1]) : nil)
        case 5:
            guard SharedPixels.textBytes.contains(numbers[0]) else { return nil }
            self = .layOut(byteCount: numbers[0])
        case 6:
            let size = PixelSize(
                width: numbers[2] & 0xFFFF, height: (numbers[2] >> 16) & 0xFFFF)
            guard SharedPixels.textBytes.contains(numbers[0]), let part = TextPart(numbers[1]),
                let map = Homography(message.numbers[3..<7]), size.isDrawable
            else { return nil }
            self = .drawText(byteCount: numbers[0], part, map, size)
        default: return nil
        }
    }

    var message: Message {
        switch self {
        case .confine(let confinement, let folders):
            Message(
                1, [Int64(confinement.landlock), confinement.hasFilter ? 1 : 0],
                folders.joined(separator: "\0"))
        case .size(let picture):
            Message(2, [picture.fileNumber, picture.page].map(Int64.init), picture.path)
        case .draw(let picture, let size, let fit):
            Message(
                3,
                [picture.fileNumber, picture.page, size.width, size.height].map(Int64.init)
                    + fit.numbers, picture.path)
        case .layOut(let count): Message(5, [Int64(count)])
        case .drawText(let count, let part, let map, let size):
            Message(
                6,
                [Int64(count), part.number, Int64(size.width | size.height << 16)]
                    + [map.a, map.d, map.tx, map.ty].map { Int64(bitPattern: $0.bitPattern) })
        case .shapes(let picture, let element):
            Message(
                4, [Int64(picture.fileNumber)], picture.path + (element.map { "\0" + $0 } ?? ""))
        }
    }
}

/// Names a picture in a request; the open file comes beside it.
public struct PictureReference: Equatable, Sendable {
    /// Errors name it. Its ending decides whether the file is an SVG; the references of an SVG are
    /// relative to its folder.
    public let path: String
    /// The page of an animation; 0 is the first, and the only one of other pictures.
    public let page: Int
    /// Identifies the picture's file, so that the decoder process knows whether it has kept that
    /// picture. All pages of a file share the number; each call of `PictureFile.pages`, `files` or
    /// `init(path:)` gives new numbers.
    public let fileNumber: Int

    init(path: String, page: Int, fileNumber: Int) {
        (self.path, self.page, self.fileNumber) = (path, page, fileNumber)
    }

    static func newFileNumber() -> Int { count.add(1, ordering: .relaxed).newValue }

    private static let count = Atomic(0)
}

/// How far a decoder process gives up its rights, or has given them up.
public struct Confinement: Equatable, Sendable {
    /// The version of Landlock, which forbids all files but those of some folders; 0: no file is
    /// forbidden. In a request each number above 0 asks for the version that the kernel has.
    public var landlock: Int
    /// Whether a filter (seccomp) forbids all system calls but some.
    public var hasFilter: Bool

    public init(landlock: Int, hasFilter: Bool) {
        (self.landlock, self.hasFilter) = (landlock, hasFilter)
    }

    /// Every restriction that the kernel offers.
    public static let full = Confinement(landlock: .max, hasFilter: true)
}

extension Fit {
    /// The mode's index, and the bits of the focus's coordinates.
    fileprivate var numbers: [Int64] {
        [Int64(Mode.allCases.firstIndex(of: mode) ?? 0)]
            + [focus.x, focus.y].map { Int64(bitPattern: $0.bitPattern) }
    }

    /// Reads `numbers`; nil if they are not valid.
    fileprivate init?(_ numbers: ArraySlice<Int64>) {
        let (mode, focus) = (numbers[numbers.startIndex], numbers.dropFirst())
        let shares = focus.map { Double(bitPattern: UInt64(bitPattern: $0)) }
        guard let mode = Int(exactly: mode), Mode.allCases.indices.contains(mode),
            shares.count == 2, shares.allSatisfy((0...1).contains)
        else { return nil }
        self.init(Mode.allCases[mode], focus: Point(x: shares[0], y: shares[1]))
    }
}

extension TextPart {
    /// -1 for the glyphs with own colours, else the index of the brush.
    fileprivate var number: Int64 {
        switch self {
        case .brush(let index): Int64(index)
        case .ownColours: -1
        }
    }

    fileprivate init?(_ number: Int) {
        switch number {
        case -1: self = .ownColours
        case 0...TextDescription.mostSpans: self = .brush(number)
        default: return nil
        }
    }
}

extension Homography {
    /// A map that moves and scales, from the bits of two scales and an offset; nil if it is none by which
    /// a text is drawn.
    fileprivate init?(_ bits: ArraySlice<Int64>) {
        let numbers = bits.map { Double(bitPattern: UInt64(bitPattern: $0)) }
        guard numbers.count == 4, numbers[..<2].allSatisfy({ (1e-6...1e6).contains($0) }),
            numbers[2...].allSatisfy({ abs($0) <= 1e7 })
        else { return nil }
        self =
            .translation(Point(x: numbers[2], y: numbers[3])) * .scale(x: numbers[0], y: numbers[1])
    }
}

extension PixelSize {
    /// Whether cairo has images of this size.
    var isDrawable: Bool { (1...32767).contains(width) && (1...32767).contains(height) }
}
