import Geometry
import Glibc
import Picture
import System

/// What the process that decodes may take for a picture.
struct DecodeLimits: Sendable {
    /// Seconds of processor time.
    var processorTime = 5.0
    /// Seconds of processor time for all other pictures of a process together, once one took too long.
    var laterProcessorTime = 1.0
    /// Seconds that pass.
    var time = 15.0
    /// Bytes, without what a picture's size adds.
    var memory = 128_000_000
    /// Pixels: an SVG gets memory for so many at least, because what it shows takes memory at any size.
    var leastArea = 1920 * 1080
    /// Seconds without a picture until the process is ended.
    var idleTime = 2.0

    /// Bytes for a picture; `size` is that of the drawing, if it is to be drawn.
    func memory(for picture: DecodedPicture, _ file: borrowing OpenFile, size: PixelSize?) -> Int {
        let needed =
            OpenPicture.isVector(picture.path)
            ? 64 * Double(max(size?.area ?? 0, leastArea)) : 12 * (RasterHeader(file)?.area ?? 0)
        let half = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)) / 2
        return min(Int(saturating: Double(memory) + needed), half)
    }

    /// The processor time that a process may have taken after the next picture, in seconds; so far it
    /// has `used` this, and `atBegin` before its first picture.
    func processorTime(used: Double, atBegin: Double, after endless: Set<String>) -> Double {
        endless.isEmpty ? used + processorTime : atBegin + laterProcessorTime
    }

    /// Throws if this picture took too long before, or the others did.
    func checkBegin(_ path: String, after endless: Set<String>) throws(PictureError) {
        if endless.contains(path) { throw tooLong(path) }
        guard endless.count > 1 else { return }
        throw PictureError(
            .malformed, "\(path): not decoded, for other pictures of the card took too long")
    }
}

/// Why a process gave no reply.
enum DecoderEnd: Error, Equatable {
    /// It took too much processor time.
    case processorTime
    /// It took too long.
    case time
    /// It was ended by this signal.
    case signal(CInt)

    var isTimeOut: Bool { self == .processorTime || self == .time }
}

extension DecodeLimits {
    /// What the process says of a picture, which may be anything: cut, and with the path before it.
    func error(_ said: PictureError, _ path: String) -> PictureError {
        let isNamed = said.description.contains(path)
        let text = isNamed ? said.description : "\(path): \(said.description)"
        return PictureError(said.kind, String(text.prefix(path.count + 300)))
    }

    /// Why a picture was not decoded in so many bytes of memory.
    func error(_ end: DecoderEnd, _ path: String, memory: Int) -> PictureError {
        switch end {
        case .processorTime, .time: tooLong(path)
        case .signal(let signal):
            PictureError(
                .malformed,
                "\(path): the process that decodes it was ended by signal \(signal): the file may be "
                    + "damaged, or need more than \(memory / 1_000_000) MB of memory")
        }
    }

    private func tooLong(_ path: String) -> PictureError {
        PictureError(
            .malformed,
            "\(path): decoding took more than \(Int(processorTime)) s of processor time, or \(Int(time)) s "
                + "in all; make the picture simpler")
    }
}
