import Glibc

/// Three components along x, y and z; unit and frame depend on the use.
public typealias Vector3 = SIMD3<Double>

extension SIMD3<Double> {
    /// The scalar product.
    public func dot(_ other: Self) -> Double { (self * other).sum() }

    /// The vector product, right-handed.
    public func cross(_ other: Self) -> Self {
        Self(
            y * other.z - z * other.y,
            z * other.x - x * other.z,
            x * other.y - y * other.x)
    }

    /// The Euclidean length, in the components' unit.
    public var length: Double { dot(self).squareRoot() }

    /// Whether no component is NaN or infinite.
    public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}
