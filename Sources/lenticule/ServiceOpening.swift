import FoundationEssentials
import Glibc
import Logging
import Service

/// Listens to the service at `path`, now or as soon as it is there; nil is the user's, else the
/// system's.
func openService<Source: ServiceClient>(
    _ path: String?, _ open: ([String]) throws(SocketError) -> Source
) throws(Failure) -> Source {
    do {
        let service = try open(path.map { [$0] } ?? SocketPlace.usualPaths)
        if !service.isConnected { logger.notice("waiting for \(service.name)") }
        return service
    } catch {
        throw Failure(error)
    }
}

/// The user's service, else the system's, if one is running and has a device; says so.
func runningService<Source: ServiceClient>(
    _ open: ([String]) throws(SocketError) -> Source
) -> Source? {
    do {
        let service = try open(SocketPlace.usualPaths)
        guard service.isConnected else { return nil }
        guard service.device != nil else {
            logger.notice("\(service.name) is not taken: it has no sensor")
            return nil
        }
        logger.notice("\(service.name) is running and is taken")
        return service
    } catch {
        logger.notice("the service is not taken: \(error)")
        return nil
    }
}

extension SocketPlace {
    /// A system service's socket.
    static let systemPath = "/run/lenticule/motion.sock"

    /// The socket of the user's own service; nil where the user has no place for it.
    static var userPath: String? {
        environment["XDG_RUNTIME_DIR"].map { "\($0)/lenticule/motion.sock" }
    }

    /// Where clients look for a service, in this order.
    static var usualPaths: [String] { [userPath, systemPath].compactMap { $0 } }

    /// Where a service of this process belongs: in the folder that systemd made for it, if it did.
    static var ownPath: String? {
        let given = environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first
        return given.map { "\($0)/motion.sock" } ?? (geteuid() == 0 ? systemPath : userPath)
    }

    private static var environment: [String: String] {
        ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
    }
}

extension Failure {
    /// A socket that cannot be had.
    init(_ error: SocketError) {
        let status: Status =
            switch error.kind {
            case .absent, .taken: .unavailable
            case .forbidden: .permission
            case .failed: .inputOutput
            }
        self.init(status, error.description)
    }
}
