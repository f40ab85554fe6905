public import Geometry
public import Picture
import Platform

/// What the decoder process answers to a request.
public enum DecodeReply: Equatable, Sendable {
    /// The process has given up the rights that the request named, as far as this machine allows.
    case confined(Confinement)
    /// The picture's own size in pixels.
    case size(Size)
    /// The picture is drawn. `isIncomplete`: a part of it was missing in its file, and is grey.
    case drawn(isIncomplete: Bool)
    /// A text with so many bytes, which has what was asked for, is written.
    case written(byteCount: Int)
    /// The picture cannot be read or drawn.
    case failed(PictureError)

    /// Parses a reply; nil if the bytes are not a valid one.
    public init?(_ bytes: ArraySlice<UInt8>) {
        guard let message = Message(bytes) else { return nil }
        let numbers = message.numbers
        switch message.kind {
        case 1:
            self = .confined(
                Confinement(
                    landlock: Int(truncatingIfNeeded: numbers[0]), hasFilter: numbers[1] != 0))
        case 2:
            let sides = numbers.prefix(2).map { Double(bitPattern: UInt64(bitPattern: $0)) }
            guard sides.allSatisfy({ $0 > 0 && $0 < 1e9 }) else { return nil }
            self = .size(Size(width: sides[0], height: sides[1]))
        case 3: self = .drawn(isIncomplete: numbers[0] != 0)
        case 4:
            guard let kind = ErrorKind(rawValue: UInt8(truncatingIfNeeded: numbers[0])) else {
                return nil
            }
            self = .failed(PictureError(kind, message.text))
        case 5:
            guard let count = Int(exactly: numbers[0]), SharedPixels.textBytes.contains(count)
            else { return nil }
            self = .written(byteCount: count)
        default: return nil
        }
    }

    var message: Message {
        switch self {
        case .confined(let confinement):
            Message(1, [Int64(confinement.landlock), confinement.hasFilter ? 1 : 0])
        case .size(let size):
            Message(2, [size.width, size.height].map { Int64(bitPattern: $0.bitPattern) })
        case .drawn(let isIncomplete): Message(3, [isIncomplete ? 1 : 0])
        case .failed(let error): Message(4, [Int64(error.kind.rawValue)], error.description)
        case .written(let count): Message(5, [Int64(count)])
        }
    }
}
