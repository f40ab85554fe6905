import Glibc
import Motion

/// A device that is to be read.
struct ChosenDevice {
    let device: IIODevice
    /// As in `IIODeviceReport.identity`.
    let identity: String
    let channels: DeviceChannels
}

extension IIOContext {
    /// The devices that an inventory chose, with units and mounts; throws if units cannot be read.
    func chosenDevices(of inventory: IIOInventory) throws(IIOError) -> [ChosenDevice] {
        var chosen: [ChosenDevice] = []
        for report in inventory.devicesToRead {
            guard let device = devices.first(where: { $0.id == report.id }) else { continue }
            let channels: DeviceChannels
            if report.usesFusedAttitude, var attitude = FusedAttitudeChannel(of: device) {
                if let mount = report.fusedAttitude?.mount { attitude.setMount(mount.matrix) }
                channels = .fusedAttitude(attitude)
            } else {
                channels = .sensors(try sensors(of: device, report, inventory))
            }
            chosen.append(
                ChosenDevice(device: device, identity: report.identity, channels: channels))
        }
        return chosen
    }

    private func sensors(
        of device: IIODevice, _ report: IIODeviceReport, _ inventory: IIOInventory
    ) throws(IIOError) -> [SensorAxes] {
        var sensors: [SensorAxes] = []
        for quantity in report.uses {
            guard var sensor = SensorAxes(quantity, of: device) else { continue }
            try sensor.readUnits()
            sensor.mount = inventory.mount(of: quantity).matrix
            if quantity == .acceleration, let calibration = report.calibration {
                sensor.correct(by: calibration)
            }
            sensors.append(sensor)
        }
        return sensors
    }
}

extension IIOInventory {
    /// The mount matrix to use; a gyroscope without one uses that of the accelerometer.
    func mount(of quantity: IIOQuantity) -> FoundMountMatrix {
        let mount = accelerometerDevice?.accelerometer?.mount ?? FoundMountMatrix()
        switch quantity {
        case .acceleration: return mount
        case .rotationRate:
            // A calibration is of both sensors, even if they are two devices.
            if mount.origin == .calibration, let calibration = accelerometerDevice?.calibration {
                return FoundMountMatrix(calibration: calibration.mount(of: quantity))
            }
            return gyroscopeDevice?.gyroscope?.mount.orThat(of: mount) ?? mount
        }
    }

    /// Throws if there is no device to read.
    func checkChoice(_ settings: IIOSource.Settings) throws(IIOError) {
        guard devicesToRead.isEmpty else { return }
        let wanted = settings.device.map { "the accelerometer \"\($0)\"" } ?? "an accelerometer"
        let isOther = !devices.isEmpty && settings.device != nil
        throw IIOError(
            operation: "find \(wanted) on \(uri)", code: ENODEV,
            reason: "\(isOther ? "no such" : "no") accelerometer among its IIO devices")
    }

    /// Whether the devices to read are those of `before`, or better ones.
    func isAsGood(as before: IIOInventory) -> Bool {
        isSame(as: before) || rank > before.rank
    }

    /// Whether the devices to read are those of `before`.
    func isSame(as before: IIOInventory) -> Bool {
        Set(devicesToRead.map(\.identity)) == Set(before.devicesToRead.map(\.identity))
    }
}

extension IIODevice {
    /// Why its buffer cannot or should not be used; nil if it can.
    ///
    /// Opening the buffer while another program uses it would turn it off for that program.
    func obstacleToBuffer(_ settings: IIOSource.Settings, isLocal: Bool) -> String? {
        guard channels.contains(where: \.isScanElement) else { return "it has no buffer" }
        if settings.usesBuffer == false { return "as configured" }
        if isBufferOn == true {
            let holder = isLocal ? holderWords(of: id) : nil
            return "\(holder ?? "another program") has its buffer on"
        }
        guard settings.usesBuffer == nil, isLocal, isUsedByDesktop else { return nil }
        return
            "its buffer is used by iio-sensor-proxy, which rotates the screen; source.buffer = true "
            + "uses it here"
    }

    /// The obstacle of a buffer whose trigger never fires.
    static let silentBuffer =
        "its buffer is on but gives no scans; check that its interrupt pin is wired"

    /// Whether udev assigns the buffer of this device to the desktop's sensor service
    /// (iio-sensor-proxy), which need not be running. A service that starts while this program uses
    /// the buffer does not try again later.
    private var isUsedByDesktop: Bool {
        UdevDevice(id: id)?["IIO_SENSOR_PROXY_TYPE"]?.contains("iio-buffer-accel") == true
    }

    /// Sets the offered rate nearest to `rate`, and a hysteresis of 0, on `channels`; `hasObstacle`
    /// says whether the buffer cannot or should not be used.
    func prepare(
        _ channels: [IIOChannel], rate: Double, hasObstacle: Bool, _ notify: (String) -> Void
    ) {
        for channel in channels {
            // With a hysteresis, hubs report changes only, and nothing at rest.
            if let hysteresis = try? channel.number("hysteresis"), hysteresis != 0 {
                try? channel.setAttribute("hysteresis", to: "0")
            }
            do {
                try SamplingRateAttribute(device: self, channel: channel)?.set(nearest: rate)
            } catch  where error.isForbidden && !hasObstacle {
                // If the buffer is forbidden too, the notice about it names the remedy: the udev
                // rule.
            } catch {
                notify("\(nameOrID) keeps its sampling rate: \(error)")
            }
        }
    }

    /// The highest of the current rates of `channels`, in Hz; nil if none can be read.
    func rate(of channels: [IIOChannel]) -> Double? {
        channels.compactMap { SamplingRateAttribute(device: self, channel: $0)?.rate }.max()
    }

    /// Binds the driver's own trigger, `<name>-devN`, where none is bound.
    ///
    /// Does nothing if the driver needs no trigger and has no attribute for one.
    func bindTrigger(among triggers: [IIODevice]) throws(IIOError) {
        do {
            guard try trigger() == nil else { return }
        } catch  where [ENOENT, ENODEV, ENOSYS].contains(error.code) {
            return
        }
        let own = "\(nameOrID)-dev\(id.drop { !$0.isNumber })"
        guard let trigger = triggers.first(where: { $0.name == own }) else {
            throw IIOError(
                operation: "bind a trigger to \(nameOrID)", code: ENODEV,
                reason: "there is no trigger \(own)")
        }
        try setTrigger(trigger)
    }
}

extension IIOError {
    /// Why only polling is possible, as the end of a line.
    func obstacle(of device: IIODevice, _ isLocal: Bool) -> String {
        if isForbidden { return "no permission for its buffer; \(Self.udevRule) gives it" }
        if code == EBUSY, isLocal, let holder = holderWords(of: device.id) {
            return "\(holder) holds it"
        }
        return reason ?? description
    }
}
