import RealModule

/// sin(5 degrees): within 5 degrees of the vertical a direction over the ground is undefined, not noisy.
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

    /// Roll: atan2(up component of x, up component of y), radians in (-pi, pi]; 0 portrait upright, +pi/2 right edge up.
    ///
    /// `nil` where the camera looks within 5 degrees of the zenith or the nadir.
    @inlinable public var roll: Double? {
        let up = unrotate(Vector3(0, 0, 1))
        guard up.x * up.x + up.y * up.y >= sineOfUndefinedCone * sineOfUndefinedCone else { return nil }
        return Double.atan2(y: up.x, x: up.y)
    }

    /// The rotation about the vertical contained in this rotation: 2 atan2(z, w), radians in (-pi, pi],
    /// counter-clockwise seen from above. Zero where the rotation turns the vertical over (w = z = 0).
    @inlinable public var twistAboutVertical: Double { Angle.wrap(2 * Double.atan2(y: z, x: w)) }

    /// The angle by which this rotation tilts the vertical, radians in [0, pi].
    @inlinable public var tiltOfVertical: Double {
        2 * Double.atan2(y: (x * x + y * y).squareRoot(), x: (w * w + z * z).squareRoot())
    }
}
