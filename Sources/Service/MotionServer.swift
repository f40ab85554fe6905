import Dispatch
public import Motion
import NIOCore
import NIOPosix

/// The sensor service: gives one source's motion to any number of clients on a Unix socket.
///
/// One event loop carries it. What the clients are told comes from one reading thread, by `publish`.
public final class MotionServer: Sendable {
    /// What is served, and where.
    public struct Settings: Sendable {
        /// Where the socket is made, unless systemd hands one on.
        public var place: SocketPlace
        /// What is read, for the first line, until something else is.
        public var device: String
        /// Whether that is still waited for.
        public var isWaiting: Bool
        /// The program's version, for the first line.
        public var version: String
        /// Whether the source may rest while nobody listens.
        public var mayRest: Bool

        public init(
            place: SocketPlace, device: String, isWaiting: Bool, version: String, mayRest: Bool
        ) {
            (self.place, self.device, self.isWaiting) = (place, device, isWaiting)
            (self.version, self.mayRest) = (version, mayRest)
        }
    }

    /// What the server asks of the rest of the program, on its event loop: nothing here may block.
    public struct Events: Sendable {
        /// The first client has come.
        public var wake: @Sendable () -> Void
        /// The last client has gone.
        public var sleep: @Sendable () -> Void
        /// A client wants the present pose to be tilt 0.
        public var recenter: @Sendable () -> Void
        /// Whether the reading thread still lives; the watchdog is fed only then.
        public var isReading: @Sendable () -> Bool
        /// Takes a line for people.
        public var note: @Sendable (String) -> Void

        public init(
            wake: @escaping @Sendable () -> Void, sleep: @escaping @Sendable () -> Void,
            recenter: @escaping @Sendable () -> Void, isReading: @escaping @Sendable () -> Bool,
            note: @escaping @Sendable (String) -> Void
        ) {
            (self.wake, self.sleep, self.recenter) = (wake, sleep, recenter)
            (self.isReading, self.note) = (isReading, note)
        }
    }

    /// Where the socket is.
    public let path: String
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let loop: any EventLoop
    private let parts: NIOLoopBound<Parts>
    private let ticks: RepeatedTask
    private let demand = Demand()
    /// Room for one publication on its way to the loop; a faster reader waits.
    private let room = DispatchSemaphore(value: 1)

    /// Opens the socket: clients are let in from now on.
    public init(_ settings: Settings, events: Events) throws {
        let loop = group.next()
        self.loop = loop
        do {
            let socket = try ListeningSocket(inherited: ()) ?? ListeningSocket(at: settings.place)
            path = socket.path
            let parts = try loop.submit { [demand] in
                NIOLoopBound(
                    Parts(on: loop, demand, socket, settings, events), eventLoop: loop)
            }.wait()
            self.parts = parts
            ticks = loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
                parts.value.entrance.check()
                parts.value.status.tell(parts.value.audience, isReading: events.isReading())
            }
            try loop.flatSubmit {
                parts.value.status.tell(parts.value.audience, isReading: true)
                return parts.value.entrance.open()
            }.wait()
        } catch {
            try? group.syncShutdownGracefully()
            throw error
        }
        ServiceStatus.notify("READY=1")
    }

    /// What lives on the event loop.
    private struct Parts {
        let audience: Audience
        let entrance: Entrance
        let status = ServiceStatus()

        init(
            on loop: any EventLoop, _ demand: Demand, _ socket: ListeningSocket,
            _ settings: Settings, _ events: Events
        ) {
            audience = Audience(on: loop, demand, settings, events)
            entrance = Entrance(socket, for: audience, settings.place, note: events.note)
        }
    }

    /// Tells the clients; `readings` samples or attitudes of `device` led to `state`.
    ///
    /// What no client is due for goes no further. One thread may call it, which waits while the publication before is still on its way.
    public func publish(
        _ state: MotionState, of device: String, samples: [ImuSample], readings: Int
    ) {
        guard let readings = demand.readings(readings, to: state) else { return }
        room.wait()
        loop.execute { [parts, room] in
            parts.value.audience.publish(
                state, of: device, samples: samples, readings: readings)
            room.signal()
        }
    }

    /// Closes all connections and the socket; nothing is published any more by then.
    public func close() {
        ServiceStatus.notify("STOPPING=1")
        ticks.cancel()
        try? loop.flatSubmit { [parts] in
            parts.value.audience.close()
            return parts.value.entrance.close()
        }.wait()
        try? group.syncShutdownGracefully()
    }
}
