import Geometry
import Glibc
import Picture
import Platform

/// The limits for decoding a picture, and for an idle decoder process.
struct DecodeLimits: Sendable {
    /// Seconds of processor time.
    var processorTimeLimit = 5.0
    /// Seconds of processor time for all pictures of a decoder process together, after one picture
    /// has taken too long.
    var laterProcessorTimeLimit = 1.0
    /// Seconds of elapsed time.
    var timeLimit = 15.0
    /// Seconds of elapsed time until a new process has given up its rights.
    var startTimeLimit = 15.0
    /// Bytes, to which `memory(for:_:size:)` adds some for each pixel.
    var baseMemory = 128_000_000
    /// Pixels: an SVG gets memory for at least this many, because its content takes memory at any
    /// size.
    var leastPixels = 1920 * 1080
    /// Whether what has taken too long, and then all that follows, gets less time.
    var remembersTimeOuts = true
    /// Seconds without a request until the decoder process is ended.
    var idleTime = 2.0

    /// Bytes for a picture; `size` is the size at which it is drawn, nil if only its own size is
    /// asked for.
    func memory(
        for picture: PictureReference, _ file: borrowing OpenFile, size: PixelSize?
    ) -> Int {
        let needed =
            isSVG(picture.path)
            ? 64 * Double(max(size?.mostProportionalPixels ?? 0, leastPixels))
            : 12 * (RasterHeader(file)?.area ?? 0)
        let half = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)) / 2
        return min(Int(saturating: Double(baseMemory) + needed), half)
    }

    /// The processor time, in seconds since the start of a decoder process, at which that process
    /// is ended if it has not decoded the next picture. `used`: what it has used until now;
    /// `atBegin`: what it had used before its first picture; `timedOut`: the paths of the pictures
    /// that took too long, and their errors.
    func processorTimeDeadline(
        used: Double, atBegin: Double, after timedOut: [String: PictureError]
    ) -> Double {
        timedOut.isEmpty ? used + processorTimeLimit : atBegin + laterProcessorTimeLimit
    }

    /// Throws if this picture took too long before, or if two others did.
    func checkBegin(_ path: String, after timedOut: [String: PictureError]) throws(PictureError) {
        if let error = timedOut[path] { throw error }
        guard timedOut.count > 1 else { return }
        throw PictureError(
            .malformed, "\(path): not decoded, for other pictures of the card took too long")
    }
}

/// How a decoder process ended, or why it was ended, without a reply.
enum DecoderEnd: Error, Equatable {
    /// It used too much processor time.
    case processorTime
    /// It took too long.
    case time
    /// It was ended by this signal; SIGKILL also if it exited by itself, or if the request was
    /// cancelled.
    case signal(CInt)

    var isTimeOut: Bool { self == .processorTime || self == .time }
}

extension DecodeLimits {
    /// The error for a text from the decoder process, which may be anything. The path is put before
    /// the text unless the text contains the path; the result has at most 300 characters more than
    /// the path. A limit on this program's memory, which holds for that process, too, may be why it got none.
    func error(_ said: PictureError, _ path: String) -> PictureError {
        let isNamed = said.description.contains(path)
        var text = isNamed ? said.description : "\(path): \(said.description)"
        if said.kind == .inputOutput, let limit = MemoryReserve.limit {
            text += "; the limit on memory (\(limit.option)) is \(limit.kilobytes) kB; raise it"
        }
        return PictureError(said.kind, String(text.prefix(path.count + 300)))
    }

    /// The error for a picture whose decoder process ended; `memory` was its limit, in bytes, and
    /// `timedOut` holds the pictures that took too long before it; `limit` is that of this program.
    func error(
        _ end: DecoderEnd, _ path: String, memory: Int, after timedOut: [String: PictureError],
        within limit: (option: String, kilobytes: UInt)? = MemoryReserve.limit
    ) -> PictureError {
        switch end {
        case .processorTime where !timedOut.isEmpty:
            PictureError(
                .malformed,
                "\(path): decoding it and the pictures before it took more than "
                    + "\(Int(laterProcessorTimeLimit)) s of processor time, the limit after a picture that "
                    + "took too long; make \(timedOut.keys.sorted()[0]) simpler")
        case .processorTime, .time:
            PictureError(
                .malformed,
                "\(path): decoding took more than \(Int(processorTimeLimit)) s of processor time, or "
                    + "\(Int(timeLimit)) s in all; make the picture simpler")
        case .signal(let signal):
            Self.error(signal, path, memory: memory, within: limit)
        }
    }

    private static func error(
        _ signal: CInt, _ path: String, memory: Int,
        within limit: (option: String, kilobytes: UInt)?
    ) -> PictureError {
        let ended = "\(path): the process that decodes it was ended by signal \(signal): "
        guard let limit, limit.kilobytes < memory / 1024 else {
            let reason =
                "the file may be damaged, or need more than \(memory / 1_000_000) MB of memory"
            return PictureError(.malformed, ended + reason)
        }
        return PictureError(
            .inputOutput,
            ended
                + "it may need \(memory / 1_000_000) MB of memory, and the limit (\(limit.option)) is "
                + "\(limit.kilobytes) kB; raise it")
    }
}
