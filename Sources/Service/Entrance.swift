import Glibc
import NIOCore
import NIOPosix

/// Lets clients in through the listening socket, and keeps the socket in its place.
///
/// It lives on the event loop.
final class Entrance {
    private let audience: Audience
    private let place: SocketPlace
    private let note: @Sendable (String) -> Void
    private var socket: ListeningSocket
    private var channel: (any Channel)?
    /// Whether people know that the socket has gone.
    private var isLossTold = false

    init(
        _ socket: ListeningSocket, for audience: Audience, _ place: SocketPlace,
        note: @escaping @Sendable (String) -> Void
    ) {
        (self.socket, self.audience, self.place, self.note) = (socket, audience, place, note)
    }

    /// Lets clients in.
    func open() -> EventLoopFuture<Void> {
        let audience = NIOLoopBound(audience, eventLoop: audience.loop)
        let (owner, group) = (geteuid(), socket.group)
        return ServerBootstrap(group: audience.eventLoop)
            // So little that a client which stops reading finds no more than a few old lines.
            .childChannelOption(.socketOption(.so_sndbuf), value: Client.smallBuffer)
            .childChannelOption(.writeBufferWaterMark, value: .init(low: 1, high: 1))
            .childChannelOption(
                .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 1024)
            )
            // A client on a pipe that has said all it wants to may go on listening.
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    let peer = try pipeline.withUnsafeTransportIfAvailable {
                        (descriptor: NIOBSDSocket.Handle) in Peer(of: descriptor)
                    }
                    let isWelcome = peer.flatMap { $0 }?.isWelcome(owner: owner, group: group)
                    try pipeline.addHandlers(
                        ByteToMessageHandler(
                            RequestLines(), maximumBufferSize: RequestLines.longest),
                        Client(audience: audience.value, isWelcome: isWelcome ?? false))
                }
            }
            .withBoundSocket(socket.descriptor)
            .assumeIsolated()
            .map { self.channel = $0 }
            .nonisolated()
    }

    /// Makes the socket anew if somebody has taken it away.
    func check() {
        guard !socket.isInPlace else { return }
        do {
            let socket = try ListeningSocket(at: place)
            channel?.close(promise: nil)
            self.socket = socket
            open().assumeIsolated().whenFailure { self.note("\(self.place.path): \($0)") }
            note("\(place.path) was removed; the socket is made anew")
            isLossTold = false
        } catch {
            if !isLossTold { note("\(place.path) was removed; it cannot be made anew: \(error)") }
            isLossTold = true
        }
    }

    /// Lets nobody in any more, and takes the socket away.
    func close() -> EventLoopFuture<Void> {
        socket.remove()
        return channel?.close() ?? audience.loop.makeSucceededVoidFuture()
    }
}
