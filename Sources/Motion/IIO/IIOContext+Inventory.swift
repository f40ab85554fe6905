import Motion

extension IIOContext {
    /// The devices of this context with sensors or a fused attitude, and the choice among them. If
    /// `before` has an accelerometer, the same one is chosen, or none if it is absent.
    func inventory(
        for settings: IIOSource.Settings, again before: IIOInventory? = nil
    ) -> IIOInventory {
        let reports = devices.filter { !$0.isTrigger }.map { report(on: $0, settings) }
        return IIOInventory(
            uri: uri,
            devices: reports.filter {
                $0.accelerometer != nil || $0.gyroscope != nil || $0.fusedAttitude != nil
            },
            wanted: before?.accelerometerDevice?.identity ?? settings.device,
            fused: settings.usesFusedAttitude, hidesDisplay: settings.hidesDisplay)
    }

    private func report(on device: IIODevice, _ settings: IIOSource.Settings) -> IIODeviceReport {
        var report = IIODeviceReport(
            id: device.id, name: device.name, label: device.label,
            location: device.hasAttribute("location") ? try? device.attribute("location") : nil,
            parent: isLocal ? SysfsDevice(id: device.id)?.parent : nil)
        report.hasBuffer = device.channels.contains(where: \.isScanElement)
        report.isBufferOn = report.hasBuffer ? device.isBufferOn : nil
        report.trigger = report.hasBuffer ? (try? device.trigger()) ?? nil : nil
        report.calibration = settings.calibrations[report.identity]
        let mount = (settings.mountMatrix, report.calibration)
        report.accelerometer = sensorReport(.acceleration, on: device, mount)
        report.gyroscope = sensorReport(.rotationRate, on: device, mount)
        report.fusedAttitude = FusedAttitudeChannel(of: device).map { attitude in
            IIOFusedAttitudeReport(
                format: attitude.channel.format, rate: device.rate(of: [attitude.channel]),
                mount: attitude.isOfChip
                    ? self.mount(of: device, mount.0, mount.1?.mount, attitude.channel) : nil)
        }
        return report
    }

    private func sensorReport(
        _ quantity: IIOQuantity, on device: IIODevice,
        _ known: (settings: MountMatrix?, calibration: Calibration?)
    ) -> IIOSensorReport? {
        guard var sensor = SensorAxes(quantity, of: device) else { return nil }
        let hasUnits = (try? sensor.readUnits()) != nil
        let rate = SamplingRateAttribute(device: device, channel: sensor.channels[0])
        return IIOSensorReport(
            channels: sensor.channels.map(\.id),
            formats: sensor.channels.compactMap(\.format),
            scale: hasUnits ? sensor.scale.components : nil,
            offset: hasUnits ? sensor.offset.components : nil,
            rate: rate?.rate,
            rates: rate?.rates.listed ?? [],
            mount: mount(
                of: device, known.settings, known.calibration?.mount(of: quantity),
                sensor.channels[0], isUdevs: quantity == .acceleration))
    }

    /// The mount matrix of the sensor with that channel; `isUdevs` says whether udev's is one for it.
    private func mount(
        of device: IIODevice, _ settings: MountMatrix?, _ calibration: MountMatrix?,
        _ channel: IIOChannel, isUdevs: Bool = true
    ) -> FoundMountMatrix {
        FoundMountMatrix(
            settings: settings, calibration: calibration,
            udev: isUdevs ? udevMountMatrix(of: device) : nil,
            channel: try? channel.attribute("mount_matrix"), device: device.mountMatrixOfAll
        ).fromDesktop(isHub: device.name == IIODeviceReport.hub)
    }

    /// udev's property of the device; nil for a remote device.
    private func udevMountMatrix(of device: IIODevice) -> String? {
        isLocal ? UdevDevice(id: device.id)?["ACCEL_MOUNT_MATRIX"] : nil
    }
}

extension IIOInventory {
    /// Reads the devices from libiio's XML, as a server describes them; it contains no values.
    public init(xml: [UInt8]) throws(IIOError) {
        self = try IIOContext(xml: xml).inventory(for: IIOSource.Settings())
    }
}

extension IIODevice {
    /// Whether the device's buffer is on; nil if that cannot be read.
    var isBufferOn: Bool? {
        if let text = try? bufferAttribute("enable") { return text != "0" }
        // A remote libiio hides that attribute; unread scans show that the buffer is on.
        guard let waiting = try? bufferAttribute("data_available") else { return nil }
        return waiting == "0" ? nil : true
    }
}

extension Vector3 {
    /// x, y and z.
    var components: [Double] { [x, y, z] }
}
