import Motion

/// A device that is read through its buffer, with its own timestamps.
final class BufferedCapture: DeviceCapture {
    /// After such a pause, in nanoseconds, the buffer holds old scans and has dropped the new.
    private static let pause: Int64 = 500_000_000

    private let buffer: IIOBuffer
    private let triads: [Triad]
    private let timestamp: IIOChannel?
    private var scansToSkip: Int
    /// When a scan can be a new one; nanoseconds of `monotonicNow`.
    private let start: Int64
    private var lastCollection = monotonicNow()
    let wakes: Wake

    /// Starts the capture at about `rate` scans a second.
    ///
    /// The first scans after enabling may be what was measured before the device slept. Two are left
    /// out, but where a short rest ends and somebody waits, only what comes too early to be new.
    init(
        device: IIODevice, triads: [Triad], rate: Double, isLocal: Bool, endsRest: Bool
    ) throws(IIOError) {
        self.triads = triads
        scansToSkip = endsRest ? 0 : 2
        timestamp = device.channel("timestamp").flatMap { $0.isScanElement ? $0 : nil }
        device.chooseClock()
        for channel in device.channels where channel.isScanElement { channel.setEnabled(false) }
        for channel in triads.flatMap(\.channels) { channel.setEnabled(true) }
        timestamp?.setEnabled(true)
        // The kernel hands over after so many scans: 10 ms, or one scan, is all that may be late.
        let scans = max(1, Int(rate / 100))
        // 0.3 s of them outlast a busy machine; the kernel drops the newest when it is full.
        let depth = max(4, UInt32(0.3 * rate) / UInt32(scans))
        buffer = try IIOBuffer(device: device, scans: scans, depth: depth)
        wakes = isLocal ? .descriptor(try buffer.pollDescriptor()) : .none
        start = monotonicNow() + Int64(0.5e9 / rate)
    }

    func collect(into samples: inout [ImuSample]) throws(IIOError) {
        let now = monotonicNow()
        let isStale = now - lastCollection > Self.pause || now < start
        defer { lastCollection = monotonicNow() }
        guard wakes != .none else { return try collectOne(into: &samples) }
        let count = samples.count
        while try buffer.refill() { append(to: &samples) }
        if isStale { samples.removeSubrange(count...) }
    }

    private func collectOne(into samples: inout [ImuSample]) throws(IIOError) {
        if try buffer.refill() { append(to: &samples) }
    }

    private func append(to samples: inout [ImuSample]) {
        let offsets = triads.map { $0.channels.map { buffer.offset(of: $0) } }
        let timeOffset = timestamp.map { buffer.offset(of: $0) } ?? 0
        buffer.forEachScan { scan in
            let time = timestamp?.raw(at: scan + timeOffset) ?? monotonicNow()
            var sample = ImuSample(timestamp: time, acceleration: nil, rotationRate: nil)
            for (triad, offsets) in zip(triads, offsets) {
                sample.set(triad.quantity, to: triad.value(in: scan, at: offsets))
            }
            if scansToSkip > 0 { scansToSkip -= 1 } else { samples.append(sample) }
        }
    }
}

extension Triad {
    /// The vector that a scan holds, its axes' bytes at `offsets`.
    fileprivate func value(in scan: UnsafeRawPointer, at offsets: [Int]) -> Vector3 {
        var raw = Vector3.zero
        for axis in 0..<3 { raw[axis] = Double(channels[axis].raw(at: scan + offsets[axis])) }
        return value(raw: raw)
    }
}

extension IIODevice {
    /// Asks for timestamps that never jump: the default, realtime, does.
    ///
    /// Without the right to, or where the driver brings its own time, what comes is laid on our
    /// clock by `SampleMerger`.
    fileprivate func chooseClock() {
        let name = "current_timestamp_clock"
        guard hasAttribute(name), (try? attribute(name)) != "monotonic" else { return }
        do {
            try setAttribute(name, to: "monotonic")
        } catch {
            try? setAttribute(name, to: "boottime")
        }
    }
}
