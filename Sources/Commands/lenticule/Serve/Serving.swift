import ArgumentParser
import Dispatch
import Glibc
import Logging
import Motion
import Platform
import Playback
import Service
import Synchronization

/// One run of the service: joins its source with its server.
struct Serving: ~Copyable {
    private let thread: ReadingThread
    private let motion: ServedMotion
    private let settings: MotionServer.Settings

    init(
        _ source: sending any MotionSource, at file: SocketFile, _ config: Config
    ) throws(MQTTError) {
        let isPublished = config.serve.mqtt != nil
        settings = MotionServer.Settings(
            socketFile: file, sensor: ServedSensor(of: source), isWaiting: source.isWaiting,
            version: Lenticule.configuration.version,
            // Reading begins with the first client, or now for a broker, whose clients are not
            // known.
            isSuspended: !isPublished,
            // Once the first client has come, a log, a simulation or a broker's topic is read also
            // without clients: a late client misses the beginning of a log.
            suspendsWhenIdle: source.isSuspendable && !isPublished)
        motion = ServedMotion(
            StateFollower(
                tilt: config.tilt, state: config.tiltStates, isSensor: source.isSensor,
                playbackSpeed: source.playbackSpeed),
            publisher: try publisher(config))
        thread = ReadingThread(source, isSuspended: settings.isSuspended)
    }

    /// Serves until a signal or the source's end.
    func run() throws {
        // Writing to a client that has gone is an error, not the program's end.
        signal(SIGPIPE, SIG_IGN)
        let isOver = DispatchSemaphore(value: 0)
        let endRegistration = Ending.asking { isOver.signal() }
        let server = try MotionServer(settings, callbacks: callbacks)
        logger.notice(
            settings.isWaiting
                ? "\(server.path) is open; \(settings.sensor.name) is served when it comes"
                : "\(settings.sensor.name) is served at \(server.path)")
        if server.path.utf8.count > 107 {
            logger.notice(
                "\(server.path): too long for other programs than lenticule to connect to")
        }
        thread.start { [motion] readings, source, sourceState in
            motion.publish(readings, of: source, sourceState, on: server)
            if !sourceState.isOpen { isOver.signal() }
        }
        isOver.wait()
        // A busy machine needs longer for each of these than a program that hangs is given.
        thread.stop()
        Ending.noteProgress()
        motion.stopPublishing()
        Ending.noteProgress()
        server.close()
        _ = consume endRegistration
        if let failure = motion.failure { throw failure }
    }

    private var callbacks: MotionServer.Callbacks {
        MotionServer.Callbacks(
            resume: { [thread, motion] in
                motion.interrupt()
                thread.resume()
            },
            suspend: thread.suspend, recenter: motion.recenter,
            isReading: { [thread] in thread.isRunning }, notify: { logger.notice("\($0)") })
    }
}

/// Fuses readings on the reading thread; the server's thread recenters.
private final class ServedMotion: Sendable {
    private let follower: Mutex<StateFollower>
    private let publisher: Mutex<MQTTPublisher?>
    private let sourceError = Mutex((any Error)?.none)

    init(_ follower: StateFollower, publisher: consuming sending MQTTPublisher?) {
        self.follower = Mutex(follower)
        self.publisher = Mutex(publisher)
    }

    /// The error that ended the source.
    var failure: (any Error)? { sourceError.withLock { $0 } }

    /// Publishes that the service, or its log, has ended, and disconnects from the broker.
    func stopPublishing() { publisher.withLock { $0?.stop() } }

    func recenter() { follower.withLock { $0.recenter() } }

    /// The source was suspended; see `StateFollower.interrupt`.
    func interrupt() { follower.withLock { $0.interrupt() } }

    /// Fuses readings, and publishes the new state on the server and on the broker.
    func publish(
        _ readings: [Reading], of source: any MotionSource,
        _ sourceState: Result<SourceState, any Error>, on server: MotionServer
    ) {
        if case .failure(let error) = sourceState { sourceError.withLock { $0 = error } }
        let errors = source.gyroscopeErrors
        let state = follower.withLock { follower in
            follower.setGyroscope(errors)
            for reading in readings { follower.update(with: reading) }
            if case .success(.waiting) = sourceState { follower.interrupt() }
            // After a failure the service ends, which its clients see.
            return follower.state(of: (try? sourceState.get()) ?? .open)
        }
        let sensor = ServedSensor(of: source)
        publisher.withLock { $0?.publish(state, of: sensor) }
        server.send(state, of: sensor, readings)
    }
}

/// The publisher for the broker's topic of a configuration; nil where there is none.
private func publisher(_ config: Config) throws(MQTTError) -> sending MQTTPublisher? {
    guard let address = config.serve.mqtt else { return nil }
    return try MQTTPublisher(
        address, config.mqtt, rate: config.serve.mqttRate,
        version: Lenticule.configuration.version
    ) { logger.notice("\($0)") }
}
