import MotionLog
import NIOCore

/// One connection, and what its client wants to hear.
///
/// A client that reads too slowly costs nothing: while its socket takes no more, only that is
/// remembered, and then it gets the newest state.
final class Client: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Subscription {
        case state(StatePace)
        case samples
    }

    /// Bytes: the least that Linux gives a socket, room for a few state lines.
    static let smallBuffer = 1
    /// Bytes: room for about a second of samples, so that a recording misses none.
    private static let largeBuffer = 1 << 17

    private let audience: Audience
    private let isWelcome: Bool
    private var subscription = Subscription.state(StatePace(hz: Request.usualRate))
    private var requests = RequestCount()
    private var context: ChannelHandlerContext?
    /// Whether a state was due while the socket took no more.
    private var isBehind = false

    /// Who is not welcome is told so, and that is all.
    init(audience: Audience, isWelcome: Bool) {
        (self.audience, self.isWelcome) = (audience, isWelcome)
    }

    var wantsSamples: Bool { if case .samples = subscription { true } else { false } }

    /// The timestamp that it waits for; `Int64.min` if any is wanted.
    var due: Int64 {
        if case .state(let pace) = subscription { pace.due ?? .min } else { .min }
    }

    /// Whether the state of `timestamp` is due.
    func wantsState(of timestamp: Int64) -> Bool {
        guard case .state(var pace) = subscription else { return false }
        let isDue = pace.admits(timestamp)
        subscription = .state(pace)
        return isDue
    }

    /// Whether state lines are for it at all.
    var followsState: Bool { !wantsSamples }

    /// Sends a state line; one that the socket does not take is forgotten for a newer one.
    func send(state line: ByteBuffer) {
        isBehind = !send(line)
    }

    /// Sends sample lines; what the socket does not take is lost.
    func send(samples lines: ByteBuffer) { _ = send(lines) }

    /// Says why, and closes.
    func drop(_ reason: String) {
        guard let context else { return }
        context.writeAndFlush(wrapOutboundOut(.line { $0.appendError(reason) }), promise: nil)
        context.close(promise: nil)
    }

    /// Closes without a word.
    func close() { context?.close(promise: nil) }

    func channelActive(context: ChannelHandlerContext) {
        self.context = context
        guard isWelcome else { return drop("only the service's user and group may connect") }
        audience.join(self)
    }

    func channelInactive(context: ChannelHandlerContext) {
        self.context = nil
        audience.leave(self)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard requests.admits(at: .now()) else {
            return drop("more than \(RequestCount.most) requests in a second")
        }
        do throws(LineError) {
            take(try Request(parsing: unwrapInboundIn(data).readableBytesView))
        } catch {
            drop(error.description)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        guard context.channel.isWritable, isBehind, let line = audience.stateLine else { return }
        send(state: line)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is ByteToMessageDecoderError.PayloadTooLargeError {
            drop("a line of more than \(RequestLines.longest) bytes")
        } else {
            context.close(promise: nil)
        }
    }

    private func take(_ request: Request) {
        switch request {
        case .state(let hz):
            subscription = .state(StatePace(hz: hz))
            setSendBuffer(Self.smallBuffer)
        case .samples:
            subscription = .samples
            setSendBuffer(Self.largeBuffer)
        case .recenter: return audience.recenter()
        }
        isBehind = false
        audience.countListeners()
    }

    private func setSendBuffer(_ bytes: Int) {
        // Only how much a slow client may miss hangs on it.
        try? context?.channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: bytes)
    }

    /// Whether the socket took the line.
    private func send(_ line: ByteBuffer) -> Bool {
        guard let context, context.channel.isWritable else { return false }
        context.writeAndFlush(wrapOutboundOut(line), promise: nil)
        return true
    }
}

extension ByteBuffer {
    /// Text that `write` makes.
    static func line(_ write: (inout TextBuffer) -> Void) -> ByteBuffer {
        var text = TextBuffer(capacity: 512)
        write(&text)
        return text.withBytes { ByteBuffer(bytes: $0) }
    }
}
