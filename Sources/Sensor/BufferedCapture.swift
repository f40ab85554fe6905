import Motion

/// A device that is read through its buffer, with its own timestamps.
final class BufferedCapture: DeviceCapture {
    private let scans: ScanCapture
    private let triads: [Triad]
    /// Where each axis lies in a scan, in bytes.
    private let offsets: [[Int]]

    var wakes: Wake { scans.wakes }

    /// Starts the capture at about `rate` scans a second; the flags are explained at `ScanCapture`.
    init(
        device: IIODevice, triads: [Triad], rate: Double, isLocal: Bool, endsRest: Bool,
        takesAll: Bool
    ) throws(IIOError) {
        self.triads = triads
        let scans = try ScanCapture(
            device: device, channels: triads.flatMap(\.channels), rate: rate, isLocal: isLocal,
            endsRest: endsRest, takesAll: takesAll)
        offsets = triads.map { $0.channels.map { scans.offset(of: $0) } }
        self.scans = scans
    }

    func collect(into samples: inout [ImuSample]) throws(IIOError) {
        try scans.collect { scan, time in
            var sample = ImuSample(timestamp: time, acceleration: nil, rotationRate: nil)
            for (triad, offsets) in zip(triads, offsets) {
                sample.set(triad.quantity, to: triad.value(in: scan, at: offsets))
            }
            samples.append(sample)
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
