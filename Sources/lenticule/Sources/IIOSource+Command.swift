import Playback
import Sensor

extension IIOSource {
    /// The IIO devices at the URI `source`, and which of them the configuration uses.
    static func inventory(
        source: String, settings: SourceSettings
    ) throws(Failure) -> IIOInventory {
        guard case .iio(let uri) = try? SourceName(source) else {
            throw Failure(
                .usage,
                "\"\(source)\" is not the address of a sensor; give local:, ip:HOST[:PORT], usb: or serial:"
            )
        }
        do {
            return try inventory(Settings(settings, uri: uri, takesAttitudes: true))
        } catch {
            throw Failure(SourceError.sensor(error, uri: uri))
        }
    }
}
