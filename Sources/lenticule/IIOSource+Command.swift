import Logging
import Sensor

extension IIOSource {
    /// Whether SOURCE names IIO devices: `local:`, `ip:HOST[:PORT]`, `usb:...` or `serial:...`.
    static func isNamed(by source: String) -> Bool {
        ["local:", "ip:", "usb:", "serial:"].contains { source.hasPrefix($0) }
    }

    /// Opens the IIO devices that SOURCE names; lines for people go to standard error.
    static func open(
        source: String, settings: Settings = Settings()
    ) throws(Failure) -> IIOSource {
        var settings = settings
        settings.uri = source
        do {
            return try IIOSource(settings) { logger.notice("\($0)") }
        } catch {
            throw Failure(error)
        }
    }

    /// The IIO devices that SOURCE names.
    static func inventory(source: String) throws(Failure) -> IIOInventory {
        guard isNamed(by: source) else {
            throw Failure(.usage, "\(source) is none of local:, ip:HOST[:PORT], usb:, serial:")
        }
        do {
            return try inventory(Settings(uri: source))
        } catch {
            throw Failure(error)
        }
    }
}

extension Failure {
    /// What libiio could not do, with the exit status that fits.
    init(_ error: IIOError) {
        self.init(error.isPermission ? .permission : .unavailable, error.description)
    }
}
