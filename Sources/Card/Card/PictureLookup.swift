import Platform

/// Finds picture files, checks them and counts their pages; nothing is decoded.
public enum PictureLookup {
    /// The file name extensions of readable pictures, in order of search.
    public static let endings = ["svg", "png", "webp", "gif", "jpg", "jpeg"]

    /// Throws if the file cannot be read, or if it is HEIC: then the error names the command that
    /// converts it. Other contents are not checked.
    static func check(_ path: String) throws(CardError) {
        if isHEIC(try beginning(of: path)) { throw heic(path) }
    }

    private static func beginning(of path: String) throws(CardError) -> [UInt8] {
        do {
            return try readFile(path, atMost: 12)
        } catch {
            throw CardError(error)
        }
    }

    /// The paths at which `find` looks for a picture with this name, in order.
    static func paths(of name: String, in folder: String) -> [String] {
        endings.map { "\(folder)/\(name).\($0)" }
    }

    /// The path of the picture with this name in a folder; nil if there is none. Throws if the only
    /// one is HEIC.
    static func find(_ name: String, in folder: String) throws(CardError) -> String? {
        let paths = paths(of: name, in: folder)
        if let path = paths.first(where: { FileKind($0) == .file }) { return path }
        for path in ["heic", "heif"].map({ "\(folder)/\(name).\($0)" })
        where FileKind(path) == .file {
            throw heic(path)
        }
        return nil
    }

    /// Whether a file's first 12 bytes state a brand of HEIC (ISO 23008-12).
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
                + "-q 95 \(path.shellWord) \(target.shellWord)")
    }
}
