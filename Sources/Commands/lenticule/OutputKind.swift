import ArgumentParser
import Glibc
import Platform

/// Checks that an output file's ending agrees with its contents, and that a terminal gets no picture.
enum OutputKind {
    case log, picture, drawing, sheet

    private var endings: [String] {
        switch self {
        case .log: ["csv"]
        case .picture: ["png", "apng"]
        case .drawing: ["svg"]
        case .sheet: ["png", "tiff", "tif", "pdf"]
        }
    }

    private var noun: String {
        switch self {
        case .log: "a motion log, which is CSV"
        case .picture: "PNG"
        case .drawing: "SVG"
        case .sheet: "PNG, TIFF or PDF"
        }
    }

    /// Endings that determine the contents. Any other ending is allowed.
    private static let known: Set<String> = [
        "apng", "avif", "bmp", "csv", "gif", "heic", "jpeg", "jpg", "json", "mp4", "pdf", "png",
        "svg",
        "tif", "tiff", "toml", "webm", "webp",
    ]

    /// Throws if `path` has the ending of another kind of file, or if it is standard output, which
    /// is a terminal, and the contents are no text.
    func check(_ path: String) throws(ValidationError) {
        if self == .picture || self == .sheet, isStandardOutput(path), isatty(STDOUT_FILENO) == 1 {
            throw ValidationError(
                "a picture is no text for a terminal; give -o FILE.png, or send it to a program")
        }
        guard let dot = path.lastIndex(of: ".") else { return }
        let ending = path[path.index(after: dot)...].lowercased()
        guard Self.known.contains(ending), !endings.contains(ending) else { return }
        throw ValidationError(
            "\(path.printable): this command writes \(noun); give a name that ends in .\(endings[0])"
        )
    }
}
