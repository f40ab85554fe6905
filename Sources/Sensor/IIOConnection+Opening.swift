import Glibc
import Motion

// How each device comes to be read: by its buffer, or value by value.
extension IIOConnection {
    func openReaders() {
        readers = chosen.map(open)
        merger = SampleMerger(streams: readers.count)
    }

    /// Opens the devices again after a rest, in which others may have taken their numbers.
    func wake() throws(IIOError) {
        for sensors in chosen where context.isLocal {
            let report = inventory.devices.first { $0.id == sensors.device.id }
            guard SysfsDevice(id: sensors.device.id)?.identity == report?.identity else {
                throw IIOError(operation: "read from \(sensors.device.title)", code: ENODEV)
            }
        }
        openReaders()
    }

    private func open(_ chosen: ChosenSensors) -> Reader {
        let (device, triads) = (chosen.device, chosen.triads)
        let obstacle =
            obstacles[device.id] ?? device.obstacleToBuffer(settings, isLocal: context.isLocal)
        var loan: DeviceLoan?
        if device.isBufferOn != true {
            loan = borrow(device)
            device.prepare(triads.map { $0.channels[0] }, rate: settings.rate, say)
        }
        // More often than wanted is of use to a buffer only, whose device may offer no lower rate.
        let inForce = device.rate(of: triads.map { $0.channels[0] }) ?? settings.rate
        let rate = obstacle == nil ? inForce : min(inForce, settings.rate)
        if obstacle != nil { loan?.returnBuffer() }
        let capture: any DeviceCapture =
            if let obstacle {
                polled(device, triads, rate, obstacle)
            } else {
                buffer(device, triads, rate, loan)
            }
        return Reader(device: device, triads: triads, rate: rate, capture: capture, loan: loan)
    }

    /// What was changed is put back at the end; a remote machine's server does what it does.
    private func borrow(_ device: IIODevice) -> DeviceLoan? {
        guard context.isLocal else { return nil }
        return DeviceLoan(ofDevice: device.id, note: say)
    }

    private func buffer(
        _ device: IIODevice, _ triads: [Triad], _ rate: Double, _ loan: DeviceLoan?
    ) -> any DeviceCapture {
        do {
            try device.bindTrigger(among: context.devices.filter(\.isTrigger))
            let capture = try BufferedCapture(
                device: device, triads: triads, rate: rate, isLocal: context.isLocal,
                endsRest: hasRested, takesAll: self.chosen.count > 1)
            loan?.captureBegan()
            return capture
        } catch {
            loan?.returnBuffer()
            return polled(device, triads, rate, error.obstacle(of: device, context.isLocal))
        }
    }

    func polled(
        _ device: IIODevice, _ triads: [Triad], _ rate: Double, _ reason: String
    ) -> PolledCapture {
        say("\(device.title) is read value by value, \(rate.short) times a second: \(reason)")
        return PolledCapture(triads: triads, rate: rate, skipping: hasRested ? 1 : 2)
    }

    /// Says a line once, however often the devices rest.
    private func say(_ line: String) {
        if said.insert(line).inserted { note(line) }
    }
}
