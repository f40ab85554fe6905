import CIIO
import Platform

/// The format of a channel's numbers in a scan; only formats that the kernel's sensors have.
///
/// libiio's format may come from an untrusted machine; a format that is refused here could stop the
/// program or give wrong numbers.
struct ScanFormat: Equatable {
    /// Larger than any sensor's count: a fused attitude is four numbers.
    private static let largestCount = 16
    private let isBigEndian: Bool
    private let isSigned: Bool
    /// The number of valid bits, and of unused bits below them.
    private let bits: Int
    private let shift: Int
    /// Bytes of a number: 1, 2, 4 or 8.
    private let length: Int
    /// The number of consecutive numbers.
    let count: Int

    /// Checks libiio's format; nil if it is invalid.
    init?(_ format: iio_data_format) {
        let (bits, shift, count) = (format.bits, format.shift, max(1, format.repeat))
        guard [8, 16, 32, 64].contains(format.length), (1...format.length).contains(bits),
            shift <= format.length - bits, count <= Self.largestCount
        else { return nil }
        (isBigEndian, isSigned) = (format.is_be, format.is_signed)
        (self.bits, self.shift) = (Int(bits), Int(shift))
        (length, self.count) = (Int(format.length / 8), Int(count))
    }

    /// Bytes of the channel in a scan.
    var size: Int { length * count }

    /// The number at `index` of the channel that begins `offset` bytes into `scan`; nil if it would
    /// be beyond the scan's end.
    func number(_ index: Int = 0, in scan: UnsafeRawBufferPointer, at offset: Int) -> Int64? {
        let start = offset + index * length
        guard (0..<count).contains(index), offset >= 0, start <= scan.count - length else {
            return nil
        }
        var number: UInt64 = 0
        for index in 0..<length {
            number = number << 8 | UInt64(scan[start + (isBigEndian ? index : length - 1 - index)])
        }
        // The bits above are another axis's, or repeat the sign.
        let high = (number >> UInt64(shift)) << UInt64(64 - bits)
        return isSigned
            ? Int64(bitPattern: high) >> Int64(64 - bits)
            : Int64(clamping: high >> UInt64(64 - bits))
    }
}

/// A channel that is part of each scan.
struct ScanField {
    let channel: IIOChannel
    let format: ScanFormat
}

/// The bytes of all fields that were measured at one time.
struct Scan {
    let bytes: UnsafeRawBufferPointer
    let fields: [ScanField]
    /// Where each field begins, in bytes.
    let offsets: [Int]

    /// The number at `index` of a field; nil if the scan is too short.
    func number(of field: Int, _ index: Int = 0) -> Int64? {
        fields[field].format.number(index, in: bytes, at: offsets[field])
    }
}

/// Counts the scans that a full buffer has lost, by the steps of its timestamps.
///
/// All times are in nanoseconds.
struct ScanLosses {
    /// A shorter step is a late scan.
    private static let shortestLoss: Int64 = 30_000_000
    /// Largest excess of a step over the arrival interval; more is a jump of the device's clock.
    private static let tolerance: Int64 = 1_000_000_000
    /// The number of lost scans so far.
    private(set) var count = 0
    /// The estimated interval between two scans.
    private var interval: Double
    private var newest: (timestamp: Int64, arrival: Int64)?

    /// `rate` is the device's sampling rate, in Hz.
    init(rate: Double) { interval = 1e9 / rate }

    /// Adds a scan's timestamp on the device's clock, and its time of arrival.
    mutating func add(_ timestamp: Int64, arrival: Int64) {
        defer { newest = (timestamp, arrival) }
        guard let newest else { return }
        let step = timestamp &- newest.timestamp
        if step > 0, Double(step) < 1.5 * interval {
            // The driver's rate differs slightly from the device's.
            interval += 0.02 * (Double(step) - interval)
        } else if step > Self.shortestLoss, Double(step) > 2.5 * interval,
            step <= arrival - newest.arrival + Self.tolerance
        {
            count += Int(saturating: Double(step) / interval) - 1
        }
    }
}
