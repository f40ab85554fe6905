import Platform

/// Words that identify a machine or its user, which a bug report leaves out.
public struct PrivateWords: Sendable {
    /// In lower case, with what replaces it.
    private var replacements: [(word: [String], by: String)] = []
    private let home: String?

    /// `home` is the user's folder; a path in it begins with ~ instead.
    public init(home: String?) {
        self.home = home.flatMap { $0.count > 1 && $0.hasPrefix("/") ? $0 : nil }
    }

    /// Leaves out these words, with any capitals, where no letter or digit is beside them.
    public mutating func add(_ words: [String?], as replacement: String) {
        for case let word? in words where word.count > 1 && !Self.common.contains(word) {
            replacements.append((word.map { $0.lowercased() }, replacement))
        }
        // A long word may hold a short one.
        replacements.sort { $0.word.count > $1.word.count }
    }

    /// Names that many machines have.
    private static let common = ["root", "lenticule", "localhost", "(none)", "none"]

    /// Adds the numbers of this machine, its boards, its system and its USB devices, as far as this user
    /// may read them.
    public mutating func addNumbers(_ root: Root = .machine) {
        let firmware = ["board", "chassis", "product"].flatMap {
            ["\($0)_serial", "\($0)_uuid", "\($0)_asset_tag"]
        }
        let files =
            firmware.map { "/sys/class/dmi/id/\($0)" }
            + root.names(in: "/sys/bus/usb/devices").map { "/sys/bus/usb/devices/\($0)/serial" }
            + [
                "/proc/device-tree/serial-number", "/etc/machine-id",
                "/proc/sys/kernel/random/boot_id",
            ]
        add(files.map(root.text), as: "<number>")
    }

    /// The text without the words, and without addresses of networks and identifiers of 128 bits.
    public func removed(from text: String) -> String {
        var letters = Array(text)
        if let home { replace(home.map(String.init), by: "~", in: &letters) }
        for (word, replacement) in replacements { replace(word, by: replacement, in: &letters) }
        return String(letters).removingAddresses
    }

    private func replace(_ word: [String], by replacement: String, in letters: inout [Character]) {
        var start = 0
        while start + word.count <= letters.count {
            let end = start + word.count
            let isWord =
                (start == 0 || !letters[start - 1].isWordPart)
                && (end == letters.count || !letters[end].isWordPart)
            let found = letters[start..<end]
            // The word is in lower case; a home folder is compared as it is written.
            if isWord, zip(found, word).allSatisfy({ "\($0)" == $1 || $0.lowercased() == $1 }) {
                letters.replaceSubrange(start..<end, with: replacement)
                start += replacement.count
            } else {
                start += 1
            }
        }
    }
}

extension Character {
    fileprivate var isWordPart: Bool { isLetter || isNumber }
}

extension String {
    /// The text with "<address>" for each address of Ethernet, Bluetooth or IP, and "<number>" for each
    /// identifier of 128 bits.
    fileprivate var removingAddresses: String {
        var (result, token) = ("", "")
        for letter in self + " " {
            if letter.isWordPart || ":.-".contains(letter) {
                token.append(letter)
            } else {
                result += token.replacedAddress + String(letter)
                token = ""
            }
        }
        return String(result.dropLast())
    }

    /// What stands for this word of a text, without its punctuation.
    private var replacedAddress: String {
        let end = lastIndex { $0.isWordPart }.map(index(after:)) ?? startIndex
        let word = self[..<end]
        let digits = word.filter { $0 != "-" }
        if digits.count == 32, digits.allSatisfy(\.isHexDigit) { return "<number>" + self[end...] }
        return word.isAddress ? "<address>" + self[end...] : self
    }
}

extension Substring {
    fileprivate var isAddress: Bool {
        let groups = [Character(":"), "-", "."].map {
            split(separator: $0, omittingEmptySubsequences: false)
        }
        if groups[..<2].contains(where: { $0.count == 6 && $0.areHex(2...2) }) { return true }
        if groups[2].count == 4, groups[2].allSatisfy({ UInt8($0) != nil }) { return true }
        // IPv6: eight groups, or fewer with "::".
        return groups[0].areHex(0...4)
            && (groups[0].count == 8 || groups[0].count > 2 && contains("::"))
    }
}

extension [Substring] {
    /// Whether all are hexadecimal digits, as many as these.
    fileprivate func areHex(_ count: ClosedRange<Int>) -> Bool {
        allSatisfy { count.contains($0.count) && $0.allSatisfy(\.isHexDigit) }
    }
}
