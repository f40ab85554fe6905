import CSystemd
public import Motion
import NIOCore
import NIOPosix

/// The sensor service: gives one source's motion to any number of clients on a Unix socket.
///
/// An event loop accepts the clients and their requests. One reading thread sends them the lines
/// of their subscriptions, with `publish`.
public final class MotionServer: Sendable {
    /// The settings of the served sensor and of the socket.
    public struct Settings: Sendable {
        /// The place of the socket, unless systemd passes one.
        public var place: SocketPlace
        /// The name of the sensor that is read at first; a client's first line contains it.
        public var sensor: String
        /// Whether the service still waits for that sensor.
        public var isWaiting: Bool
        /// The program's version, for the first line.
        public var version: String
        /// Whether the source is suspended while there is no client.
        public var suspendsWhenIdle: Bool

        public init(
            place: SocketPlace, sensor: String, isWaiting: Bool, version: String,
            suspendsWhenIdle: Bool
        ) {
            (self.place, self.sensor, self.isWaiting) = (place, sensor, isWaiting)
            (self.version, self.suspendsWhenIdle) = (version, suspendsWhenIdle)
        }
    }

    /// Callbacks to the rest of the program, called on the event loop: they must not block.
    public struct Events: Sendable {
        /// Called when a client connects while the source is suspended.
        public var wake: @Sendable () -> Void
        /// Called when there has been no client for one to two seconds.
        public var sleep: @Sendable () -> Void
        /// Called when a client requests that the present pose becomes tilt 0.
        public var recenter: @Sendable () -> Void
        /// Whether the reading thread still runs; only then is systemd's watchdog reset.
        public var isReading: @Sendable () -> Bool
        /// Takes a line for people.
        public var notify: @Sendable (String) -> Void

        public init(
            wake: @escaping @Sendable () -> Void, sleep: @escaping @Sendable () -> Void,
            recenter: @escaping @Sendable () -> Void, isReading: @escaping @Sendable () -> Bool,
            notify: @escaping @Sendable (String) -> Void
        ) {
            (self.wake, self.sleep, self.recenter) = (wake, sleep, recenter)
            (self.isReading, self.notify) = (isReading, notify)
        }
    }

    /// The path of the socket.
    public let path: String
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let clients: Clients
    private let listener: NIOLoopBound<Listener>
    private let ticks: RepeatedTask

    /// Opens the socket: clients are accepted from now on.
    public init(_ settings: Settings, events: Events) throws {
        let loop = group.next()
        let clients = Clients(settings, events)
        self.clients = clients
        do {
            let socket = try ListeningSocket(inherited: ()) ?? ListeningSocket(at: settings.place)
            path = socket.path
            let listener = try loop.submit {
                let listener = Listener(
                    socket, for: clients, settings.place, on: loop, notify: events.notify)
                return NIOLoopBound(listener, eventLoop: loop)
            }.wait()
            self.listener = listener
            ticks = loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
                listener.value.check()
                clients.suspendIfIdle()
                let watchdog = events.isReading() ? "WATCHDOG=1\n" : ""
                notifySystemd("\(watchdog)STATUS=\(clients.status())")
            }
            try loop.flatSubmit { listener.value.open() }.wait()
        } catch {
            try? group.syncShutdownGracefully()
            throw error
        }
        notifySystemd("STATUS=\(clients.status())\nREADY=1")
    }

    /// Sends each client the due lines: `state`, or the samples in the `readings` of `sensor`.
    ///
    /// Only one thread may call it. It never waits for a client.
    public func publish(_ state: MotionState, of sensor: String, _ readings: [Reading]) {
        clients.publish(state, of: sensor, readings)
    }

    /// Closes the socket and all connections; must be called after the last `publish`.
    public func close() {
        notifySystemd("STOPPING=1")
        ticks.cancel()
        let listener = listener
        try? group.next().flatSubmit { listener.value.close() }.wait()
        try? group.syncShutdownGracefully()
    }
}

/// Notifies systemd: sd_notify(3); does nothing without systemd.
private func notifySystemd(_ text: String) { sd_notify(0, text) }
