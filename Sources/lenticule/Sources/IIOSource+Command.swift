import Logging
import Sensor

extension IIOSource {
    /// Opens the IIO devices of these settings; lines for people go to standard error.
    static func open(_ settings: Settings) throws(Failure) -> IIOSource {
        do {
            return try IIOSource(settings) { logger.notice("\($0)") }
        } catch {
            throw Failure(error, on: settings.uri)
        }
    }

    /// The IIO devices at the URI `source`, and which of them the configuration uses.
    static func inventory(
        source: String, settings: Config.Source
    ) throws(Failure) -> IIOInventory {
        guard case .iio(let uri) = try? SourceName(source) else {
            throw Failure(
                .usage,
                "\"\(source)\" is not the address of a sensor; give local:, ip:HOST[:PORT], usb: or serial:"
            )
        }
        do {
            return try inventory(Settings(settings, uri: uri, isForTilts: true))
        } catch {
            throw Failure(error, on: uri)
        }
    }
}

extension Failure {
    /// What libiio could not do at `uri`, with the exit status that fits.
    init(_ error: IIOError, on uri: String = "") {
        // `lenticule doctor` finds out why there is no sensor.
        let advice = uri.hasPrefix("local:") ? "; run lenticule doctor to find out why" : ""
        self.init(error.isForbidden ? .permission : .unavailable, "\(error)\(advice)")
    }
}
