/// What IIO devices there are, which would be used, and why not the others.
public struct IIOInventory: Sendable, Equatable, Codable {
    /// Where they are, as in "local:" or "ip:pi".
    public var uri: String
    /// The accelerometers and gyroscopes, in libiio's order.
    public var devices: [IIODeviceReport]

    /// Chooses among `devices`: `wanted` is an id, name, label or location, or nil for the best;
    /// `fused` whether a device's own rotation is used, or nil for want of a gyroscope only.
    init(uri: String, devices: [IIODeviceReport], wanted: String?, fused: Bool? = nil) {
        self.uri = uri
        self.devices = devices
        let chosen = bestAccelerometer(wanted)
        let partner = chosen.flatMap { gyroscope(beside: $0, wanted) }
        for index in devices.indices {
            let isChosen = index == chosen
            self.devices[index].uses =
                (isChosen ? [.acceleration] : []) + (index == partner ? [.rotationRate] : [])
        }
        if fused ?? (partner == nil), let index = bestRotation {
            self.devices[index].usesRotation = true
        }
        for index in devices.indices {
            self.devices[index].reason = reason(at: index, chosen: chosen, wanted: wanted)
        }
    }

    /// What a person would call the chosen devices; "none" without any.
    public var title: String {
        guard let accelerometer else { return "none" }
        guard let gyroscope, gyroscope.id != accelerometer.id else { return accelerometer.title }
        return "\(accelerometer.title) and \(gyroscope.title)"
    }

    /// The device whose accelerometer would be used.
    public var accelerometer: IIODeviceReport? {
        devices.first { $0.uses.contains(.acceleration) }
    }

    /// The device whose gyroscope would be used.
    public var gyroscope: IIODeviceReport? {
        devices.first { $0.uses.contains(.rotationRate) }
    }

    /// The device whose own rotation would be used.
    public var rotation: IIODeviceReport? { devices.first(where: \.usesRotation) }

    /// One that has a gyroscope in it before one of magnetometer and accelerometer alone.
    private var bestRotation: Int? {
        let found = devices.indices.filter { devices[$0].rotation != nil }
        return found.first { devices[$0].name != "geomagnetic_orientation" } ?? found.first
    }

    /// The one that was asked for; else the display's before the base's, a gyroscope at hand before
    /// none, a buffer before none, and the first before the last.
    private func bestAccelerometer(_ wanted: String?) -> Int? {
        let found = devices.indices.filter { devices[$0].accelerometer != nil }
        let fitting = found.filter { devices[$0].answers(to: wanted) }
        return fitting.min { rank(of: devices[$0]) < rank(of: devices[$1]) }
    }

    private func rank(of device: IIODeviceReport) -> (Int, Int, Int) {
        (device.placement.rank, device.gyroscope == nil ? 1 : 0, device.hasBuffer ? 0 : 1)
    }

    /// The same device's; else that of the device whose place fits and whose name is most alike.
    private func gyroscope(beside chosen: Int, _ wanted: String?) -> Int? {
        let accelerometer = devices[chosen]
        if accelerometer.gyroscope != nil { return chosen }
        let found = devices.indices.filter {
            devices[$0].gyroscope != nil && devices[$0].placement.fits(accelerometer.placement)
        }
        return found.max { likeness($0, chosen) < likeness($1, chosen) }
    }

    /// How many characters the names share at their start: lsm6dso_gyro belongs to lsm6dso_accel.
    /// A gyroscope with an accelerometer of its own comes last.
    private func likeness(_ index: Int, _ chosen: Int) -> Int {
        let names = (devices[index].name ?? "", devices[chosen].name ?? "")
        let shared = zip(names.0, names.1).prefix { $0 == $1 }.count
        return devices[index].accelerometer == nil ? shared : shared - 1000
    }

    private func reason(at index: Int, chosen: Int?, wanted: String?) -> String {
        let device = devices[index]
        if device.usesRotation { return "its own rotation spares a filter" }
        if device.accelerometer == nil, device.gyroscope == nil {
            return "its own rotation is not needed beside a gyroscope"
        }
        guard let chosen else {
            return device.accelerometer == nil
                ? "there is no accelerometer to go with it" : "it is not the one asked for"
        }
        if device.uses == [.rotationRate] { return "the gyroscope for \(devices[chosen].title)" }
        if !device.uses.isEmpty { return reasonForUse(of: device, wanted) }
        if !device.answers(to: wanted) { return "\(wanted ?? "") was asked for" }
        return reasonAgainst(device, beside: devices[chosen])
    }

    private func reasonForUse(of device: IIODeviceReport, _ wanted: String?) -> String {
        if wanted != nil { return "it was asked for" }
        let others = devices.filter { $0.accelerometer != nil }.count - 1
        guard others > 0 else { return "the only accelerometer" }
        return device.placement == .display ? "it sits in the display" : "the best of its kind"
    }

    private func reasonAgainst(
        _ device: IIODeviceReport, beside chosen: IIODeviceReport
    ) -> String {
        if device.placement == .base && chosen.placement != .base {
            return "it sits in the base, not in the display"
        }
        if device.placement != .display && chosen.placement == .display {
            return "\(chosen.title) sits in the display"
        }
        if device.accelerometer == nil { return "\(gyroscope?.title ?? "none") is the gyroscope" }
        if device.gyroscope == nil, chosen.gyroscope != nil {
            return "\(chosen.title) has a gyroscope too"
        }
        if !device.hasBuffer && chosen.hasBuffer { return "\(chosen.title) has a buffer" }
        return "\(chosen.title) comes first"
    }
}
