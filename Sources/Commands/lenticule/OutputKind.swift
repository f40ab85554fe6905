import ArgumentParser
import Glibc
import Platform

/// Checks that an output file's ending agrees with its contents, and that a terminal gets no picture.
enum OutputKind {
    case log, picture, frames, drawing, sheet, page

    private var endings: [String] {
        switch self {
        case .log: ["csv"]
        case .picture: ["png", "apng"]
        case .frames: ["png", "apng", "gif", "webp", "mp4", "webm"]
        case .drawing: ["svg"]
        case .sheet: ["png", "tiff", "tif", "pdf"]
        case .page: ["html", "htm"]
        }
    }

    private var noun: String {
        switch self {
        case .log: "a motion log, which is CSV"
        case .picture: "PNG"
        case .frames: "PNG, GIF, WebP, MP4 and WebM"
        case .drawing: "SVG"
        case .sheet: "PNG, TIFF or PDF"
        case .page: "HTML"
        }
    }

    /// Endings that determine the contents. Any other ending is allowed.
    private static let known: Set<String> = [
        "apng", "avi", "avif", "bmp", "csv", "gif", "heic", "htm", "html", "jpeg", "jpg", "json",
        "m4v", "mkv", "mov", "mp4",
        "pdf",
        "png", "svg", "tif", "tiff", "toml", "webm", "webp",
    ]

    /// Throws if `path` has the ending of another kind of file, or a page's has none by which a browser
    /// knows it; and if it is standard output, which is a terminal, and the contents are nothing to read.
    func check(_ path: String) throws(ValidationError) {
        if [.picture, .frames, .sheet, .page].contains(self), isStandardOutput(path),
            isatty(STDOUT_FILENO) == 1
        {
            throw ValidationError(
                "a \(self == .page ? "page" : "picture") is no text for a terminal; give -o FILE.\(endings[0]), or send it to a program"
            )
        }
        let ending = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() }
        let isForeign =
            self == .page
            ? !isStandardOutput(path) && FileKind(path) != .special
            : ending.map(Self.known.contains) ?? false
        guard isForeign, !endings.contains(ending ?? "") else { return }
        throw ValidationError(
            "\(path.printable): this command writes \(noun); give a name that ends in .\(endings[0])"
        )
    }
}
