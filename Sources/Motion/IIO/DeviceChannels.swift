import Motion
import Platform

/// The channels read from one device: sensors, whose values form a sample, or its fused attitude.
enum DeviceChannels {
    case sensors([SensorAxes])
    case fusedAttitude(FusedAttitudeChannel)

    /// The channels at which rate, low-pass and hysteresis are read and set: the first of each
    /// sensor, because its axes share these attributes, or the fused attitude's.
    var attributeChannels: [IIOChannel] {
        switch self {
        case .sensors(let sensors): sensors.map { $0.channels[0] }
        case .fusedAttitude(let attitude): [attitude.channel]
        }
    }

    /// The gyroscope, if it is one of the sensors.
    var gyroscope: SensorAxes? {
        guard case .sensors(let sensors) = self else { return nil }
        return sensors.first { $0.quantity == .rotationRate }
    }

    func fields() throws(IIOError) -> [ScanField] {
        switch self {
        case .sensors(let sensors):
            return try sensors.flatMap(\.channels).map { channel throws(IIOError) in
                try channel.field(count: 1)
            }
        case .fusedAttitude(let attitude):
            return [try attitude.channel.field(count: FusedAttitudeChannel.count)]
        }
    }

    /// The reading in a scan of `fields`, which was measured at `time`; nil if it is invalid.
    func reading(in scan: Scan, at time: Int64) -> Reading? {
        switch self {
        case .sensors(let sensors):
            var sample = ImuSample(timestamp: time, acceleration: nil, rotationRate: nil)
            for index in sensors.indices {
                guard let value = sensors[index].value(in: scan, from: 3 * index) else {
                    return nil
                }
                sample.set(sensors[index].quantity, to: value)
            }
            return .sample(sample)
        case .fusedAttitude(let attitude):
            return attitude.quaternion(in: scan).map { .attitude($0, at: time) }
        }
    }

    /// Reads the values one after the other, and appends a reading for each sensor.
    func read(into readings: inout [Reading]) throws(IIOError) {
        switch self {
        case .sensors(let sensors):
            for sensor in sensors { readings.append(.sample(try sensor.read())) }
        case .fusedAttitude(let attitude):
            let start = monotonicNow()
            guard let quaternion = try attitude.read() else { return }
            readings.append(.attitude(quaternion, at: middle(since: start)))
        }
    }
}

extension Reading {
    /// An attitude whose rate is not known yet.
    fileprivate static func attitude(_ quaternion: Quaternion, at time: Int64) -> Reading {
        .attitude(Attitude(timestamp: time, quaternion: quaternion, rate: .zero))
    }
}

/// Half-way from `start` to now, in nanoseconds of `monotonicNow`.
private func middle(since start: Int64) -> Int64 { start + (monotonicNow() - start) / 2 }

extension SensorAxes {
    /// The vector in a scan; its axes are the fields from `first` on.
    fileprivate func value(in scan: Scan, from first: Int) -> Vector3? {
        var raw = Vector3.zero
        for axis in 0..<3 {
            guard let number = scan.number(of: first + axis) else { return nil }
            raw[axis] = Double(number)
        }
        return value(raw: raw)
    }

    /// Reads the three axes one after the other; the timestamp is the middle of the duration.
    fileprivate func read() throws(IIOError) -> ImuSample {
        let start = monotonicNow()
        var raw = Vector3.zero
        for axis in 0..<3 { raw[axis] = try channels[axis].number("raw") }
        var sample = ImuSample(
            timestamp: middle(since: start), acceleration: nil, rotationRate: nil)
        sample.set(quantity, to: value(raw: raw))
        return sample
    }
}

extension ImuSample {
    fileprivate mutating func set(_ quantity: IIOQuantity, to value: Vector3) {
        switch quantity {
        case .acceleration: acceleration = value
        case .rotationRate: rotationRate = value
        }
    }
}

/// The channel of a fused attitude: `rot_quaternion`.
struct FusedAttitudeChannel {
    /// How many numbers an attitude has.
    static let count = 4
    let channel: IIOChannel
    /// The order in the kernel's ABI is x, y, z, w. The BNO055's driver gives registers, w first.
    private let isWFirst: Bool
    /// From the device's axes to the sensor's.
    private var fromDevice = Quaternion.identity

    /// From the sensor's axes to the device's; only for the attitude of a chip (`isOfChip`).
    mutating func setMount(_ mount: MountMatrix) { fromDevice = mount.quaternion.conjugate }

    /// Whether the attitude is that of the chip, which may be mounted in any way. A hub's is that of the
    /// device: its firmware knows how its sensors are mounted.
    var isOfChip: Bool { isWFirst }

    init?(of device: IIODevice) {
        guard let channel = device.channel("rot_quaternion") else { return nil }
        self.channel = channel
        isWFirst = device.name == "bno055"
    }

    /// The attitude in a scan whose first field is this channel; nil if it is invalid.
    fileprivate func quaternion(in scan: Scan) -> Quaternion? {
        var raw = SIMD4<Double>()
        for index in 0..<Self.count {
            guard let number = scan.number(of: 0, index) else { return nil }
            raw[index] = Double(number)
        }
        return quaternion(raw)
    }

    /// Reads the current attitude, four numbers in one text; nil if it is invalid.
    fileprivate func read() throws(IIOError) -> Quaternion? {
        let numbers = try channel.attribute("raw").split(separator: " ").compactMap { Double($0) }
        return numbers.count == Self.count ? quaternion(SIMD4(numbers)) : nil
    }

    /// Device to Earth (z up, heading arbitrary) from the four numbers, in any scale.
    ///
    /// Nil for an invalid one: HID sensors give zeros before their first measurement.
    private func quaternion(_ raw: SIMD4<Double>) -> Quaternion? {
        let q =
            isWFirst
            ? Quaternion(raw[0], raw[1], raw[2], raw[3])
            : Quaternion(raw[3], raw[0], raw[1], raw[2])
        return q.norm > 0 && q.norm.isFinite ? q.normalized * fromDevice : nil
    }
}
