import IIO
import Playback

extension IIOSource {
    /// The IIO devices at the URI `source`, and which of them a card would use as the configuration is.
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
            return try inventory(Settings(settings, uri: uri, for: .card))
        } catch {
            throw Failure(SourceError.sensor(error, uri: uri))
        }
    }
}
