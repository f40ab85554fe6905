import CSystemd

/// What systemd is told about the service; without systemd all of it is nothing.
final class ServiceStatus {
    private let device: String
    private var told = ""
    private var readings = 0

    init(device: String) { self.device = device }

    /// Tells what has changed in the second that has passed, and that the service lives if it reads.
    func tell(_ audience: Audience, isReading: Bool) {
        if isReading { Self.notify("WATCHDOG=1") }
        let rate = audience.readings - readings
        readings = audience.readings
        let clients = audience.count == 1 ? "one client" : "\(audience.count) clients"
        let text = "STATUS=\(device) \(audience.device), \(rate) readings/s, \(clients)"
        guard text != told else { return }
        told = text
        Self.notify(text)
    }

    /// sd_notify(3)
    static func notify(_ text: String) { sd_notify(0, text) }
}
