import Glibc
public import Motion

/// The rotation that an IIO device has fused itself: a HID hub's `dev_rotation`, a BNO055.
///
/// It is taken as the device's attitude; no mount matrix is applied, for a hub knows how it is built in.
public final class IIORotationSource: AttitudeSource {
    /// What was asked for when this source was made.
    public let settings: IIOSource.Settings
    private let note: (String) -> Void
    private let hotplug: HotplugMonitor
    /// Nil while a device that has gone is waited for.
    private var reader: RotationReader?
    private var reopening = Reopening()
    private var sleepWatch = SleepWatch()
    /// How long the machine has slept since this source was made, in nanoseconds.
    private var slept: Int64 = 0
    private let device: IIODeviceReport?

    /// Opens the device that `settings` choose; `note` gets lines for people, also while reading.
    public init(
        _ settings: IIOSource.Settings, note: @escaping @Sendable (String) -> Void
    ) throws(IIOError) {
        (self.settings, self.note) = (settings, note)
        hotplug = HotplugMonitor(isWanted: settings.uri.hasPrefix("local:"))
        let reader = try RotationReader(settings, note: note)
        self.reader = reader
        device = reader.inventory.rotation
    }

    /// The device's name.
    public var name: String { device?.title ?? "a rotation" }

    /// A device is held now.
    public var isLive: Bool { true }

    /// Appends the attitudes that the device has given; timestamps are as `IIOSource` has them.
    public func read(
        into attitudes: inout [Attitude], timeout: Duration
    ) throws -> SourceState {
        let (start, deadline) = (attitudes.count, monotonicNow() + timeout.nanoseconds)
        do throws(IIOError) {
            try openReader(until: deadline)?.read(into: &attitudes, until: deadline, hotplug)
        } catch {
            guard settings.reopens else { throw error }
            (reader, reopening) = (nil, Reopening())
            note("waiting for \(name): \(error)")
        }
        // Of what was read across a sleep nobody knows what is from before it, what from after.
        if noticeSleep() { attitudes.removeSubrange(start...) }
        for index in start..<attitudes.count { attitudes[index].timestamp += slept }
        return reader == nil ? .waiting(for: name) : .open
    }

    /// Lets the device sleep, as it was set before, until the next `read`.
    public func rest() { reader?.rest() }

    private func noticeSleep() -> Bool {
        let sleep = sleepWatch.sleep()
        guard sleep > 0 else { return false }
        slept += sleep
        reader?.rest()
        return true
    }

    /// The reader, of the same device anew if it has gone and it is time to try.
    private func openReader(until deadline: Int64) -> RotationReader? {
        if let reader { return reader }
        guard reopening.waitForTurn(until: deadline, hotplug),
            let reader = try? RotationReader(settings, note: note),
            reader.inventory.rotation?.identity == device?.identity
        else { return nil }
        self.reader = reader
        note("\(name) is back")
        return reader
    }
}
