import RealModule

extension Quaternion {
    /// The rotation by |v| radians about v (the exponential map; Sola 2017, equation 101).
    ///
    /// Below 1e-4 rad the series of sinc is used: its error, angle^6 / 322560, is below the last bit.
    @inlinable
    public init(rotationVector v: Vector3) {
        let squared = v.lengthSquared
        if squared < 1e-8 {
            let s = 0.5 - squared / 48 + squared * squared / 3840
            self.init(1 - squared / 8 + squared * squared / 384, s * v.x, s * v.y, s * v.z)
        } else {
            let angle = squared.squareRoot()
            let s = Double.sin(angle / 2) / angle
            self.init(Double.cos(angle / 2), s * v.x, s * v.y, s * v.z)
        }
    }

    /// The rotation by `angle` radians about the unit vector `axis`, right-handed.
    @inlinable
    public init(angle: Double, axis: Vector3) {
        let s = Double.sin(angle / 2)
        self.init(Double.cos(angle / 2), s * axis.x, s * axis.y, s * axis.z)
    }

    /// The rotation about the vertical (earth z, up) by `angle` radians, counter-clockwise seen from above.
    @inlinable
    public static func aboutVertical(_ angle: Double) -> Quaternion {
        Quaternion(Double.cos(angle / 2), 0, 0, Double.sin(angle / 2))
    }

    /// The rotation vector (axis times angle, radians, angle in [0, pi]): the logarithm of a unit quaternion.
    @inlinable public var rotationVector: Vector3 {
        let q = canonical
        let s = q.vector.length
        guard s > 1e-9 else { return 2 * q.vector }
        return (2 * Double.atan2(y: s, x: q.w) / s) * q.vector
    }

    /// The angle of the rotation between two orientations, radians in [0, pi].
    @inlinable
    public func angle(to other: Quaternion) -> Double {
        let d = self * other.conjugate
        return 2 * Double.atan2(y: d.vector.length, x: d.w.magnitude)
    }

    /// Spherical linear interpolation along the shorter arc: `self` at fraction 0, `other` at 1.
    @inlinable
    public func slerp(to other: Quaternion, fraction: Double) -> Quaternion {
        let step = (conjugate * other).rotationVector
        return self * Quaternion(rotationVector: fraction * step)
    }

    /// The shortest rotation that takes the direction of `a` to the direction of `b` (both nonzero).
    ///
    /// For opposite directions the axis is any vector perpendicular to `a`.
    @inlinable
    public init(from a: Vector3, to b: Vector3) {
        let norm = (a.lengthSquared * b.lengthSquared).squareRoot()
        let real = norm + a.dot(b)
        if real < 1e-12 * norm {
            let perpendicular = a.x.magnitude < a.z.magnitude ? Vector3(0, -a.z, a.y) : Vector3(-a.y, a.x, 0)
            self = Quaternion(0, perpendicular.x, perpendicular.y, perpendicular.z).normalized ?? .identity
        } else {
            let axis = a.cross(b)
            self = Quaternion(real, axis.x, axis.y, axis.z).normalized ?? .identity
        }
    }
}
