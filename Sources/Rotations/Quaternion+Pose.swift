import RealModule

/// sin(5 degrees): the direction over the ground of an axis within 5 degrees of the vertical is undefined.
@usableFromInline let sineOfUndefinedCone = 0.08715574274765817

extension Quaternion {
    /// The heading of a device axis: clockwise from the earth frame's north, radians in [0, 2 pi).
    ///
    /// `nil` where the axis is within 5 degrees of the vertical.
    @inlinable @inline(__always)
    public func heading(of axis: HeadingAxis) -> Double? {
        // The axis in the earth frame: a column of the rotation matrix, of which the vertical part is not needed.
        let east: Double
        let north: Double
        switch axis {
        case .top: (east, north) = (2 * (x * y - w * z), 1 - 2 * (x * x + z * z))
        case .camera: (east, north) = (-2 * (x * z + w * y), 2 * (w * x - y * z))
        }
        guard east * east + north * north >= sineOfUndefinedCone * sineOfUndefinedCone else { return nil }
        let heading = Angle.arcTangent(y: east, x: north)
        return heading + (heading < 0 ? 2 * Double.pi : 0)  // the sum makes -0 a 0
    }

    /// The elevation of the back camera's axis (-z) above the horizon, radians in [-pi/2, pi/2].
    @inlinable public var cameraElevation: Double {
        let d = rotate(HeadingAxis.camera.direction)
        return Double.atan2(y: d.z, x: (d.x * d.x + d.y * d.y).squareRoot())
    }

    /// The unit vector that points DOWN, in device axes.
    @inlinable public var down: Vector3 {
        Vector3(2 * (w * y - x * z), 0 - 2 * (w * x + y * z), 2 * (x * x + y * y) - 1)  // 0 - 0 is 0, -0 is not
    }

    /// Roll: atan2(up component of x, up component of y), radians in (-pi, pi]; 0 portrait
    /// upright, +pi/2 right edge up.
    ///
    /// `nil` where the camera looks within 5 degrees of the zenith or the nadir.
    @inlinable public var roll: Double? {
        let up = unrotate(Vector3(0, 0, 1))
        guard up.x * up.x + up.y * up.y >= sineOfUndefinedCone * sineOfUndefinedCone else { return nil }
        return Angle.arcTangent(y: up.x, x: up.y)
    }

    /// The rotation about the vertical contained in this rotation: 2 atan2(z, w), radians in (-pi, pi],
    /// counter-clockwise seen from above. Zero where the rotation turns the vertical over (w = z = 0).
    @inlinable public var twistAboutVertical: Double { Angle.wrap(2 * Double.atan2(y: z, x: w)) }

    /// The angle by which this rotation tilts the vertical, radians in [0, pi].
    @inlinable public var tiltOfVertical: Double {
        2 * Double.atan2(y: (x * x + y * y).squareRoot(), x: (w * w + z * z).squareRoot())
    }
}

/// rho, the tilt of the camera as classic AR apps compute it from gravity.
public enum Rho {
    /// The classic form: from g, the unit vector that points DOWN in device axes, m = sqrt(gy^2 + gz^2),
    /// inclination = -asin(-gz / m), rho = pi/2 - inclination. Radians in [0, pi].
    ///
    /// pi/2 = camera level, pi = lying face up (camera to the ground), 0 = camera to the sky. It ignores lateral tilt.
    /// `nil` where m = 0 (gravity along x) or g is not finite. Computed as atan2(|gy|, gz), the same angle: near 0 and
    /// pi, where asin loses half the digits, it keeps all of them, and nothing has to be clamped.
    @inlinable @inline(__always)
    public static func classic(down g: Vector3) -> Double? {
        let square = g.y * g.y + g.z * g.z
        guard square > 0, square.isFinite else { return nil }
        return Angle.arcTangent(y: g.y.magnitude, x: g.z)
    }

    /// The exact zenith angle of the camera axis (-z), radians in [0, pi], with lateral tilt. `nil` for a zero vector.
    @inlinable
    public static func zenithAngle(down g: Vector3) -> Double? {
        guard g.lengthSquared > 0, g.isFinite else { return nil }
        return g.angle(to: Vector3(0, 0, 1))
    }
}

/// The axis of the device whose direction over the ground is the heading.
public enum HeadingAxis: String, Sendable, CaseIterable {
    /// The top edge, +y: the heading of a phone that lies flat like a map.
    case top
    /// The back camera, -z: the heading of a phone that is held up.
    case camera

    /// The unit vector of the axis in device coordinates.
    @inlinable public var direction: Vector3 {
        switch self {
        case .top: return Vector3(0, 1, 0)
        case .camera: return Vector3(0, 0, -1)
        }
    }
}

#if !hasFeature(Embedded)
    extension HeadingAxis: Codable {}
#endif
