import FoundationEssentials
import Glibc
import Logging
import Service

/// A source that reads from the first service at `paths`, now or as soon as one is there.
func openService(
    _ paths: [String], _ subscription: ServiceSource.Subscription
) throws(Failure) -> ServiceSource {
    do {
        let service = try ServiceSource(subscription, of: paths) { logger.notice("\($0)") }
        if service.isStarting {
            logger.notice("waiting for \(service.name) to start")
        } else if !service.isReady {
            logger.notice("waiting for \(service.name)")
        }
        return service
    } catch {
        throw Failure(error)
    }
}

/// The first service at `paths` that runs and has what is asked for; prints which. Nil if there is
/// no such service.
func runningService(
    _ paths: [String], _ subscription: ServiceSource.Subscription
) -> ServiceSource? {
    var paths = paths[...]
    do {
        while !paths.isEmpty {
            let service = try ServiceSource(subscription, of: Array(paths)) {
                logger.notice("\($0)")
            }
            if isUsable(service) {
                logger.notice("\(service.name) is used")
                return service
            }
            paths = paths.drop { $0 != service.path }.dropFirst()
        }
    } catch {
        logger.notice("the service is not used: \(error)")
    }
    return nil
}

/// Whether the service answers, and has a sensor that gives what is asked for. If not, prints the
/// reason, but nothing if there is no service.
private func isUsable(_ service: ServiceSource) -> Bool {
    if service.isStarting {
        // The service is about to open the sensor, so this program must not.
        logger.notice("waiting for \(service.name) to start")
        service.finishStarting()
    }
    guard service.isReady else { return false }
    guard service.sensorName != nil else {
        logger.notice("\(service.name) is not used: it has no sensor")
        return false
    }
    do {
        try service.awaitSample()
    } catch {
        logger.notice("\(service.name) is not used: \(error.reason)")
        return false
    }
    return true
}

extension SocketFile {
    /// The socket of the system's service.
    static let systemPath = "/run/lenticule/motion.sock"

    /// The socket of the user's own service; nil where XDG_RUNTIME_DIR is not set.
    static var userPath: String? {
        environment["XDG_RUNTIME_DIR"].map { "\($0)/lenticule/motion.sock" }
    }

    /// Where clients look for a service: only at `given`, or in this order at the configured path,
    /// the user's and the system's.
    static func paths(_ config: Config.Serve, given: String? = nil) -> [String] {
        if let given { return [given] }
        let usual = [userPath, systemPath].compactMap { $0 }
        guard let socket = config.socket else { return usual }
        return [socket] + usual.filter { $0 != socket }
    }

    /// Where this process makes a service's socket: in systemd's folder for it, if there is one.
    /// Nil where XDG_RUNTIME_DIR is needed and not set.
    static var ownPath: String? {
        let given = environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first
        return given.map { "\($0)/motion.sock" } ?? (geteuid() == 0 ? systemPath : userPath)
    }

    private static var environment: [String: String] {
        ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
    }
}

extension Failure {
    /// Why a service's socket cannot be used.
    init(_ error: SocketError) {
        let status: Status =
            switch error.kind {
            case .absent, .taken, .noSamples: .unavailable
            case .forbidden: .permission
            case .failed: .inputOutput
            }
        let advice = error.kind == .noSamples ? "; --from local: reads a sensor itself" : ""
        self.init(status, "\(error)\(advice)")
    }
}
