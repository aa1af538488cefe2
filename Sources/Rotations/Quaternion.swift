import RealModule

/// A Hamilton quaternion, scalar first.
///
/// As an orientation it is of unit length and takes DEVICE to EARTH (east-north-up): v_earth = q v q*.
/// Device axes: x right, y top edge, z out of the screen. `q` and `-q` are the same rotation.
/// Source of all formulas here: J. Sola, Quaternion kinematics for the error-state Kalman filter, 2017, chapters 1-3.
public struct Quaternion: Sendable, Hashable {
    /// The scalar part.
    public var w: Double
    /// The component along i.
    public var x: Double
    /// The component along j.
    public var y: Double
    /// The component along k.
    public var z: Double

    /// A quaternion of any length; it is not normalised.
    @inlinable
    public init(_ w: Double, _ x: Double, _ y: Double, _ z: Double) {
        self.w = w
        self.x = x
        self.y = y
        self.z = z
    }

    /// No rotation.
    @inlinable public static var identity: Quaternion { Quaternion(1, 0, 0, 0) }

    /// The imaginary part.
    @inlinable public var vector: Vector3 { Vector3(x, y, z) }

    /// The square of the length; 1 for a rotation.
    @inlinable public var lengthSquared: Double { w * w + x * x + y * y + z * z }

    /// The conjugate, which for a rotation is its inverse.
    @inlinable public var conjugate: Quaternion { Quaternion(w, -x, -y, -z) }

    /// Whether all four components are finite.
    @inlinable public var isFinite: Bool { w.isFinite && vector.isFinite }

    /// The unit quaternion in the same direction; `nil` for zero and non-finite quaternions.
    @inlinable public var normalized: Quaternion? {
        let length = lengthSquared.squareRoot()
        guard length > 0, length.isFinite else { return nil }
        return Quaternion(w / length, x / length, y / length, z / length)
    }

    /// One Newton step towards unit length, enough after every product of unit quaternions (error 1e-16 stays 1e-16).
    @inlinable public var renormalized: Quaternion {
        let s = (3 - lengthSquared) / 2
        return Quaternion(w * s, x * s, y * s, z * s)
    }

    /// The same rotation with w >= 0.
    @inlinable public var canonical: Quaternion { w < 0 ? Quaternion(-w, -x, -y, -z) : self }

    /// The Hamilton product: as rotations, first `b`, then `a`.
    @inlinable
    public static func * (a: Quaternion, b: Quaternion) -> Quaternion {
        Quaternion(
            a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
            a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w)
    }

    /// q v q*: a vector in device axes into the earth frame, for a unit quaternion.
    @inlinable
    public func rotate(_ v: Vector3) -> Vector3 {
        let t = 2 * vector.cross(v)
        return v + w * t + vector.cross(t)
    }

    /// q* v q: a vector in the earth frame into device axes, for a unit quaternion.
    @inlinable
    public func unrotate(_ v: Vector3) -> Vector3 {
        let t = 2 * vector.cross(v)
        return v - w * t + vector.cross(t)
    }

    /// The rotation matrix R with R v = q v q*; its columns are the device axes in the earth frame.
    @inlinable public var matrix: Matrix3 {
        let (xx, yy, zz) = (x * x, y * y, z * z)
        return Matrix3(
            Vector3(1 - 2 * (yy + zz), 2 * (x * y - w * z), 2 * (x * z + w * y)),
            Vector3(2 * (x * y + w * z), 1 - 2 * (xx + zz), 2 * (y * z - w * x)),
            Vector3(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (xx + yy)))
    }

    /// From a rotation matrix; the largest of the four components is computed first, so no pose is ill conditioned
    /// (S. W. Shepperd, J. Guidance and Control 1(3), 1978). The matrix must be orthonormal with determinant +1.
    @inlinable @inline(__always)
    public init(matrix m: Matrix3) {
        let trace = m.trace
        let d = m.diagonal
        // 4 w^2, 4 x^2, 4 y^2 or 4 z^2, whichever is the largest, and the products of that component with the others.
        if trace >= d.x && trace >= d.y && trace >= d.z {
            let t = 1 + trace
            let s = 0.5 / t.squareRoot()
            self.init(t * s, (m.row2.y - m.row1.z) * s, (m.row0.z - m.row2.x) * s, (m.row1.x - m.row0.y) * s)
        } else if d.x >= d.y && d.x >= d.z {
            let t = 1 + d.x - d.y - d.z
            let s = 0.5 / t.squareRoot()
            self.init((m.row2.y - m.row1.z) * s, t * s, (m.row0.y + m.row1.x) * s, (m.row0.z + m.row2.x) * s)
        } else if d.y >= d.z {
            let t = 1 - d.x + d.y - d.z
            let s = 0.5 / t.squareRoot()
            self.init((m.row0.z - m.row2.x) * s, (m.row0.y + m.row1.x) * s, t * s, (m.row1.z + m.row2.y) * s)
        } else {
            let t = 1 - d.x - d.y + d.z
            let s = 0.5 / t.squareRoot()
            self.init((m.row1.x - m.row0.y) * s, (m.row0.z + m.row2.x) * s, (m.row1.z + m.row2.y) * s, t * s)
        }
    }
}

#if !hasFeature(Embedded)
    extension Quaternion: Codable {}
#endif
