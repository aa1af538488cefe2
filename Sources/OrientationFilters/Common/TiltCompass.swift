import Rotations

/// Orientation from two vectors: up from the specific force, north from the magnetic field.
///
/// The vertical is taken from the force alone; the field gives the heading and nothing else (the TRIAD method with
/// gravity first: H. D. Black, AIAA Journal 2(7), 1964; as a compass: M. J. Caruso, IEEE PLANS 2000).
@usableFromInline
enum TiltCompass {
    /// Vectors with a smaller square, m^2/s^4 or microtesla^2, have no direction: they are zero up to rounding, and
    /// products of them underflow.
    @inlinable static var smallestSquare: Double { 1e-60 }

    /// Device to east-north-up, north being magnetic.
    ///
    /// East is field x up, because the field points north and, steeply or not, up or down; north is up x east.
    /// - Returns: `nil` where a vector is zero or the two are parallel: then there is no heading.
    @inlinable @inline(__always)
    static func orientation(force: Vector3, field: Vector3) -> Quaternion? {
        let square = force.lengthSquared
        guard square > smallestSquare else { return nil }
        let east = field.cross(force)
        let part = east.lengthSquared
        // Below 1e-6 rad between field and vertical, rounding would decide the heading.
        guard part > 1e-12 * (square * field.lengthSquared), part > smallestSquare * square else { return nil }
        let (up, level) = (square.squareRoot(), part.squareRoot())
        // One division for all three lengths, that of north = force x east being their product.
        let scale = 1 / (up * level)
        return Quaternion(
            matrix: Matrix3((up * scale) * east, scale * force.cross(east), (level * scale) * force)
        ).renormalized
    }

    /// A level orientation without a compass: the heading is relative, 0 at the start, of the top edge (+y) where it
    /// lies nearer to the horizon than the camera axis (-z) does, else of the camera.
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
        guard force.lengthSquared > smallestSquare else { return orientation }
        return (Quaternion(from: orientation.rotate(force), to: Vector3(0, 0, 1)) * orientation).renormalized
    }
}

/// Corrections of a tilt by a force, in the earth frame.
enum Levelling {
    /// Standard gravity, m/s^2 (CGPM 1901); the local value differs by at most 0.3 %.
    static let gravity = 9.80665

    /// The small rotation that turns `force` (m/s^2, earth frame) upright, to first order: force x up / g.
    ///
    /// It is linear in the force, so accelerations that average to zero leave no tilt behind.
    @inline(__always)
    static func linearCorrection(_ force: Vector3) -> Vector3 {
        Vector3(force.y / gravity, -force.x / gravity, 0)
    }

    /// The same, but of 1 radian at most and of 1 radian where the force points down: converges from every tilt.
    @inline(__always)
    static func boundedCorrection(_ force: Vector3) -> Vector3 {
        let correction = linearCorrection(force)
        let length = correction.length
        guard force.z < 0 || length > 1 else { return correction }
        return length > 0 ? correction / length : Vector3(1, 0, 0)
    }
}

/// Waits for the first force and the first field, so that a track does not begin with a heading that is off by chance.
///
/// Sensors do not start at the same instant. Where no field has come one second after the first force, there is no
/// magnetometer, and the heading is relative (`TiltCompass.relativeOrientation`).
struct StartUp: FilterState {
    /// How long the first force waits for a field, nanoseconds.
    static let timeout: Int64 = 1_000_000_000
    /// Variance of the tilt at the start, rad^2: one sample of a moving phone.
    static let tiltVariance = 0.1
    /// Variance of the heading at the start, rad^2: one sample, in a field that may be disturbed. Wide enough for the
    /// gate to let half a turn pass.
    static let headingVariance = 0.65

    /// A field with a smaller horizontal share has no heading: near the magnetic poles, in the models' zone without a
    /// compass (below 2 microtesla of some 57), and above iron.
    static let leastLevelShare = 0.05

    private(set) var force: Vector3?
    /// The latest field that has a heading.
    private(set) var field: Vector3?
    private var forceTime: Int64 = 0

    /// A sample of the accelerometer, which replaces the one before. Gives the orientation as soon as it is defined.
    @inline(never)
    mutating func observe(force newForce: Vector3, at time: Int64) -> Quaternion? {
        if force == nil { forceTime = time }
        force = newForce
        if let field { return observe(field: field) }
        return time - forceTime >= Self.timeout ? TiltCompass.relativeOrientation(force: newForce) : nil
    }

    /// A sample of the magnetometer.
    @inline(never)
    mutating func observe(field newField: Vector3) -> Quaternion? {
        field = newField
        guard let force else { return nil }
        let level = newField.cross(force).lengthSquared
        let least = Self.leastLevelShare * Self.leastLevelShare
        if level <= least * force.lengthSquared * newField.lengthSquared { field = nil }
        return field.flatMap { TiltCompass.orientation(force: force, field: $0) }
    }

    /// Whether a field in the earth frame has a heading.
    @inline(never)
    static func hasHeading(_ m: Vector3) -> Bool {
        let level = m.x * m.x + m.y * m.y
        return level > leastLevelShare * leastLevelShare * m.lengthSquared && level > TiltCompass.smallestSquare
    }
}
