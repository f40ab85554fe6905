import Motion
import Platform

/// Reads one device, through its buffer or by polling.
protocol DeviceCapture: AnyObject {
    var readiness: Readiness { get }
    /// Appends the available readings; none if none is due. Timestamps are on the device's clock,
    /// or on that of `monotonicNow` if readings are polled or scans have no timestamp. Returns whether
    /// the device gave anything, also what is discarded.
    func collect(into readings: inout [Reading]) throws(IIOError) -> Bool
}

/// The event after which a capture has readings to collect.
enum Readiness: Equatable {
    /// A file descriptor becomes readable.
    case descriptor(Int32)
    /// This time is reached, in nanoseconds of `monotonicNow`.
    case time(Int64)
    /// No event: `collect` itself blocks, as for remote buffers.
    case blocks
}

/// A device that is read through its buffer, with the scans' timestamps if they have any.
final class BufferedCapture: DeviceCapture {
    /// Nanoseconds: after a longer pause, the buffer holds old scans and has dropped new ones, unless
    /// two scans take longer: it holds at least four.
    private static let pause: Int64 = 500_000_000

    private let buffer: IIOBuffer
    private let channels: DeviceChannels
    private let fields: [ScanField]
    /// Whether the last field is the timestamp; else a scan has the time at which it is read.
    let hasTimestamp: Bool
    /// Where each field begins in a scan, in bytes; empty before the first refill.
    private var offsets: [Int] = []
    /// Whether `collect` reads until the buffer is empty, not only once.
    private let takesAll: Bool
    private var scansToSkip: Int
    /// Nanoseconds: `pause`, or the time of two scans.
    private let longestPause: Int64
    /// The earliest time of a new scan, in nanoseconds of `monotonicNow`.
    private let start: Int64
    private var lastCollection = monotonicNow()
    let readiness: Readiness

    /// Starts the capture of `channels` at about `rate` scans a second.
    ///
    /// The first scans after enabling may be old, from before the device's low-power state. Two are
    /// discarded; after a suspension, to save time, only those that come too early to be new.
    /// `takesAll` is for merged devices, none of which may fall behind; it costs one more read for
    /// each collection. `prepare` gets the buffer's length in scans and the ids of its channels,
    /// before the device is changed.
    init(
        device: IIODevice, channels: DeviceChannels, rate: Double, isLocal: Bool,
        followsSuspension: Bool, takesAll: Bool,
        prepare: (_ length: Int, _ channels: [String]) throws(IIOError) -> Void
    ) throws(IIOError) {
        self.channels = channels
        self.takesAll = takesAll && isLocal
        longestPause = max(Self.pause, Int64(saturating: 2e9 / rate))
        scansToSkip = followsSuspension ? 0 : 2
        try device.checkFormats()
        let measured = try channels.fields()
        let timestamp = try device.timestamp(beside: measured)
        fields = measured + (timestamp.map { [$0] } ?? [])
        hasTimestamp = timestamp != nil
        // The kernel delivers this many scans together: the delay is at most 10 ms, or one scan.
        let scans = max(1, Int(saturating: (rate / 100).rounded(.down)))
        // 0.3 s of scans are enough on a busy machine; the kernel drops new scans when the buffer
        // is full.
        let depth = UInt32(saturating: max(4, (0.3 * rate / Double(scans)).rounded(.down)))
        try prepare(scans * Int(depth), fields.map(\.channel.id))
        device.chooseClock()
        for channel in device.channels where channel.isScanElement { channel.setEnabled(false) }
        for field in fields { field.channel.setEnabled(true) }
        buffer = try IIOBuffer(device: device, scans: scans, depth: depth)
        readiness = isLocal ? .descriptor(try buffer.pollDescriptor()) : .blocks
        start = monotonicNow() + Int64(saturating: 0.5e9 / rate)
    }

    func collect(into readings: inout [Reading]) throws(IIOError) -> Bool {
        let now = monotonicNow()
        let isStale = (now - lastCollection > longestPause || now < start) && readiness != .blocks
        defer { lastCollection = monotonicNow() }
        var hasScans = false
        // If scans remain, the descriptor is readable again at once.
        repeat {
            guard try buffer.refill() else { break }
            hasScans = true
            if !isStale { appendScans(to: &readings) }
        } while takesAll || isStale
        return hasScans
    }

    private func appendScans(to readings: inout [Reading]) {
        // Of a local buffer the offsets never change; a server may change them with any refill.
        if offsets.isEmpty || readiness == .blocks {
            offsets = fields.map { buffer.offset(of: $0.channel) }
        }
        buffer.forEachScan { bytes in
            let scan = Scan(bytes: bytes, fields: fields, offsets: offsets)
            let time = hasTimestamp ? scan.number(of: fields.count - 1) : monotonicNow()
            guard let time else { return }
            if scansToSkip > 0 {
                scansToSkip -= 1
            } else if let reading = channels.reading(in: scan, at: time) {
                readings.append(reading)
            }
        }
    }
}

extension IIODevice {
    /// Throws if a scan element, wanted or not, has an invalid format: libiio divides by its size,
    /// and a server may put it into the scans.
    fileprivate func checkFormats() throws(IIOError) {
        for channel in channels where channel.isScanElement && channel.scanFormat == nil {
            _ = try channel.field(count: 1)
        }
    }

    /// The timestamp for scans of `fields`; nil if there is none or libiio would misread the scans.
    ///
    /// The kernel pads a scan to a multiple of its largest field, but libiio 0.24 does not: a
    /// fused attitude of 16 bytes and a timestamp of 8 take 32 bytes, not 24.
    fileprivate func timestamp(beside fields: [ScanField]) throws(IIOError) -> ScanField? {
        guard let channel = channel("timestamp"), channel.isScanElement else { return nil }
        let timestamp = try channel.field(count: 1)
        let largest = fields.map(\.format.size).max() ?? 0
        return largest > timestamp.format.size ? nil : timestamp
    }

    /// Selects a clock for timestamps that does not jump; the default, realtime, does.
    ///
    /// Without permission, or if the driver has its own clock, `DeviceClock` converts timestamps to
    /// our clock.
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
