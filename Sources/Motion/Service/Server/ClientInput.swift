import MotionLog
import NIOCore

/// Reads the requests of one client, and ends its connection after an error.
final class ClientInput: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let clients: Clients
    private let output: ClientOutput
    private let isAllowed: Bool
    private var requests = RequestCount()
    /// Whether the client has got, or is getting, its last line: what it sends is dropped.
    private var isEnding = false
    /// Whether the client has closed its sending direction.
    private var isInputClosed = false

    /// The lines, or parts of a longer line, that the client has sent since then, and when it sent the
    /// last one.
    private var (dropped, lastDrop) = (0, NIODeadline.uptimeNanoseconds(0))

    /// How long a client may take to read its last line after it has stopped sending.
    private static let longestSilence = TimeAmount.seconds(2)
    /// How long both may take together.
    private static let longestEnd = TimeAmount.seconds(10)
    /// Lines or parts: more is not read of a client that does not stop sending.
    private static let mostDropped = 256

    /// A client that is not allowed gets only an error line.
    init(_ output: ClientOutput, of clients: Clients, isAllowed: Bool) {
        (self.output, self.clients, self.isAllowed) = (output, clients, isAllowed)
    }

    func channelActive(context: ChannelHandlerContext) {
        if !isAllowed {
            refuse("only root, the service's user and its group may connect", context)
        } else if !clients.add(output) {
            refuse("\(Clients.limit) clients are connected already; try again later", context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { isInputClosed = true }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        clients.remove(output)
        output.close()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isEnding else { return drop(context) }
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
        switch error {
        case is ByteToMessageDecoderError.PayloadTooLargeError:
            disconnect("a line of more than \(RequestLines.longest) bytes", context)
        // What follows such a line.
        case ByteToMessageDecoderError.dataReceivedInErrorState: drop(context)
        default: context.close(promise: nil)
        }
    }

    private func drop(_ context: ChannelHandlerContext) {
        (dropped, lastDrop) = (dropped + 1, .now())
        guard dropped > Self.mostDropped else { return }
        try? context.channel.syncOptions?.setOption(.autoRead, value: false)
    }

    /// Sends the reason to a client that is none, whose socket is empty, and closes.
    private func refuse(_ reason: String, _ context: ChannelHandlerContext) {
        isEnding = true
        output.end(with: .line { $0.appendError(reason) })
        context.close(promise: nil)
    }

    /// Sends the reason, and closes when the socket has taken it and the client has stopped sending:
    /// a client to whom sending fails may not read any more. Until then it counts as a client.
    private func disconnect(_ reason: String, _ context: ChannelHandlerContext) {
        (isEnding, lastDrop) = (true, .now())
        output.end(with: .line { $0.appendError(reason) })
        close(context, until: .now() + Self.longestEnd)
    }

    private func close(_ context: ChannelHandlerContext, until deadline: NIODeadline) {
        let isOver = output.finishEnd() && (isInputClosed || dropped > Self.mostDropped)
        guard !isOver, .now() < min(deadline, lastDrop + Self.longestSilence) else {
            return context.close(promise: nil)
        }
        context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(10)) {
            if context.channel.isActive { self.close(context, until: deadline) }
        }
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
