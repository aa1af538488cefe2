import Rotations

/// Orientation from two vectors: up from the specific force, north from the magnetic field.
///
/// The vertical is taken from the force alone; the field gives the heading and nothing else (the TRIAD method with
/// gravity first: H. D. Black, AIAA Journal 2(7), 1964; as a compass: M. J. Caruso, IEEE PLANS 2000).
@usableFromInline
enum TiltCompass {
    /// Device to east-north-up, north being magnetic.
    ///
    /// East is field x up, because the field points north and, steeply or not, up or down; north is up x east.
    /// - Returns: `nil` where a vector is zero or the two are parallel: then there is no heading.
    @inlinable @inline(__always)
    static func orientation(force: Vector3, field: Vector3) -> Quaternion? {
        let square = force.lengthSquared
        guard square > 0, square.isFinite else { return nil }
        let east = field.cross(force)
        let part = east.lengthSquared
        // Below 1e-6 rad between field and vertical, rounding would decide the heading.
        guard part > 1e-12 * (square * field.lengthSquared), part.isFinite else { return nil }
        let (up, level) = (square.squareRoot(), part.squareRoot())
        // One division for all three lengths, that of north = force x east being their product.
        let scale = 1 / (up * level)
        return Quaternion(
            matrix: Matrix3((up * scale) * east, scale * force.cross(east), (level * scale) * force)
        ).renormalized
    }

    /// A level orientation without a compass: the heading is relative, 0 at the start, of the top edge (+y) where it lies
    /// nearer to the horizon than the camera axis (-z) does, else of the camera.
    /// - Returns: `nil` for a zero force.
    @inlinable
    static func relativeOrientation(force: Vector3) -> Quaternion? {
        guard let up = force.normalized else { return nil }
        let axis = up.y.magnitude <= up.z.magnitude ? HeadingAxis.top : HeadingAxis.camera
        let ahead = axis.direction
        guard let north = (ahead - ahead.dot(up) * up).normalized else { return nil }
        return Quaternion(matrix: Matrix3(north.cross(up), north, up)).normalized
    }

    /// `orientation` turned by the smallest rotation that makes `force` point up: no heading is added or taken.
    @inlinable
    static func levelled(_ orientation: Quaternion, force: Vector3) -> Quaternion {
        guard force.lengthSquared > 0 else { return orientation }
        return (Quaternion(from: orientation.rotate(force), to: Vector3(0, 0, 1)) * orientation).renormalized
    }
}
