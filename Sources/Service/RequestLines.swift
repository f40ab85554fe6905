import NIOCore

/// Cuts what a client sends into lines.
struct RequestLines: NIOSingleStepByteToMessageDecoder {
    typealias InboundOut = ByteBuffer

    /// Bytes; no request is longer.
    static let longest = 1024

    func decode(buffer: inout ByteBuffer) throws -> ByteBuffer? {
        let bytes = buffer.readableBytesView
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        guard end - bytes.startIndex <= Self.longest else {
            throw ByteToMessageDecoderError.PayloadTooLargeError()
        }
        let line = buffer.readSlice(length: end - bytes.startIndex)
        buffer.moveReaderIndex(forwardBy: 1)
        return line
    }

    /// What is left without a newline is no request.
    func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) throws -> ByteBuffer? {
        try decode(buffer: &buffer)
    }
}

/// Counts a client's requests.
struct RequestCount {
    /// Requests in a second; nobody needs more.
    static let most = 100

    private var second = NIODeadline.uptimeNanoseconds(0)
    private var count = 0

    /// Whether one more request at `now` is not too many.
    mutating func admits(at now: NIODeadline) -> Bool {
        if now - second >= .seconds(1) { (second, count) = (now, 0) }
        count += 1
        return count <= Self.most
    }
}
