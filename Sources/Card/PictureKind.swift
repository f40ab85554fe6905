/// What is known of a picture before it is decoded.
public enum PictureKind {
    /// The endings of pictures that are read, in the order in which they are looked for.
    public static let endings = ["svg", "png", "webp", "jpg", "jpeg"]

    /// Makes sure that a picture is there, and refuses HEIC with the command that converts it.
    static func check(_ path: String) throws(CardError) {
        switch FileKind(path) {
        case .missing: throw CardError(.missing, "\(path): there is no such picture")
        case .forbidden: throw CardError(forbidden: path)
        case .folder: throw CardError(.malformed, "\(path): a folder, not a picture")
        case .file: break
        }
        if isHEIC(try beginning(of: path, limit: 12)) { throw heic(path) }
    }

    /// The picture called `name` in a folder; nil where there is none.
    static func find(_ name: String, in folder: String) throws(CardError) -> String? {
        let paths = endings.map { "\(folder)/\(name).\($0)" }
        if let path = paths.first(where: { FileKind($0) == .file }) { return path }
        for path in ["heic", "heif"].map({ "\(folder)/\(name).\($0)" })
        where FileKind(path) == .file {
            throw heic(path)
        }
        return nil
    }

    /// The brands of ISO 23008-12 that photos carry.
    private static func isHEIC(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 12, Array(bytes[4..<8]) == Array("ftyp".utf8) else { return false }
        let brand = String(decoding: bytes[8..<12], as: UTF8.self)
        return ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].contains(brand)
    }

    private static func heic(_ path: String) -> CardError {
        let parts = path.split(separator: ".", omittingEmptySubsequences: false)
        let isNamed = ["heic", "heif"].contains(parts.last?.lowercased())
        let target = (isNamed ? parts.dropLast().joined(separator: ".") : path) + ".jpg"
        return CardError(
            .malformed,
            "\(path): HEIC is not read; convert it (Debian's libheif-examples) with: heif-convert "
                + "-q 95 \(quoted(path)) \(quoted(target))")
    }

    /// A word as a shell takes it.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "/._-".contains($0) }
        return isPlain
            ? word
            : "'"
                + word.split(separator: "'", omittingEmptySubsequences: false)
                .joined(separator: "'\\''") + "'"
    }
}
