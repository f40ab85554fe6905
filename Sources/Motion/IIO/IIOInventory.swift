import Motion

/// The IIO devices that were found, those that would be used, and the reasons.
public struct IIOInventory: Sendable, Equatable, Codable {
    /// The URI of the devices, as in "local:" or "ip:pi".
    public var uri: String
    /// The devices with an accelerometer, a gyroscope or a fused attitude, in libiio's order.
    public var devices: [IIODeviceReport]

    /// The inventory of a machine without devices.
    public init(uri: String) { (self.uri, devices) = (uri, []) }

    /// Chooses among `devices`: `wanted` is an id, name, label, location or identity, or nil for
    /// the best; `fused` says whether a device's fused attitude is used; nil means only without a
    /// gyroscope; `hidesDisplay` as in `IIOSource.Settings`.
    init(
        uri: String, devices: [IIODeviceReport], wanted: String?, fused: Bool? = nil,
        hidesDisplay: Bool = false
    ) {
        self.uri = uri
        self.devices = devices
        let chosen = bestAccelerometer(wanted, hidesDisplay: hidesDisplay)
        let partner = chosen.flatMap { gyroscope(beside: $0) }
        for index in devices.indices {
            let isChosen = index == chosen
            self.devices[index].uses =
                (isChosen ? [.acceleration] : []) + (index == partner ? [.rotationRate] : [])
        }
        // Without a chosen accelerometer, only the device that was asked for may give its fused
        // attitude; else any device may.
        if fused ?? (partner == nil), let index = bestFusedAttitude(chosen == nil ? wanted : nil) {
            self.devices[index].usesFusedAttitude = true
        }
        for index in devices.indices {
            self.devices[index].reason = reason(at: index, chosen: chosen, wanted: wanted)
        }
    }

    /// The names of the devices of accelerometer and gyroscope, for people; "none" without an
    /// accelerometer.
    public var sensorsTitle: String {
        guard let accelerometerDevice else { return "none" }
        guard let gyroscopeDevice, gyroscopeDevice.id != accelerometerDevice.id else {
            return accelerometerDevice.title
        }
        return "\(accelerometerDevice.title) and \(gyroscopeDevice.title)"
    }

    /// The device whose accelerometer would be used.
    public var accelerometerDevice: IIODeviceReport? {
        devices.first { $0.uses.contains(.acceleration) }
    }

    /// The device whose gyroscope would be used.
    public var gyroscopeDevice: IIODeviceReport? {
        devices.first { $0.uses.contains(.rotationRate) }
    }

    /// Remarks on the mount matrices of the sensors that would be used.
    var mountRemarks: [String] {
        let mounts = [
            accelerometerDevice?.accelerometer?.mount, gyroscopeDevice?.gyroscope?.mount,
            fusedAttitudeDevice?.fusedAttitude?.mount,
        ]
        return Set(mounts.compactMap { $0?.remark }).sorted().map { "mount matrix, \($0)" }
    }

    /// The device whose fused attitude would be used.
    public var fusedAttitudeDevice: IIODeviceReport? { devices.first(where: \.usesFusedAttitude) }

    /// The devices to read: the one whose fused attitude is used, else those of the sensors; none
    /// without an accelerometer.
    var devicesToRead: [IIODeviceReport] {
        if let fusedAttitudeDevice { return [fusedAttitudeDevice] }
        return accelerometerDevice == nil ? [] : devices.filter { !$0.uses.isEmpty }
    }

    /// What `devicesToRead` measure or fuse.
    var quantities: Quantities {
        if fusedAttitudeDevice != nil { return .attitude }
        return [
            accelerometerDevice == nil ? [] : .acceleration,
            gyroscopeDevice == nil ? [] : .rotationRate,
        ]
    }

    /// The name of the devices to read, for people.
    var sourceTitle: String { fusedAttitudeDevice?.title ?? sensorsTitle }

    /// The rank of `devicesToRead`; larger is better. A fused attitude beside a gyroscope ranks highest,
    /// because it is used only if it was requested.
    var rank: Int {
        if fusedAttitudeDevice != nil { return gyroscopeDevice == nil ? 1 : 3 }
        return accelerometerDevice == nil ? -1 : gyroscopeDevice == nil ? 0 : 2
    }

    /// The index of the device whose fused attitude is best: only the requested device if `wanted` is
    /// not nil. One that is fused with a gyroscope comes before one from magnetometer and
    /// accelerometer only.
    private func bestFusedAttitude(_ wanted: String?) -> Int? {
        let found = devices.indices.filter {
            devices[$0].fusedAttitude != nil && devices[$0].isNamed(wanted)
        }
        return found.first { devices[$0].name != "geomagnetic_orientation" } ?? found.first
    }

    /// The index of the device with the best accelerometer: only the requested device if `wanted`
    /// is not nil. A device in the display comes before one in the base, the other way round if the
    /// display is hidden; then one with a gyroscope before others, then one with a buffer before
    /// others, then the first before the last.
    private func bestAccelerometer(_ wanted: String?, hidesDisplay: Bool) -> Int? {
        let found = devices.indices.filter { devices[$0].accelerometer != nil }
        let fitting = found.filter { devices[$0].isNamed(wanted) }
        return fitting.min {
            order(of: devices[$0], hidesDisplay) < order(of: devices[$1], hidesDisplay)
        }
    }

    private func order(of device: IIODeviceReport, _ hidesDisplay: Bool) -> (Int, Int, Int) {
        let place = device.placement.rawValue
        return (
            hidesDisplay ? -place : place, device.gyroscope == nil ? 1 : 0,
            device.hasBuffer ? 0 : 1
        )
    }

    /// The index of the chosen device if it has a gyroscope, else of the device with a gyroscope, a
    /// fitting placement and the most similar name.
    private func gyroscope(beside chosen: Int) -> Int? {
        let accelerometer = devices[chosen]
        if accelerometer.gyroscope != nil { return chosen }
        let found = devices.indices.filter {
            devices[$0].gyroscope != nil && devices[$0].placement.fits(accelerometer.placement)
        }
        return found.max { likeness($0, chosen) < likeness($1, chosen) }
    }

    /// The length of the names' common prefix: lsm6dso_gyro belongs to lsm6dso_accel. A gyroscope
    /// whose device has an accelerometer comes last.
    private func likeness(_ index: Int, _ chosen: Int) -> Int {
        let names = (devices[index].name ?? "", devices[chosen].name ?? "")
        let shared = zip(names.0, names.1).prefix { $0 == $1 }.count
        return devices[index].accelerometer == nil ? shared : shared - 1000
    }

    private func reason(at index: Int, chosen: Int?, wanted: String?) -> String {
        let device = devices[index]
        if device.usesFusedAttitude {
            return "its own attitude is used, so that no filter is needed"
        }
        if chosen == nil, !device.isNamed(wanted) { return "\(wanted ?? "") was asked for" }
        if device.accelerometer == nil, device.gyroscope == nil {
            return "its own attitude is not used: other sensors are, or source.fused is false"
        }
        guard let chosen else { return "there is no accelerometer to go with it" }
        if !device.uses.isEmpty {
            return reasonForUse(of: device, beside: devices[chosen], wanted) + limitOfUse
        }
        if !device.isNamed(wanted) { return "\(wanted ?? "") was asked for" }
        return reasonAgainst(device, beside: devices[chosen])
    }

    /// The end of the reason for a sensor's use, beside a fused attitude that is used.
    private var limitOfUse: String {
        guard let fusedAttitudeDevice else { return "" }
        return
            ", for record and calibrate; for a card the attitude that \(fusedAttitudeDevice.title) "
            + "fuses is used"
    }

    private func reasonForUse(
        of device: IIODeviceReport, beside chosen: IIODeviceReport, _ wanted: String?
    ) -> String {
        if device.uses == [.rotationRate] { return "the gyroscope for \(chosen.title)" }
        if wanted != nil { return "it was asked for" }
        let others = devices.filter { $0.accelerometer != nil }.count - 1
        guard others > 0 else { return "the only accelerometer" }
        if device.placement == .display { return "it is in the display" }
        return isDisplayHidden(forUseOf: device)
            ? "it is in the base, and the lid is closed" : "the best of its kind"
    }

    /// Whether this device was chosen because the lid is closed.
    private func isDisplayHidden(forUseOf chosen: IIODeviceReport) -> Bool {
        chosen.placement == .base
            && devices.contains { $0.accelerometer != nil && $0.placement == .display }
    }

    private func reasonAgainst(
        _ device: IIODeviceReport, beside chosen: IIODeviceReport
    ) -> String {
        if device.placement == .display, isDisplayHidden(forUseOf: chosen) {
            return "it is in the display, and the lid is closed"
        }
        if device.placement == .base && chosen.placement != .base {
            return "it is in the base, not in the display"
        }
        if device.placement != .display && chosen.placement == .display {
            return "\(chosen.title) is in the display"
        }
        if device.accelerometer == nil {
            guard let gyroscopeDevice else { return "it is not in the base, as \(chosen.title) is" }
            return "\(gyroscopeDevice.title) is the gyroscope"
        }
        if device.gyroscope == nil, chosen.gyroscope != nil {
            return "\(chosen.title) has a gyroscope too"
        }
        if !device.hasBuffer && chosen.hasBuffer { return "\(chosen.title) has a buffer" }
        return "\(chosen.title) comes first"
    }
}
