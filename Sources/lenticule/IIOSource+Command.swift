import Logging
import Sensor

extension IIOSource {
    /// Opens the IIO devices of these settings; lines for people go to standard error.
    static func open(_ settings: Settings) throws(Failure) -> IIOSource {
        do {
            return try IIOSource(settings) { logger.notice("\($0)") }
        } catch {
            throw Failure(error)
        }
    }

    /// The IIO devices that SOURCE names, and what the configuration makes of them.
    static func inventory(
        source: String, sensor: Config.Source
    ) throws(Failure) -> IIOInventory {
        guard case .iio(let uri) = try? SourceName(source) else {
            throw Failure(.usage, "\(source) is none of local:, ip:HOST[:PORT], usb:, serial:")
        }
        do {
            return try inventory(Settings(sensor, uri: uri, isDisplay: false))
        } catch {
            throw Failure(error)
        }
    }
}

extension IIORotationSource {
    /// Opens the device's own rotation that these settings choose; nil if they choose none.
    static func open(_ settings: IIOSource.Settings) throws(Failure) -> IIORotationSource? {
        // Where nothing can be found at all, the sensors' own opening says why.
        guard let inventory = try? IIOSource.inventory(settings), inventory.rotation != nil else {
            return nil
        }
        do {
            return try IIORotationSource(settings) { logger.notice("\($0)") }
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
