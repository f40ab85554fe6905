/// The bytes of a request or a reply: a kind, eight numbers and a text.
///
/// The decoder process may send any bytes: `init(_:)` returns nil for those that are not a message.
struct Message: Equatable {
    var kind: UInt8
    var numbers: [Int64] = []
    var text = ""

    /// The number of numbers in every message; missing ones are 0.
    private static let numberCount = 8
    /// Bytes; longer texts are cut.
    static let longestText = 32768
    static let largest = 1 + 8 * numberCount + longestText

    init(_ kind: UInt8, _ numbers: [Int64] = [], _ text: String = "") {
        self.kind = kind
        self.numbers = Array(
            (numbers + Array(repeating: 0, count: Self.numberCount)).prefix(Self.numberCount))
        self.text = text
    }

    init?(_ bytes: ArraySlice<UInt8>) {
        let text = bytes.dropFirst(1 + 8 * Self.numberCount)
        guard let kind = bytes.first, bytes.count >= 1 + 8 * Self.numberCount else { return nil }
        let numbers = (0..<Self.numberCount).map { index in
            bytes.dropFirst(1 + 8 * index).prefix(8).reversed().reduce(0) { $0 << 8 | Int64($1) }
        }
        self.init(kind, numbers, String(decoding: text, as: UTF8.self))
    }

    /// Whether `bytes` has all of the text.
    var isWhole: Bool { text.utf8.count <= Self.longestText }

    var bytes: [UInt8] {
        let numbers = numbers.flatMap { number in
            (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        return [kind] + numbers + text.utf8.prefix(Self.longestText)
    }
}
