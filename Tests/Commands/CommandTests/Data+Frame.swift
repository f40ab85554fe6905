import Foundation

extension Data {
    /// A film's frame without the chunk that tells it from other pictures of the program: after the
    /// signature, IHDR and the software's name.
    var withoutFrameMark: Data { prefix(63) + dropFirst(98) }
}
