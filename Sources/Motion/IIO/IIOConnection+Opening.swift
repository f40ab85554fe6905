import Glibc
import Motion
import Platform

// Opens each device for reading, through its buffer or by polling.
extension IIOConnection {
    func openDevices() {
        devices = DeviceLock.exclusively { chosen.map(open) }
        merger = ReadingMerger(streams: devices.count)
    }

    /// Reopens the devices after a suspension. Throws if another device has got the number of one
    /// of them meanwhile.
    func resume() throws(IIOError) {
        if context.isLocal { IIOSource.restoreAfterKills(notify: notify) }
        for chosen in chosen where context.isLocal {
            guard SysfsDevice(id: chosen.device.id)?.identity == chosen.identity else {
                throw IIOError(operation: "read from \(chosen.device.nameOrID)", code: ENODEV)
            }
        }
        openDevices()
    }

    private func open(_ chosen: ChosenDevice) -> OpenDevice {
        let (device, channels) = (chosen.device, chosen.channels)
        let obstacle =
            obstacles[device.id] ?? device.obstacleToBuffer(settings, isLocal: context.isLocal)
        // While another program uses the buffer, the device's settings are not changed. If another
        // reader has changed them, the reader that ends last restores them.
        let isToChange = device.isBufferOn != true
        let saved = saveSettings(of: device, isToChange: isToChange)
        if isToChange {
            device.prepare(
                channels.attributeChannels, rate: settings.rate, hasObstacle: obstacle != nil,
                notifyOnce)
        }
        let inForce = device.rate(of: channels.attributeChannels) ?? settings.rate
        let capture: any DeviceCapture =
            if let obstacle {
                polled(device, channels, inForce, obstacle)
            } else {
                buffered(device, channels, inForce, saved)
            }
        let rate = capture is BufferedCapture ? inForce : pollingRate(inForce)
        return OpenDevice(
            device: device, identity: chosen.identity, channels: channels, samplingRate: rate,
            lowPass: channels.gyroscope?.lowPass(of: device), capture: capture, saved: saved,
            losses: ScanLosses(rate: rate))
    }

    /// Nil for a remote device: its settings are not restored (docs/pi.md). At the end its server
    /// only turns the buffer off.
    private func saveSettings(of device: IIODevice, isToChange: Bool) -> SavedSettings? {
        guard context.isLocal, let device = SysfsDevice(id: device.id) else { return nil }
        return SavedSettings(of: device, isToChange: isToChange, notify: notifyOnce)
    }

    private func buffered(
        _ device: IIODevice, _ channels: DeviceChannels, _ rate: Double, _ saved: SavedSettings?
    ) -> any DeviceCapture {
        do {
            return try BufferedCapture(
                device: device, channels: channels, rate: rate, isLocal: context.isLocal,
                followsSuspension: wasSuspended, takesAll: chosen.count > 1
            ) { (length, channels) throws(IIOError) in
                try saved?.saveBuffer(length: length, channels: channels, notify: notifyOnce)
                try device.bindTrigger(among: context.devices.filter(\.isTrigger))
            }
        } catch {
            saved?.restoreBuffer()
            return polled(device, channels, rate, error.obstacle(of: device, context.isLocal))
        }
    }

    /// Hz: a device at the rate `inForce` is not polled faster than wanted. A buffer may be faster,
    /// because the device may offer no lower rate.
    func pollingRate(_ inForce: Double) -> Double { min(inForce, settings.rate) }

    func polled(
        _ device: IIODevice, _ channels: DeviceChannels, _ inForce: Double, _ reason: String
    ) -> PolledCapture {
        let rate = pollingRate(inForce)
        notifyOnce("\(device.nameOrID): polling at \(rate.short) Hz: \(reason)")
        return PolledCapture(channels: channels, rate: rate, skipping: wasSuspended ? 1 : 2)
    }

    /// Gives a line to `notify` once, even if the devices are suspended several times.
    private func notifyOnce(_ line: String) {
        if notifiedLines.insert(line).inserted { notify(line) }
    }
}
