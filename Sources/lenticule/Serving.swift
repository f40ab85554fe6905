import ArgumentParser
import Display
import Glibc
import Logging
import Motion
import Service
import Synchronization

/// One run of the service: joins its source with its server.
struct Serving: ~Copyable {
    private let thread: ReadingThread
    private let motion: ServedMotion
    private let settings: MotionServer.Settings

    init(
        _ source: sending MotionSource, at place: SocketPlace, _ config: Config
    ) throws(Failure) {
        let isPublished = config.serve.mqtt != nil
        settings = MotionServer.Settings(
            place: place, device: source.name, isWaiting: source.isWaiting,
            version: Lenticule.configuration.version,
            // A log goes on without listeners; who comes late has missed what was.
            mayRest: source.isLive && !isPublished)
        motion = ServedMotion(
            StateFollower(tilt: config.tilt, state: config.state, bias: source.rotationBias),
            publisher: try publisher(config))
        // Also what is no device begins with the first client; nobody knows who hears a broker.
        thread = ReadingThread(source, isAwake: isPublished)
    }

    /// Serves until a signal or the source's end.
    func run() throws {
        // A client that has gone is an error of its connection, not the program's end.
        signal(SIGPIPE, SIG_IGN)
        let signals = StopSignals()
        let server = try MotionServer(settings, events: events)
        logger.notice("\(settings.device) is served at \(server.path)")
        thread.start { [motion] readings, device, source in
            motion.take(readings, from: device, source, for: server)
            if !source.isOpen { signals.send() }
        }
        // Most of the code was for starting, and for what other commands do.
        releaseCode()
        signals.wait()
        thread.stop()
        server.close()
        if let failure = motion.failure { throw failure }
    }

    private var events: MotionServer.Events {
        MotionServer.Events(
            wake: thread.wake, sleep: thread.sleep, recenter: motion.recenter,
            isReading: { [thread] in thread.isTurning }, note: { logger.notice("\($0)") })
    }
}

/// What is read, fused on the reading thread and recentred from the server's.
private final class ServedMotion: Sendable {
    private let follower: Mutex<StateFollower>
    private let publisher: Mutex<MQTTPublisher?>
    private let end = Mutex((any Error)?.none)

    init(_ follower: StateFollower, publisher: consuming sending MQTTPublisher?) {
        self.follower = Mutex(follower)
        self.publisher = Mutex(publisher)
    }

    /// Why the source gave up.
    var failure: (any Error)? { end.withLock { $0 } }

    func recenter() { follower.withLock { $0.recenter() } }

    /// Fuses what was read and publishes what came of it.
    func take(
        _ readings: ReadingThread.Readings, from device: String,
        _ source: Result<SourceState, any Error>, for server: MotionServer
    ) {
        if case .failure(let error) = source { end.withLock { $0 = error } }
        let state = follower.withLock { follower in
            follower.update(with: readings)
            return follower.state(of: (try? source.get()) ?? .ended)
        }
        publisher.withLock { $0?.publish(state) }
        server.publish(
            state, of: device, samples: readings.samples, readings: readings.count)
    }
}

/// What publishes on the topic that a configuration names, if it names one.
private func publisher(_ config: Config) throws(Failure) -> sending MQTTPublisher? {
    guard let address = config.serve.mqtt else { return nil }
    do {
        return try MQTTPublisher(address, config.mqtt) { logger.notice("\($0)") }
    } catch {
        throw Failure(error)
    }
}

extension ReadingThread.Readings {
    fileprivate var samples: [ImuSample] {
        if case .samples(let samples) = self { samples } else { [] }
    }
}

extension StateFollower {
    fileprivate mutating func update(with readings: ReadingThread.Readings) {
        switch readings {
        case .samples(let samples): for sample in samples { update(with: sample) }
        case .attitudes(let attitudes): for attitude in attitudes { update(with: attitude) }
        }
    }
}
