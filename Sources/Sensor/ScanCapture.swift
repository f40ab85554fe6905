import Motion

/// A device's buffer and the timestamps in it, from which whole scans are taken.
final class ScanCapture {
    /// After such a pause, in nanoseconds, the buffer holds old scans and has dropped the new.
    private static let pause: Int64 = 500_000_000

    private let buffer: IIOBuffer
    private let timestamp: IIOChannel?
    /// Whether a collection takes all there is, not only what comes with one read.
    private let takesAll: Bool
    private var scansToSkip: Int
    /// When a scan can be a new one; nanoseconds of `monotonicNow`.
    private let start: Int64
    private var lastCollection = monotonicNow()
    /// What tells that there is something to collect.
    let wakes: Wake

    /// Starts the capture of `channels` at about `rate` scans a second.
    ///
    /// The first scans after enabling may be what was measured before the device slept. Two are left
    /// out, but where a short rest ends and somebody waits, only what comes too early to be new.
    /// `takesAll` is for devices that are merged: none may fall behind the others. It costs a read.
    init(
        device: IIODevice, channels: [IIOChannel], rate: Double, isLocal: Bool, endsRest: Bool,
        takesAll: Bool = false
    ) throws(IIOError) {
        self.takesAll = takesAll && isLocal
        scansToSkip = endsRest ? 0 : 2
        timestamp = device.timestamp(beside: channels)
        device.chooseClock()
        for channel in device.channels where channel.isScanElement { channel.setEnabled(false) }
        for channel in channels { channel.setEnabled(true) }
        timestamp?.setEnabled(true)
        // The kernel hands over after so many scans: 10 ms, or one scan, is all that may be late.
        let scans = max(1, Int(rate / 100))
        // 0.3 s of them outlast a busy machine; the kernel drops the newest when it is full.
        let depth = max(4, UInt32(0.3 * rate) / UInt32(scans))
        buffer = try IIOBuffer(device: device, scans: scans, depth: depth)
        wakes = isLocal ? .descriptor(try buffer.pollDescriptor()) : .none
        start = monotonicNow() + Int64(0.5e9 / rate)
    }

    /// How far into each scan the channel lies, in bytes.
    func offset(of channel: IIOChannel) -> Int { buffer.offset(of: channel) }

    /// Calls `body` with each scan that has come and its time on the device's clock.
    func collect(_ body: (UnsafeRawPointer, Int64) -> Void) throws(IIOError) {
        let now = monotonicNow()
        let isStale = now - lastCollection > Self.pause || now < start
        defer { lastCollection = monotonicNow() }
        if isStale, wakes != .none {
            while try buffer.refill() {}
            return
        }
        // What else is there wakes the reader again at once.
        repeat {
            guard try buffer.refill() else { return }
            forEachScan(body)
        } while takesAll
    }

    private func forEachScan(_ body: (UnsafeRawPointer, Int64) -> Void) {
        let timeOffset = timestamp.map { buffer.offset(of: $0) } ?? 0
        buffer.forEachScan { scan in
            let time = timestamp?.raw(at: scan + timeOffset) ?? monotonicNow()
            if scansToSkip > 0 { scansToSkip -= 1 } else { body(scan, time) }
        }
    }
}

extension IIODevice {
    /// The timestamp that scans of `channels` are to have; none where libiio would go wrong.
    ///
    /// The kernel fills a scan up to a multiple of its largest field, which libiio 0.24 forgets: a
    /// rotation of 16 bytes and the timestamp's 8 make 32, not 24.
    fileprivate func timestamp(beside channels: [IIOChannel]) -> IIOChannel? {
        guard let timestamp = channel("timestamp"), timestamp.isScanElement else { return nil }
        let largest = channels.map(\.size).max() ?? 0
        return largest > timestamp.size ? nil : timestamp
    }

    /// Asks for timestamps that never jump: the default, realtime, does.
    ///
    /// Without the right to, or where the driver brings its own time, what comes is laid on our
    /// clock by `DeviceClock`.
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
