public import Geometry
import Glibc
public import Picture
public import Platform
import SystemPackage

/// Encodes pictures of one size as WebP, with the program ffmpeg.
public struct WebPEncoder: ~Copyable {
    private var program: ChildProgram
    /// The files, one after the other.
    private let files: OpenFile
    private let size: PixelSize
    private var count = 0

    /// The best and the worst quality of libwebp.
    public static let qualities = 1...100

    public init(_ size: PixelSize, quality: Int) throws(ChildProgramError) {
        let files = try Self.memory()
        // Without a preset libwebp shows smooth dark areas darker at some qualities, such as 80 and 85.
        // The pixels are those of a `Bitmap`, in the machine's byte order; their alpha is not read.
        let format = UInt16(1).littleEndian == 1 ? "bgr0" : "0rgb"
        let arguments =
            "-v error -f rawvideo -pix_fmt \(format) -video_size \(size.width)x\(size.height) "
            + "-i pipe:0 -c:v libwebp -preset picture -quality \(quality) -f image2pipe pipe:1"
        program = try ChildProgram(
            Self.program, arguments.split(separator: " ").map(String.init),
            output: files.descriptor)
        self.files = files
        self.size = size
    }

    private static func memory() throws(ChildProgramError) -> OpenFile {
        do {
            return try OpenFile.inMemory()
        } catch {
            throw ChildProgramError(program, error)
        }
    }

    private static let program = "ffmpeg"

    public mutating func append(_ bitmap: Bitmap) throws(ChildProgramError) {
        precondition(bitmap.size == size, "all pictures have one size")
        try bitmap.pixels.withValues { pixels throws(ChildProgramError) in
            try program.write(UnsafeRawBufferPointer(pixels))
        }
        count += 1
    }

    /// The WebP files in the order of the pictures.
    public consuming func finish() throws(ChildProgramError) -> [[UInt8]] {
        try program.finish()
        let bytes: [UInt8]
        do throws(Errno) {
            try result { lseek(files.descriptor, 0, SEEK_SET) }
            bytes = try files.read(atMost: .max)
        } catch {
            throw ChildProgramError(Self.program, error)
        }
        let found = Self.files(in: bytes)
        guard found.count == count else {
            throw ChildProgramError(
                Self.program, didUnexpectedly: "wrote \(found.count) pictures instead of \(count)")
        }
        return found
    }

    /// Files of the container RIFF, each of which begins with its length.
    private static func files(in bytes: [UInt8]) -> [[UInt8]] {
        var (found, rest): ([[UInt8]], ArraySlice<UInt8>) = ([], bytes[...])
        while rest.count >= 8, rest.starts(with: Array("RIFF".utf8)) {
            let length = rest.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 + Int($1) }
            guard rest.count >= length + 8 else { break }
            found.append(Array(rest.prefix(length + 8)))
            rest = rest.dropFirst(length + 8)
        }
        return found
    }
}
