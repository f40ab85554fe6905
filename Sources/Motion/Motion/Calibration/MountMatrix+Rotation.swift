import Glibc

extension MountMatrix {
    /// The 24 rotations that map axes to axes.
    static let axisRotations: [MountMatrix] = {
        let axes = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)].flatMap { [$0, -$0] }
        return axes.flatMap { x in
            axes.filter { x.dot($0) == 0 }.map { MountMatrix(x: x, y: $0, z: x.cross($0)) }
        }
    }()

    static prefix func - (matrix: Self) -> Self {
        MountMatrix(x: -matrix.x, y: -matrix.y, z: -matrix.z)
    }

    /// The transpose: the inverse of a rotation.
    var transposed: MountMatrix {
        MountMatrix(
            x: Vector3(x.x, y.x, z.x), y: Vector3(x.y, y.y, z.y), z: Vector3(x.z, y.z, z.z))
    }

    /// The matrix product: first `right`, then `left`.
    static func * (left: Self, right: Self) -> Self {
        let columns = right.transposed
        return MountMatrix(
            x: columns.apply(to: left.x), y: columns.apply(to: left.y), z: columns.apply(to: left.z)
        )
    }

    /// The rotation nearest to a matrix with a determinant above 0: its orthogonal polar factor.
    ///
    /// For B = Σ w d uᵀ this is the rotation that best maps the directions u to the d: G. Wahba, A
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

    /// The nearest rotation of axes to axes if it is within 8 degrees, because chips are soldered
    /// more exactly than a pose is held by hand; else unchanged.
    var snapped: MountMatrix {
        Self.axisRotations.first { degrees(to: $0) < 8 } ?? self
    }

    /// The angle of the rotation from this rotation to `other`, in degrees.
    func degrees(to other: MountMatrix) -> Double {
        let trace = x.dot(other.x) + y.dot(other.y) + z.dot(other.z)
        return acos(min(1, max(-1, (trace - 1) / 2))) * 180 / .pi
    }
}
