/// Reads the text of a card's shader before a driver does: takes comments out, and refuses what would reach
/// beyond the card's own functions, or would need much of a driver's compiler.
struct ShaderScanner {
    static let mostBytes = 65536
    /// Brackets, one in another.
    static let deepest = 64
    /// Words and signs.
    static let longestStatement = 1000

    /// A word, a number or one other character, without the white space around it.
    struct Word: Equatable {
        let text: String
        /// The index of its first byte.
        let start: Int
        /// In how many brackets it lies.
        let depth: Int
    }

    /// The bytes, with spaces in the place of comments.
    private var bytes: [UInt8]
    private(set) var words: [Word] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }

    init(_ bytes: [UInt8]) throws(ShaderMistake) {
        self.bytes = bytes
        guard bytes.count <= Self.mostBytes else {
            throw mistake(
                at: 0,
                "the text has \(bytes.count) bytes, and \(Self.mostBytes) are the most: shorten it")
        }
        try removeComments()
        try splitWords()
        try checkNesting()
        for word in words { try check(word) }
    }

    /// The only function of a shader that the text defines.
    func entry() throws(ShaderMistake) -> ShaderProgram.Entry {
        var found: ShaderProgram.Entry?
        for index in words.indices where words[index].depth == 0 {
            guard let entry = ShaderProgram.Entry(rawValue: words[index].text),
                words[safe: index + 1]?.text == "("
            else { continue }
            guard let end = end(ofSignature: entry, around: index) else {
                throw mistake(at: words[index].start, "must be \(entry.signature) {")
            }
            guard words[safe: end]?.text == "{" else { continue }
            guard found == nil else {
                throw mistake(
                    at: words[index].start, "is a second one of \(Self.entries): leave one of them")
            }
            found = entry
        }
        guard let found else {
            throw mistake(at: 0, "the text defines none of \(Self.entries): write one of them")
        }
        return found
    }

    private static let entries = ShaderProgram.Entry.allCases.map(\.rawValue)
        .joined(separator: ", ")

    /// The index after a signature whose function's name is at an index; nil if it is another one.
    private func end(ofSignature entry: ShaderProgram.Entry, around index: Int) -> Int? {
        let wanted = Self.split(entry.signature)
        let first = index - 1
        for (offset, text) in wanted.enumerated() {
            guard let word = words[safe: first + offset]?.text else { return nil }
            let isName = text == "place" || text == "under"
            guard isName ? word.utf8.first.map(isWordStart) == true : word == text else {
                return nil
            }
        }
        return first + wanted.count
    }

    private static func split(_ text: String) -> [String] {
        (try? ShaderScanner(unchecked: text).words.map(\.text)) ?? []
    }

    private init(unchecked text: String) throws(ShaderMistake) {
        bytes = Array(text.utf8)
        try splitWords()
    }

    private func mistake(at index: Int, _ text: String) -> ShaderMistake {
        let before = bytes.prefix(index)
        let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
        return ShaderMistake(
            line: before.count { $0 == newline } + 1, column: index - start + 1,
            description: text)
    }
}

private let newline = UInt8(ascii: "\n")

private func isWordStart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"):
        true
    default: false
    }
}

private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}

// Characters.
extension ShaderScanner {
    /// Replaces comments by spaces; lines stay. A carriage return becomes a space, or without a newline
    /// after it a newline.
    private mutating func removeComments() throws(ShaderMistake) {
        var index = 0
        while index < bytes.count {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            switch (bytes[index], next) {
            case (UInt8(ascii: "/"), UInt8(ascii: "/")): index = endOfLine(index)
            case (UInt8(ascii: "/"), UInt8(ascii: "*")): index = try endOfComment(index)
            case (UInt8(ascii: "\r"), _):
                bytes[index] = next == newline ? UInt8(ascii: " ") : newline
                index += 1
            default: index += 1
            }
        }
    }

    private mutating func endOfLine(_ start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != newline, bytes[index] != UInt8(ascii: "\r") {
            bytes[index] = UInt8(ascii: " ")
            index += 1
        }
        return index
    }

    private mutating func endOfComment(_ start: Int) throws(ShaderMistake) -> Int {
        var index = start + 2
        while index + 1 < bytes.count {
            if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
                for place in start..<index + 2 where bytes[place] != newline {
                    bytes[place] = UInt8(ascii: " ")
                }
                return index + 2
            }
            index += 1
        }
        throw mistake(at: start, "the comment does not end: write */ after it")
    }

    private mutating func splitWords() throws(ShaderMistake) {
        var (index, depth) = (0, 0)
        while index < bytes.count {
            let (start, byte) = (index, bytes[index])
            index += 1
            if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == newline {
                continue
            }
            try check(byte, at: start)
            if isWordStart(byte) || isDigit(byte) {
                while index < bytes.count, isWordStart(bytes[index]) || isDigit(bytes[index]) {
                    index += 1
                }
            }
            let text = String(decoding: bytes[start..<index], as: UTF8.self)
            if Self.closing.contains(text) { depth -= 1 }
            words.append(Word(text: text, start: start, depth: depth))
            if Self.partner[text] != nil { depth += 1 }
        }
    }

    /// Refuses what is no character of GLSL ES 1.00, or of its preprocessor.
    private func check(_ byte: UInt8, at index: Int) throws(ShaderMistake) {
        switch byte {
        case UInt8(ascii: "#"):
            throw mistake(at: index, "#: a shader has no lines for the preprocessor: remove it")
        case UInt8(ascii: "\\"): throw mistake(at: index, "\\ joins lines: write one line")
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "$"), UInt8(ascii: "@"),
            UInt8(ascii: "`"), ..<UInt8(ascii: " "), 127...:
            let code = String(byte, radix: 16, uppercase: true)
            throw mistake(
                at: index, "the byte 0x\(code) is no character of GLSL: only comments may have it")
        default: break
        }
    }
}

// Words.
extension ShaderScanner {
    private static let partner = ["(": ")", "[": "]", "{": "}"]
    private static let closing = Set(partner.values)
    private static let refused: [String: String] = [
        "main": "the program has its own: write one of \(entries)",
        "discard": "give vec4(0.0) instead",
        "uniform": "give it in the card's table shader.uniforms, which declares it",
        "attribute": "a shader has only the card's uniforms",
        "varying": "a shader has only the card's uniforms",
    ]

    private func check(_ word: Word) throws(ShaderMistake) {
        if let advice = Self.refused[word.text] {
            throw mistake(at: word.start, "\(word.text) is not possible here: \(advice)")
        }
        if let start = ShaderProgram.Uniform.reservedStart(of: word.text) {
            throw mistake(
                at: word.start, "\(word.text.prefix(40)) has the reserved \(start): rename it")
        }
    }

    /// Each bracket has its partner, and a statement is not too long.
    private func checkNesting() throws(ShaderMistake) {
        var (open, length) = ([Word](), 0)
        for word in words {
            length = [";", "{", "}"].contains(word.text) ? 0 : length + 1
            guard length <= Self.longestStatement else {
                throw mistake(
                    at: word.start,
                    "the statement has more than \(Self.longestStatement) words and signs: divide it"
                )
            }
            if Self.partner[word.text] != nil {
                open.append(word)
                guard open.count <= Self.deepest else {
                    throw mistake(
                        at: word.start,
                        "\(word.text) lies in \(Self.deepest) others, which are the most: divide it"
                    )
                }
            } else if Self.closing.contains(word.text) {
                guard let last = open.popLast(), Self.partner[last.text] == word.text else {
                    throw mistake(
                        at: word.start, "\(word.text) closes nothing: remove it, or open it before")
                }
            }
        }
        if let last = open.last {
            throw mistake(
                at: last.start,
                "\(last.text) is not closed: write \(Self.partner[last.text] ?? "") after it")
        }
    }
}
