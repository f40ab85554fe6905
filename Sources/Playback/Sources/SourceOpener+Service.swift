import Glibc
internal import Platform
public import Service

// Services as sources.
extension SourceOpener {
    /// A source that reads from the first service at `paths`, now or as soon as one is there.
    func openService(
        _ paths: [String], for use: SourceUse
    ) throws(SourceError) -> ServiceSource {
        let service = try subscribed(to: paths, for: use)
        if service.isStarting {
            notify("waiting for \(service.name) to start")
        } else if !service.isReady {
            notify("waiting for \(service.name)")
        }
        return service
    }

    /// The first service that runs and has what the use needs. Says why a running one is not used;
    /// throws if none is.
    func runningService(for use: SourceUse) throws(SourceError) -> ServiceSource {
        var paths = SocketFile.clientPaths(configured: socket)[...]
        while !paths.isEmpty {
            let service: ServiceSource
            do throws(SourceError) {
                service = try subscribed(to: Array(paths), for: use)
            } catch {
                notify("the service is not used: \(error)")
                throw error
            }
            if isUsable(service) { return service }
            paths = paths.drop { $0 != service.path }.dropFirst()
        }
        throw .noService
    }

    /// A service that runs, and has no sensor now.
    func serviceWithoutSensor(for use: SourceUse) throws(SourceError) -> ServiceSource? {
        let service = try subscribed(to: SocketFile.clientPaths(configured: socket), for: use)
        return service.isReady && service.sensorName == nil ? service : nil
    }

    private func subscribed(
        to paths: [String], for use: SourceUse
    ) throws(SourceError) -> ServiceSource {
        do {
            return try ServiceSource(
                use.takesAttitudes ? .attitudes : .samples, of: paths, notify: notify)
        } catch {
            throw .service(error)
        }
    }

    /// Whether the service answers, and has a sensor that gives what is asked for. If not, says the
    /// reason, but nothing if there is no service.
    private func isUsable(_ service: ServiceSource) -> Bool {
        if service.isStarting {
            // The service is about to open the sensor, so this program must not.
            notify("waiting for \(service.name) to start")
            service.finishStarting()
        }
        guard service.isReady else { return false }
        guard service.sensorName != nil else {
            notify("\(service.name) is not used: it has no sensor")
            return false
        }
        do {
            try service.awaitSample()
        } catch {
            notify("\(service.name) is not used: \(error.reason)")
            return false
        }
        return true
    }
}

extension SocketFile {
    /// The socket of the system's service.
    public static let systemPath = "/run/lenticule/motion.sock"

    /// The socket of the user's own service; nil where XDG_RUNTIME_DIR is not set.
    public static var userPath: String? {
        environmentVariable("XDG_RUNTIME_DIR").map { "\($0)/lenticule/motion.sock" }
    }

    /// Where clients look for a service: only at `given`, or in this order at the configured path,
    /// the user's and the system's.
    public static func clientPaths(configured: String?, given: String? = nil) -> [String] {
        if let given { return [given] }
        let usual = [userPath, systemPath].compactMap { $0 }
        guard let configured else { return usual }
        return [configured] + usual.filter { $0 != configured }
    }

    /// Where this process makes a service's socket: in systemd's folder for it, if there is one.
    /// Nil where XDG_RUNTIME_DIR is needed and not set.
    public static var ownPath: String? {
        let folder = environmentVariable("RUNTIME_DIRECTORY")?.split(separator: ":").first
        return folder.map { "\($0)/motion.sock" } ?? (geteuid() == 0 ? systemPath : userPath)
    }
}
