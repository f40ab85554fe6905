import FoundationEssentials

/// A line that a client sends to a service.
public enum Request: Sendable, Equatable {
    /// `{"subscribe":"state","hz":60}`: 60 state lines a second, or fewer if the sensor is slower.
    case state(hz: Double)
    /// `{"subscribe":"samples"}`: every sample instead.
    case samples
    /// `{"recenter":true}`: the present pose becomes tilt 0, for all clients.
    case recenter

    /// State lines a second for a request without `hz`.
    public static let defaultRate = 60.0

    /// Reads a client's line.
    public init(parsing line: some Sequence<UInt8>) throws(LineError) {
        let content: Content = try decode(line)
        switch (content.subscribe, content.hz, content.recenter) {
        case ("state", let hz, nil):
            let hz = hz ?? Self.defaultRate
            guard (1...1000).contains(hz) else { throw LineError("hz must be from 1 to 1000") }
            self = .state(hz: hz)
        case ("samples", nil, nil): self = .samples
        case (nil, nil, true): self = .recenter
        case (let name?, _, nil) where name != "samples":
            throw LineError("subscribe takes \"state\", with hz, or \"samples\"")
        default:
            throw LineError(
                "a request is {\"subscribe\":\"state\",\"hz\":60}, {\"subscribe\":\"samples\"} "
                    + "or {\"recenter\":true}")
        }
    }

    private struct Content: Decodable {
        let subscribe: String?
        let hz: Double?
        let recenter: Bool?

        private enum CodingKeys: String, CodingKey, CaseIterable { case subscribe, hz, recenter }

        init(from decoder: any Decoder) throws {
            for key in try decoder.container(keyedBy: AnyKey.self).allKeys
            where CodingKeys(stringValue: key.stringValue) == nil {
                throw LineError("a request has no other keys than subscribe, hz and recenter")
            }
            let values = try decoder.container(keyedBy: CodingKeys.self)
            subscribe = try values.decodeIfPresent(String.self, forKey: .subscribe)
            hz = try values.decodeIfPresent(Double.self, forKey: .hz)
            recenter = try values.decodeIfPresent(Bool.self, forKey: .recenter)
        }
    }
}
