import Glibc
import Motion

/// The sensors of one device that are to be read.
struct ChosenSensors {
    let device: IIODevice
    var triads: [Triad]
}

extension IIOContext {
    /// The sensors that an inventory chose, their units and mounts ready; an unreadable one fails.
    func chosenSensors(
        of inventory: IIOInventory
    ) throws(IIOError) -> [ChosenSensors] {
        var chosen: [ChosenSensors] = []
        for device in devices {
            guard let report = inventory.devices.first(where: { $0.id == device.id }) else {
                continue
            }
            var sensors = ChosenSensors(device: device, triads: [])
            for quantity in report.uses {
                guard var triad = Triad(quantity, of: device) else { continue }
                try triad.readUnits()
                triad.mount = inventory.mount(of: quantity).matrix
                if quantity == .acceleration, let calibration = report.calibration {
                    triad.correct(by: calibration)
                }
                sensors.triads.append(triad)
            }
            if !sensors.triads.isEmpty { chosen.append(sensors) }
        }
        return chosen
    }
}

extension IIOInventory {
    /// The mount matrix to use; a gyroscope without one shares that of the accelerometer.
    func mount(of quantity: IIOQuantity) -> FoundMountMatrix {
        let mount = accelerometer?.accelerometer?.mount ?? FoundMountMatrix()
        switch quantity {
        case .acceleration: return mount
        case .rotationRate:
            // A calibration is of the pair, also where it is two devices.
            if mount.home == .calibration, let pair = accelerometer?.calibration {
                return FoundMountMatrix(calibration: pair.mount(of: quantity))
            }
            return gyroscope?.gyroscope?.mount.orThat(of: mount) ?? mount
        }
    }

    /// Throws if there is nothing to read.
    func checkChoice(_ settings: IIOSource.Settings) throws(IIOError) {
        guard accelerometer == nil else { return }
        let wanted = settings.device.map { "the accelerometer \"\($0)\"" } ?? "an accelerometer"
        throw IIOError(
            operation: "find \(wanted) on \(uri)", code: ENODEV,
            reason: "\(devices.isEmpty ? "no" : "no such") accelerometer among its IIO devices")
    }

    /// Throws if the devices of `before` are not all there again.
    func checkSameness(with before: IIOInventory) throws(IIOError) {
        let isSame =
            accelerometer?.identity == before.accelerometer?.identity
            && [nil, gyroscope?.identity].contains(before.gyroscope?.identity)
        guard !isSame else { return }
        throw IIOError(operation: "find \(before.title) on \(uri)", code: ENODEV)
    }
}

extension IIODevice {
    /// Why its buffer cannot or should not be used; nil if it may.
    ///
    /// Opening a buffer that another program has on would turn that program's off.
    func obstacleToBuffer(_ settings: IIOSource.Settings, isLocal: Bool) -> String? {
        guard channels.contains(where: \.isScanElement) else { return "it has no buffer" }
        if settings.usesBuffer == false { return "as was asked" }
        if isBufferOn == true {
            let holder = isLocal ? holderWords(of: id) : nil
            return "\(holder ?? "another program") has its buffer on"
        }
        guard settings.usesBuffer == nil, isLocal, isDesktops else { return nil }
        return
            "its buffer is left to iio-sensor-proxy, which turns the screen; source.buffer = true "
            + "takes it"
    }

    /// What is said of a buffer whose trigger never fires.
    static let silentBuffer =
        "its buffer is on but gives nothing; is its interrupt pin wired?"

    /// Whether the desktop's sensor service captures from it: that finds the buffer taken if it starts
    /// later than we, gets nothing, and is still without when we have ended.
    private var isDesktops: Bool {
        UdevRecord(of: self)?["IIO_SENSOR_PROXY_TYPE"]?.contains("iio-buffer-accel") == true
    }

    /// Sets the rate nearest to `rate`, and lets a resting sensor speak: those of `channels`.
    func prepare(_ channels: [IIOChannel], rate: Double, _ note: (String) -> Void) {
        for channel in channels {
            // Hubs that report changes only would fall silent at rest.
            if let hysteresis = try? channel.number("hysteresis"), hysteresis != 0 {
                try? channel.setAttribute("hysteresis", to: "0")
            }
            do {
                try SamplingRateHome(device: self, channel: channel)?.set(nearest: rate)
            } catch  where error.isPermission {
                // The line about the buffer says what mends this too.
            } catch {
                note("\(title) keeps its sampling rate: \(error)")
            }
        }
    }

    /// The rate in force, in Hz: that of its fastest sensor.
    func rate(of channels: [IIOChannel]) -> Double? {
        channels.compactMap { SamplingRateHome(device: self, channel: $0)?.rate }.max()
    }

    /// Binds the driver's own trigger, `<name>-devN`, where none is bound.
    ///
    /// Drivers that need no trigger have no place to bind one, which is as good.
    func bindTrigger(among triggers: [IIODevice]) throws(IIOError) {
        do {
            guard try trigger() == nil else { return }
        } catch  where [ENOENT, ENODEV, ENOSYS].contains(error.code) {
            return
        }
        let own = "\(title)-dev\(id.drop { !$0.isNumber })"
        guard let trigger = triggers.first(where: { $0.name == own }) else {
            throw IIOError(
                operation: "bind a trigger to \(title)", code: ENODEV,
                reason: "there is no trigger \(own)")
        }
        try setTrigger(trigger)
    }
}

extension IIOError {
    /// Why only polling is left, for the end of a line.
    func obstacle(of device: IIODevice, _ isLocal: Bool) -> String {
        if isPermission { return "no permission for its buffer; \(Self.udevRule) gives it" }
        if code == EBUSY, isLocal, let holder = holderWords(of: device.id) {
            return "\(holder) holds it"
        }
        return reason ?? description
    }
}
