import MotionLog
import NIOCore

/// Reads the requests of one client, and closes its connection after an error.
final class ClientInput: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let clients: Clients
    private let output: ClientOutput
    private let isAllowed: Bool
    private var requests = RequestCount()

    /// A client that is not allowed gets only an error line.
    init(_ output: ClientOutput, of clients: Clients, isAllowed: Bool) {
        (self.output, self.clients, self.isAllowed) = (output, clients, isAllowed)
    }

    func channelActive(context: ChannelHandlerContext) {
        if !isAllowed {
            disconnect("only the service's user and group may connect", context)
        } else if !clients.add(output) {
            disconnect("\(Clients.limit) clients are connected already; try again later", context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        clients.remove(output)
        output.close()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard requests.admits(at: .now()) else {
            return disconnect("more than \(RequestCount.limit) requests in a second", context)
        }
        do throws(LineError) {
            switch try Request(parsing: unwrapInboundIn(data).readableBytesView) {
            case .state(let hz): output.subscribe(toStates: hz)
            case .samples: output.subscribeToSamples()
            case .recenter:
                clients.recenter()
                output.answerRecenter()
            }
        } catch {
            disconnect(error.description, context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is ByteToMessageDecoderError.PayloadTooLargeError {
            disconnect("a line of more than \(RequestLines.longest) bytes", context)
        } else {
            context.close(promise: nil)
        }
    }

    /// Sends the reason, and closes.
    private func disconnect(_ reason: String, _ context: ChannelHandlerContext) {
        clients.remove(output)
        output.send(.line { $0.appendError(reason) })
        output.close()
        context.close(promise: nil)
    }
}

extension TextBuffer {
    /// The text that `write` appends.
    static func line(_ write: (inout TextBuffer) -> Void) -> TextBuffer {
        var text = TextBuffer(capacity: 512)
        write(&text)
        return text
    }
}

/// Splits the received bytes into lines.
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

    /// A last line without a newline is no request.
    func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) throws -> ByteBuffer? {
        try decode(buffer: &buffer)
    }
}

/// Counts a client's requests.
struct RequestCount {
    /// Requests in a second that a client may make.
    static let limit = 100

    private var second = NIODeadline.uptimeNanoseconds(0)
    private var count = 0

    /// Counts a request at `now`; returns whether the client may make it.
    mutating func admits(at now: NIODeadline) -> Bool {
        if now - second >= .seconds(1) { (second, count) = (now, 0) }
        count += 1
        return count <= Self.limit
    }
}
