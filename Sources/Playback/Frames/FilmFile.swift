import Geometry
import Glibc
import Picture
import Platform
import SystemPackage

/// A film that ffmpeg encodes while its frames are drawn.
struct FilmFile: ~Copyable {
    private let file: OutputFile
    private var encoder: ChildProgram
    /// The file in memory from which ffmpeg reads a GIF's palette.
    private let palette: OpenFile

    /// The program that encodes films.
    static let encoderName = "ffmpeg"

    /// `palette` is that of a format that has one.
    init(
        _ file: consuming OutputFile, _ format: FilmFormat, size: PixelSize, rate: Double,
        quality: Double, palette picture: Bitmap? = nil
    ) throws {
        let palette = try OpenFile.inMemory()
        if let picture { try palette.write(picture.png()) }
        guard let path = file.sharedPath else {
            throw FilmError(file.name, "ffmpeg writes only into a file: give the name of one")
        }
        let arguments =
            [
                "-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pixel_format",
                "bgra",
                "-video_size", "\(size.width)x\(size.height)", "-framerate", "\(rate)", "-i",
                "pipe:0",
            ]
            + format.arguments(
                quality: quality, palette: "/proc/\(getpid())/fd/\(palette.descriptor)")
            + ["file:" + path]
        encoder = try Self.start(arguments, for: file.name)
        self.palette = palette
        self.file = file
    }

    private static func start(
        _ arguments: [String], for path: String
    ) throws(FilmError) -> ChildProgram {
        do throws(ChildProgramError) {
            return try ChildProgram(encoderName, arguments)
        } catch {
            throw FilmError(path, error)
        }
    }

    /// Adds this many equal frames.
    mutating func append(_ bitmap: Bitmap, frames: Int) throws(FilmError) {
        do throws(ChildProgramError) {
            for _ in 0..<frames {
                try bitmap.pixels.withValues { pixels throws(ChildProgramError) in
                    try encoder.write(UnsafeRawBufferPointer(pixels))
                }
            }
        } catch {
            throw FilmError(file.name, error)
        }
    }

    /// Ends the film, which then replaces the old file; or which is given up if it has more bytes than `limit`:
    /// then its bytes are returned.
    consuming func finish(limit: Int? = nil) throws -> Int? {
        do throws(ChildProgramError) {
            try encoder.finish()
        } catch {
            throw FilmError(file.name, error)
        }
        if let limit, let bytes = fileSize(file.sharedPath), bytes > limit { return bytes }
        try file.finish()
        return nil
    }
}

private func fileSize(_ path: String?) -> Int? {
    var status = stat()
    guard let path, stat(path, &status) == 0 else { return nil }
    return Int(status.st_size)
}

/// Why a film could not be written, as one line.
public struct FilmError: Error, CustomStringConvertible {
    /// Whether ffmpeg is not there.
    public let isMissing: Bool
    public let description: String

    init(_ path: String, _ reason: String) {
        (isMissing, description) = (false, "cannot write \(path): \(reason)")
    }

    init(_ path: String, _ error: ChildProgramError) {
        isMissing = error.isMissing
        // The first line says why; others follow from it.
        let said = error.lines.first { $0.contains("No space left") } ?? error.lines.first
        let reason =
            error.isMissing
            ? "films are encoded by the program \(FilmFile.encoderName), which is not there: install the "
                + "package \(FilmFile.encoderName)"
            : said.map { "\(FilmFile.encoderName) says: \($0)" } ?? error.description
        description = "cannot write \(path): \(reason)"
    }
}
