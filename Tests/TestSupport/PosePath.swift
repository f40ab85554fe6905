import Foundation

/// A device that is brought from pose to pose, a quarter turn each, as its own axes feel it.
public struct PosePath {
    /// The directions of up in the poses of `calibrate`: flat, top edge up, right edge down, flat.
    public static let few: [SIMD3<Double>] = [
        SIMD3(0, 0, 1), SIMD3(0, 1, 0), SIMD3(-1, 0, 0), SIMD3(0, 0, 1),
    ]

    /// A moment of it.
    public struct Row {
        /// s
        public let time: Double
        /// m/s², device frame.
        public let force: SIMD3<Double>
        /// rad/s, device frame.
        public let rate: SIMD3<Double>
    }

    public private(set) var rows: [Row] = []
    private let step: Double

    /// Rests for `rest` seconds in each pose, the first for `first`, and turns in `turn` seconds.
    public init(
        _ ups: [SIMD3<Double>] = PosePath.few, first: Double = 4, rest: Double = 2.5,
        turn: Double = 1, rate: Double = 100
    ) {
        step = 1 / rate
        for (index, up) in ups.enumerated() {
            if index > 0 { add(turn, from: ups[index - 1], to: up) }
            add(index > 0 ? rest : first, from: up, to: up)
        }
    }

    private mutating func add(
        _ seconds: Double, from: SIMD3<Double>, to: SIMD3<Double>
    ) {
        let count = Int((seconds / step).rounded())
        // Across both; nothing for a rest.
        let axis = SIMD3(
            to.y * from.z - to.z * from.y, to.z * from.x - to.x * from.z,
            to.x * from.y - to.y * from.x)
        for index in 0..<count {
            let angle = Double.pi / 2 * Double(index) / Double(count)
            let up = from == to ? from : from * cos(angle) + to * sin(angle)
            rows.append(
                Row(
                    time: Double(rows.count) * step, force: 9.80665 * up,
                    rate: axis * (.pi / 2 / seconds)))
        }
    }

    /// Lines of time and vectors, as the rig takes motion.
    public var motion: String {
        rows.map { "\($0.time),\(list($0.force)),\(list($0.rate))\n" }.joined()
    }

    /// A motion log of a sensor that makes such readings of it.
    public func log(_ reading: (Row) -> Row = { $0 }) -> String {
        rows.map(reading).map {
            "\(Int($0.time * 1e9)),\(list($0.force)),\(list($0.rate))\n"
        }.reduce("timestamp_ns,accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z\n", +)
    }

    private func list(_ v: SIMD3<Double>) -> String { "\(v.x),\(v.y),\(v.z)" }
}

extension PosePath.Row {
    /// The same moment as a sensor reads it.
    public func read(force: SIMD3<Double>, rate: SIMD3<Double>) -> Self {
        Self(time: time, force: force, rate: rate)
    }
}
