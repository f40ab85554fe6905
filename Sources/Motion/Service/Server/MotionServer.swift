import CSystemd
public import Motion
import NIOCore
import NIOPosix

/// The sensor service: gives one source's motion to its clients, at most `Clients.limit`, on a
/// Unix socket.
///
/// An event loop accepts the clients and their requests. One reading thread sends them the lines
/// of their subscriptions, with `send`.
public final class MotionServer: Sendable {
    /// The settings of the served sensor and of the socket.
    public struct Settings: Sendable {
        /// The socket to make, unless systemd passes one: clients may already wait at the one that
        /// is passed.
        public var socketFile: SocketFile
        /// The sensor that is read at first; a client's first line describes it.
        public var sensor: ServedSensor
        /// Whether the service still waits for that sensor.
        public var isWaiting: Bool
        /// The program's version, for the first line.
        public var version: String
        /// Whether the source is suspended until the first client comes.
        public var isSuspended: Bool
        /// Whether the source is suspended again when there is no client any more.
        public var suspendsWhenIdle: Bool

        public init(
            socketFile: SocketFile, sensor: ServedSensor, isWaiting: Bool, version: String,
            isSuspended: Bool, suspendsWhenIdle: Bool
        ) {
            (self.socketFile, self.sensor) = (socketFile, sensor)
            (self.isWaiting, self.version) = (isWaiting, version)
            (self.isSuspended, self.suspendsWhenIdle) = (isSuspended, suspendsWhenIdle)
        }
    }

    /// Callbacks to the other parts of the program, called on the event loop: they must not block.
    public struct Callbacks: Sendable {
        /// Called when a client connects while the source is suspended.
        public var resume: @Sendable () -> Void
        /// Called when there has been no client for one to two seconds, with `suspendsWhenIdle`.
        public var suspend: @Sendable () -> Void
        /// Called when a client requests that the present pose becomes tilt 0.
        public var recenter: @Sendable () -> Void
        /// Whether the reading thread still runs; only then is systemd's watchdog reset.
        public var isReading: @Sendable () -> Bool
        /// Takes a line for people.
        public var notify: @Sendable (String) -> Void

        public init(
            resume: @escaping @Sendable () -> Void, suspend: @escaping @Sendable () -> Void,
            recenter: @escaping @Sendable () -> Void, isReading: @escaping @Sendable () -> Bool,
            notify: @escaping @Sendable (String) -> Void
        ) {
            (self.resume, self.suspend, self.recenter) = (resume, suspend, recenter)
            (self.isReading, self.notify) = (isReading, notify)
        }
    }

    /// The path of the socket.
    public let path: String
    private let loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let clients: Clients
    private let listener: NIOLoopBound<Listener>
    private let ticks: RepeatedTask

    /// Opens the socket: clients are accepted from now on.
    public init(_ settings: Settings, callbacks: Callbacks) throws {
        let loop = loops.next()
        let clients = Clients(settings, callbacks)
        self.clients = clients
        do {
            let socket =
                try ListeningSocket(inherited: ()) ?? ListeningSocket(at: settings.socketFile)
            path = socket.path
            let listener = try loop.submit {
                let listener = Listener(
                    socket, for: clients, settings.socketFile, on: loop, notify: callbacks.notify)
                return NIOLoopBound(listener, eventLoop: loop)
            }.wait()
            self.listener = listener
            ticks = loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
                listener.value.recreateIfRemoved()
                clients.suspendIfIdle()
                let watchdog = callbacks.isReading() ? "WATCHDOG=1\n" : ""
                notifySystemd("\(watchdog)STATUS=\(clients.status())")
            }
            try loop.flatSubmit { listener.value.open() }.wait()
        } catch {
            try? loops.syncShutdownGracefully()
            throw error
        }
        notifySystemd("STATUS=\(clients.status())\nREADY=1")
    }

    /// Sends each client the due lines: a hello if the sensor is new, `state`, or the samples in the
    /// `readings` of `sensor`.
    ///
    /// Only one thread may call it. It never waits for a client.
    public func send(_ state: MotionState, of sensor: ServedSensor, _ readings: [Reading]) {
        clients.send(state, of: sensor, readings)
    }

    /// Closes the socket and all connections; must be called after the last `send`.
    public func close() {
        notifySystemd("STOPPING=1")
        ticks.cancel()
        let listener = listener
        try? loops.next().flatSubmit { listener.value.close() }.wait()
        try? loops.syncShutdownGracefully()
    }
}

/// Notifies systemd: sd_notify(3); does nothing without systemd.
private func notifySystemd(_ text: String) { sd_notify(0, text) }
