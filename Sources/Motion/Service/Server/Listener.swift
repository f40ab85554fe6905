import Glibc
import NIOCore
import NIOPosix
import Platform
import SystemPackage

/// Accepts clients at the listening socket, and makes the socket again if it is removed.
///
/// Used only on the event loop.
final class Listener {
    private let clients: Clients
    private let file: SocketFile
    private let loop: any EventLoop
    private let notify: @Sendable (String) -> Void
    private var socket: ListeningSocket { didSet { ending = socket.removedAtTheEnd() } }
    /// Removes the socket also if a signal ends the program while the event loop is busy.
    private var ending: Ending.Registration
    private var channel: (any Channel)?
    /// Whether `notify` got the line that the removed socket cannot be created again.
    private var isLossNotified = false

    init(
        _ socket: ListeningSocket, for clients: Clients, _ file: SocketFile,
        on loop: any EventLoop, notify: @escaping @Sendable (String) -> Void
    ) {
        (self.socket, self.clients, self.file) = (socket, clients, file)
        (self.loop, self.notify) = (loop, notify)
        ending = socket.removedAtTheEnd()
    }

    /// Accepts clients from now on.
    func open() -> EventLoopFuture<Void> {
        let (owner, group, clients) = (geteuid(), socket.group, clients)
        return ServerBootstrap(group: loop)
            .childChannelOption(
                .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 1024)
            )
            // A client that has closed its sending direction still gets lines.
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    let input = try pipeline.withUnsafeTransportIfAvailable {
                        (descriptor: NIOBSDSocket.Handle) in
                        ClientInput(
                            try ClientOutput(descriptor), of: clients,
                            isAllowed: Peer(of: descriptor)?.isAllowed(by: owner, group) ?? false)
                    }
                    guard let input else { throw ChannelError.operationUnsupported }
                    let lines = ByteToMessageHandler(
                        RequestLines(), maximumBufferSize: RequestLines.longest)
                    try pipeline.addHandlers(lines, input)
                }
            }
            .withBoundSocket(socket.descriptor)
            .assumeIsolated()
            .flatMapThrowing { channel in
                // After NIO's own handler, which forwards errors of the initializer above.
                try channel.pipeline.syncOperations.addHandler(AcceptPause(notify: self.notify))
                self.channel = channel
            }
            .nonisolated()
    }

    func recreateIfRemoved() {
        guard !socket.isInPlace else { return }
        do {
            let socket = try ListeningSocket(at: file)
            channel?.close(promise: nil)
            self.socket = socket
            open().assumeIsolated().whenFailure { self.notify("\(self.file.path): \($0)") }
            notify("\(file.path) was removed; the socket was created again")
            isLossNotified = false
        } catch {
            if !isLossNotified {
                notify("\(file.path) was removed; it cannot be created again: \(error)")
            }
            isLossNotified = true
        }
    }

    /// Stops accepting clients, and removes the socket.
    func close() -> EventLoopFuture<Void> {
        socket.remove()
        return channel?.close() ?? loop.makeSucceededVoidFuture()
    }
}

/// Stops accepting clients for a second after a client could not be accepted, for lack of
/// descriptors or memory.
///
/// NIO's `AcceptBackoffHandler` only delays the next `read`: its channel stays registered after the
/// error, and the event loop runs without a pause.
final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private let notify: (String) -> Void
    private var notifiedReason: Errno?

    /// `notify` gets one line for each new reason.
    init(notify: @escaping (String) -> Void) { self.notify = notify }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let code = (error as? IOError).map { Errno(rawValue: $0.errnoCode) }
        guard let reason = code ?? error as? Errno else { return context.fireErrorCaught(error) }
        if reason != notifiedReason { notify("cannot take another client: \(reason)") }
        notifiedReason = reason
        let channel = context.channel
        try? channel.syncOptions?.setOption(.autoRead, value: false)
        context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) {
            // The channel may be closed by then.
            try? channel.syncOptions?.setOption(.autoRead, value: true)
        }
    }
}
