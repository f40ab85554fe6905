internal import CZlib

/// A stream of bytes that zlib compresses (RFC 1950) part by part.
final class Deflater {
    /// Allocated, because zlib keeps the address of the stream.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var room = [UInt8](repeating: 0, count: 1 << 16)
    /// Whether there was memory for zlib's state; if not, nothing may be compressed.
    let isReady: Bool

    init() {
        stream.initialize(to: z_stream())
        let size = CInt(MemoryLayout<z_stream>.size)
        isReady = deflateInit_(stream, Z_DEFAULT_COMPRESSION, ZLIB_VERSION, size) == Z_OK
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Compresses `bytes`; returns the compressed bytes that are ready, also those of earlier
    /// calls.
    func compress(_ bytes: [UInt8]) -> [UInt8] { run(bytes, Z_NO_FLUSH) }

    /// Ends the stream and returns its remaining bytes; a new stream may begin.
    func finish() -> [UInt8] {
        defer { deflateReset(stream) }
        return run([], Z_FINISH)
    }

    private func run(_ bytes: [UInt8], _ flush: CInt) -> [UInt8] {
        var bytes = bytes
        var result: [UInt8] = []
        bytes.withUnsafeMutableBufferPointer { input in
            (stream.pointee.next_in, stream.pointee.avail_in) = (
                input.baseAddress, uInt(input.count)
            )
            repeat { result += next(flush) } while stream.pointee.avail_out == 0
        }
        return result
    }

    /// The next compressed bytes, as many as fit into `room`.
    private func next(_ flush: CInt) -> ArraySlice<UInt8> {
        let remaining = room.withUnsafeMutableBufferPointer { output in
            (stream.pointee.next_out, stream.pointee.avail_out) = (
                output.baseAddress, uInt(output.count)
            )
            deflate(stream, flush)
            return Int(stream.pointee.avail_out)
        }
        return room[..<(room.count - remaining)]
    }
}
