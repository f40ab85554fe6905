import Glibc

extension MountMatrix {
    /// The 24 rotations that lead axes to axes.
    static let axisRotations: [MountMatrix] = {
        let axes = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)].flatMap { [$0, -$0] }
        return axes.flatMap { x in
            axes.filter { x.dot($0) == 0 }.map { MountMatrix(x: x, y: $0, z: x.cross($0)) }
        }
    }()

    /// All its numbers with the opposite sign.
    static prefix func - (matrix: Self) -> Self {
        MountMatrix(x: -matrix.x, y: -matrix.y, z: -matrix.z)
    }

    /// Rows and columns exchanged: the inverse of a rotation.
    var transposed: MountMatrix {
        MountMatrix(
            x: Vector3(x.x, y.x, z.x), y: Vector3(x.y, y.y, z.y), z: Vector3(x.z, y.z, z.z))
    }

    /// First `right`, then `left`.
    static func * (left: Self, right: Self) -> Self {
        let columns = right.transposed
        return MountMatrix(
            x: columns.apply(to: left.x), y: columns.apply(to: left.y), z: columns.apply(to: left.z)
        )
    }

    /// The rotation nearest to a matrix with a determinant above 0: its orthogonal polar factor.
    ///
    /// For B = Σ w d uᵀ this is the rotation that leads the directions u best to the d: G. Wahba, A
    /// least squares estimate of satellite attitude, 1965. Newton's iteration X <- (X + X⁻ᵀ) / 2:
    /// N. J. Higham, Computing the polar decomposition, 1986.
    var nearestRotation: MountMatrix {
        var rotation = self
        for _ in 0..<40 {
            let (x, y, z) = (rotation.x, rotation.y, rotation.z)
            let half = 0.5 / rotation.determinant
            rotation.x = 0.5 * x + half * y.cross(z)
            rotation.y = 0.5 * y + half * z.cross(x)
            rotation.z = 0.5 * z + half * x.cross(y)
        }
        return rotation
    }

    /// The nearest rotation of axes to axes, where that is within 8 degrees: chips are soldered
    /// straighter than hands hold a pose.
    var snapped: MountMatrix {
        Self.axisRotations.first { degrees(to: $0) < 8 } ?? self
    }

    /// The angle of the rotation that leads from this one to `other`.
    func degrees(to other: MountMatrix) -> Double {
        let trace = x.dot(other.x) + y.dot(other.y) + z.dot(other.z)
        return acos(min(1, max(-1, (trace - 1) / 2))) * 180 / .pi
    }
}
