/// How a sensor is mounted: maps the sensor's axes to the device's.
public struct MountMatrix: Sendable, Equatable, CustomStringConvertible {
    /// Its rows: the device's x, y and z in the sensor's axes.
    public var x: Vector3
    public var y: Vector3
    public var z: Vector3

    /// The sensor's axes are the device's.
    public static let identity = MountMatrix(
        x: Vector3(1, 0, 0), y: Vector3(0, 1, 0), z: Vector3(0, 0, 1))

    /// Largest error of a row's length and of the cosine between two rows, because users and
    /// firmware round the numbers.
    private static let tolerance = 0.01

    /// A matrix of those rows.
    public init(x: Vector3, y: Vector3, z: Vector3) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// Reads the kernel's and udev's notation, "0, 1, 0; -1, 0, 0; 0, 0, 1"; nil for anything else.
    public init?(_ text: String) {
        let rows = text.split(separator: ";").compactMap { Self.row($0) }
        guard rows.count == 3, text.filter({ $0 == ";" }).count == 2 else { return nil }
        self.init(x: rows[0], y: rows[1], z: rows[2])
    }

    /// The determinant: +1 for a rotation, -1 for a reflection, 0 for a singular matrix.
    public var determinant: Double { x.dot(y.cross(z)) }

    /// Why it is no valid mount matrix; nil for a rotation, within 0.01.
    public var problem: String? {
        orthogonalProblem
            ?? (determinant > 0 ? nil : "it is a mirror (determinant -1), not a rotation (+1)")
    }

    /// The same, but a reflection is valid: for a gyroscope whose driver has a wrong sign.
    public var orthogonalProblem: String? {
        for (row, name) in [(x, "first"), (y, "second"), (z, "third")] {
            let length = row.length
            if !(abs(length - 1) <= Self.tolerance) {
                return "its \(name) row has the length \(length.rounded(toAtMost: 2)), not 1"
            }
        }
        let cosines = [x.dot(y), y.dot(z), z.dot(x)]
        let areAtRightAngles = cosines.allSatisfy { abs($0) <= Self.tolerance }
        return areAtRightAngles ? nil : "its rows are not at right angles"
    }

    /// Whether all elements are 0, which some drivers report for "no matrix".
    public var isZero: Bool { self == MountMatrix(x: .zero, y: .zero, z: .zero) }

    /// The matrix with its z row replaced so that it is a rotation.
    ///
    /// iio-sensor-proxy uses x and y only, so many of udev's matrices have a wrong z.
    public var completedByZ: MountMatrix { MountMatrix(x: x, y: y, z: x.cross(y)) }

    /// The vector `v` from the sensor's axes in the device's axes.
    public func apply(to v: Vector3) -> Vector3 { Vector3(x.dot(v), y.dot(v), z.dot(v)) }

    /// The rotation as a quaternion, of a matrix without `problem`.
    ///
    /// S. W. Shepperd, Quaternion from rotation matrix, 1978: from the products with the largest of the
    /// four numbers.
    public var quaternion: Quaternion {
        let (wx, wy, wz) = (z.y - y.z, x.z - z.x, y.x - x.y)
        let (xy, yz, zx) = (x.y + y.x, y.z + z.y, z.x + x.z)
        let candidates = [
            Quaternion(1 + x.x + y.y + z.z, wx, wy, wz),
            Quaternion(wx, 1 + x.x - y.y - z.z, xy, zx),
            Quaternion(wy, xy, 1 - x.x + y.y - z.z, yz),
            Quaternion(wz, zx, yz, 1 - x.x - y.y + z.z),
        ]
        let largest = candidates.max { $0.norm < $1.norm }
        return largest?.normalized ?? .identity
    }

    /// The kernel's notation.
    public var description: String {
        [x, y, z].map { "\($0.x.short), \($0.y.short), \($0.z.short)" }.joined(separator: "; ")
    }

    private static func row(_ text: Substring) -> Vector3? {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = fields.compactMap { number($0) }.filter(\.isFinite)
        guard fields.count == 3, numbers.count == 3 else { return nil }
        return Vector3(numbers[0], numbers[1], numbers[2])
    }

    private static func number(_ field: Substring) -> Double? {
        let words = field.split(whereSeparator: \.isWhitespace)
        return words.count == 1 ? Double(words[0]) : nil
    }
}

extension MountMatrix: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let matrix = MountMatrix(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not a matrix: \(text)"))
        }
        self = matrix
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
