public import Geometry
import Synchronization

/// What the program asks of the process that decodes. The picture's open file comes with the
/// requests that read one.
public enum DecodeRequest: Equatable, Sendable {
    /// Give up all rights but to read these folders, and what the libraries need.
    case confine(Confinement, folders: [String])
    /// The picture's own size. The picture is then kept for `draw`.
    case size(DecodedPicture)
    /// Draw the picture into the memory that comes with this request.
    case draw(DecodedPicture, PixelSize, Fit)

    /// The request in these bytes; nil if they are none.
    public init?(_ bytes: ArraySlice<UInt8>) {
        guard let message = Message(bytes) else { return nil }
        let numbers = message.numbers.map { Int(truncatingIfNeeded: $0) }
        let picture = DecodedPicture(path: message.text, page: numbers[1], number: numbers[0])
        switch message.kind {
        case 1:
            let confinement = Confinement(
                landlock: numbers[0], hasFilter: numbers[1] != 0)
            let folders = message.text.split(separator: "\0").map(String.init)
            self = .confine(confinement, folders: folders)
        case 2: self = .size(picture)
        case 3:
            let size = PixelSize(width: numbers[2], height: numbers[3])
            guard Fit.allCases.indices.contains(numbers[4]), size.isDrawable, picture.page >= 0
            else { return nil }
            self = .draw(picture, size, Fit.allCases[numbers[4]])
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
            Message(2, [picture.number, picture.page].map(Int64.init), picture.path)
        case .draw(let picture, let size, let fit):
            Message(
                3,
                [
                    picture.number, picture.page, size.width, size.height,
                    Fit.allCases.firstIndex(of: fit) ?? 0,
                ].map(Int64.init), picture.path)
        }
    }
}

/// A picture, as the process that decodes knows it.
public struct DecodedPicture: Equatable, Sendable {
    /// For messages, and where the references of an SVG start.
    public let path: String
    /// Of an animation; 0 is the first.
    public let page: Int
    /// Tells the file from the same one, opened another time; all pages of a file have one.
    public let number: Int

    init(path: String, page: Int, number: Int) {
        (self.path, self.page, self.number) = (path, page, number)
    }

    /// A number that no file has.
    static func newNumber() -> Int { count.add(1, ordering: .relaxed).newValue }

    private static let count = Atomic(0)
}

/// How far a process has given up its rights.
public struct Confinement: Equatable, Sendable {
    /// The version of Landlock, which then forbids all files but some; 0 without it.
    public var landlock: Int
    /// Whether a filter forbids all system calls but some.
    public var hasFilter: Bool

    public init(landlock: Int, hasFilter: Bool) {
        (self.landlock, self.hasFilter) = (landlock, hasFilter)
    }

    /// All that the machine has.
    public static let full = Confinement(landlock: .max, hasFilter: true)
}

extension PixelSize {
    /// Whether cairo has images of this size.
    var isDrawable: Bool { (1...32767).contains(width) && (1...32767).contains(height) }
}
