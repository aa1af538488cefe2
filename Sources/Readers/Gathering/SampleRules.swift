import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The value of a numeric cell: a number, or a NaN whose payload says why there is none.
///
/// One comparison (`isFinite`) separates numbers from the rest; the reason is looked at only then.
enum CellValue {
    /// The cell is empty.
    static let missing = Double(nan: 1, signaling: false)
    /// The cell holds text that is no number.
    static let unreadable = Double(nan: 2, signaling: false)
    /// The cell holds NaN, null, infinity or the like.
    static let notANumber = Double(nan: 3, signaling: false)

    static func isMissing(_ value: Double) -> Bool { value.bitPattern == missing.bitPattern }
    static func isUnreadable(_ value: Double) -> Bool { value.bitPattern == unreadable.bitPattern }
}

/// Why numbers are no sample.
enum SampleFault {
    /// All numbers are missing, or the log marks the value as unknown. Nothing is counted.
    case missing
    /// A cell holds text that is no number.
    case unreadable
    /// A cell holds NaN, null or infinity.
    case notANumber
    /// Some numbers are missing, others not.
    case incomplete
    /// The numbers are out of range.
    case invalid

    /// Of at most four numbers, of which at least one is not finite.
    ///
    /// Empty cells are the usual case where sensors have rates of their own: nothing is allocated for them.
    @inline(never)
    init(
        _ a: Double, _ b: Double = CellValue.missing, _ c: Double = CellValue.missing, _ d: Double = CellValue.missing
    ) {
        let isMissing =
            CellValue.isMissing(a) && CellValue.isMissing(b) && CellValue.isMissing(c) && CellValue.isMissing(d)
        self = isMissing ? .missing : SampleFault([a, b, c, d])
    }

    /// Of numbers of which at least one is not finite.
    init(_ numbers: [Double]) {
        var (isEmpty, hasText, hasNaN) = (true, false, false)
        for number in numbers where !CellValue.isMissing(number) {
            isEmpty = false
            if CellValue.isUnreadable(number) {
                hasText = true
            } else if !number.isFinite {
                hasNaN = true
            }
        }
        self = isEmpty ? .missing : hasText ? .unreadable : hasNaN ? .notANumber : .incomplete
    }
}

/// A sample, or why there is none.
enum Reading<Value> {
    case sample(Value)
    case fault(SampleFault)
}

/// The rules by which numbers of a log become a sample, the same for every format (docs/reference/recordings.md lists
/// them).
enum SampleRules {
    /// Three axes times a factor.
    @inline(__always)
    static func vector(_ x: Double, _ y: Double, _ z: Double, factor: Double = 1) -> Reading<Vector3> {
        guard x.isFinite, y.isFinite, z.isFinite else { return .fault(SampleFault(x, y, z)) }
        let v = Vector3(x * factor, y * factor, z * factor)
        return v.isReading ? .sample(v) : .fault(.invalid)
    }

    /// Degrees clockwise from north, [0, 360], to radians. CoreLocation gives -1 for an unknown heading.
    static func heading(degrees: Double) -> Reading<Double> {
        guard degrees.isFinite else { return .fault(SampleFault(degrees)) }
        if degrees == -1 { return .fault(.missing) }
        return 0 <= degrees && degrees <= 360 ? .sample(Angle.radians(degrees)) : .fault(.invalid)
    }

    /// Degrees clockwise from north, [-180, 360], -1 for an unknown one as in `heading(degrees:)`; and its standard
    /// deviation in degrees, which counts as unknown where it is no positive number.
    static func referenceHeading(degrees: Double, sigma: Double) -> Reading<ReferenceHeading> {
        let isSigned = (-180..<0).contains(degrees) && degrees != -1
        return switch heading(degrees: isSigned ? degrees + 360 : degrees) {
        case .sample(let heading):
            .sample(
                ReferenceHeading(heading: heading, sigma: sigma > 0 && sigma.isFinite ? Angle.radians(sigma) : .nan))
        case .fault(let fault): .fault(fault)
        }
    }

    /// 0 or 1.
    @inline(__always)
    static func flag(_ number: Double) -> Reading<Bool> {
        if number == 0 { return .sample(false) }
        if number == 1 { return .sample(true) }
        return .fault(number.isFinite ? .invalid : SampleFault(number))
    }

    /// A position, degrees: latitude in [-90, 90], longitude in [-180, 360]. The other numbers are optional: one that
    /// is not finite or is negative counts as unknown, since apps write -1 then.
    static func fix(
        latitude: Double, longitude: Double, altitude: Double = .nan, accuracy: Double = .nan, speed: Double = .nan,
        course: Double = .nan, courseAccuracy: Double = .nan
    ) -> Reading<LocationFix> {
        guard latitude.isFinite, longitude.isFinite else { return .fault(SampleFault(latitude, longitude)) }
        guard latitude.magnitude <= 90, longitude >= -180, longitude <= 360 else { return .fault(.invalid) }
        return .sample(
            LocationFix(
                place: GeodeticPosition(
                    latitude: latitude, longitude: longitude, height: altitude.isFinite ? altitude : 0),
                hasHeight: altitude.isFinite, accuracy: known(accuracy), speed: known(speed), course: known(course),
                courseAccuracy: known(courseAccuracy)))
    }

    private static func known(_ value: Double) -> Double { value.isFinite && value >= 0 ? value : .nan }

    /// An AR pose: the quaternion camera to world, w first, and metres. An unknown state becomes `normal`, since
    /// exports without a column for it have tracked poses only.
    static func arPose(_ n: [Double], state: Double) -> Reading<ARPose> {
        guard n.count == 7, n.allSatisfy(\.isFinite) else { return .fault(SampleFault(n)) }
        let position = Vector3(n[4], n[5], n[6])
        guard position.isReading else { return .fault(.invalid) }
        let tracking: ARTracking
        if CellValue.isUnreadable(state) { return .fault(.unreadable) }
        if state.isFinite {
            guard let known = Int8(exactly: state).flatMap(ARTracking.init) else { return .fault(.invalid) }
            tracking = known
        } else {
            tracking = .normal
        }
        switch quaternion(n[0], n[1], n[2], n[3], turn: nil) {
        case .sample(let q): return .sample(ARPose(orientation: q, position: position, tracking: tracking))
        case .fault(let fault): return .fault(fault)
        }
    }

    /// A geospatial pose: latitude, longitude, the quaternion camera to east-up-south, w first; then altitude and the
    /// accuracies in place, height and yaw, which are optional.
    static func geospatialPose(_ n: [Double], optional: [Double]) -> Reading<GeospatialPose> {
        guard n.count == 6, optional.count == 4, n.allSatisfy(\.isFinite) else { return .fault(SampleFault(n)) }
        switch (
            fix(latitude: n[0], longitude: n[1], altitude: optional[0]), quaternion(n[2], n[3], n[4], n[5], turn: nil)
        ) {
        case (.sample(let fix), .sample(let q)):
            return .sample(
                GeospatialPose(
                    place: fix.place, hasHeight: fix.hasHeight, orientation: q, horizontalAccuracy: known(optional[1]),
                    verticalAccuracy: known(optional[2]), yawAccuracy: known(optional[3])))
        case (.fault(let fault), _), (_, .fault(let fault)): return .fault(fault)
        }
    }

    /// The orientation from its numbers, with a rotation from the left.
    static func orientation(_ numbers: [Double], _ form: OrientationForm, turn: Quaternion?) -> Reading<Quaternion> {
        guard numbers.allSatisfy(\.isFinite) else { return .fault(SampleFault(numbers)) }
        return form.quaternion(numbers).map { unit($0, turn) } ?? .fault(.invalid)
    }

    /// A quaternion w, x, y, z, brought to length 1 and turned from the left.
    ///
    /// Quaternions already of length 1 to rounding stay as they are, so that reading is idempotent. Lengths outside
    /// 0.9...1.1 are no rounding errors and make no sample.
    @inline(__always)
    static func quaternion(_ w: Double, _ x: Double, _ y: Double, _ z: Double, turn: Quaternion?) -> Reading<Quaternion>
    {
        guard w.isFinite, x.isFinite, y.isFinite, z.isFinite else { return .fault(SampleFault(w, x, y, z)) }
        return unit(Quaternion(w, x, y, z), turn)
    }

    @inline(__always)
    private static func unit(_ quaternion: Quaternion, _ turn: Quaternion?) -> Reading<Quaternion> {
        var q = quaternion
        let square = q.lengthSquared
        guard square > 0.81, square < 1.21 else { return .fault(.invalid) }
        if (square - 1).magnitude > 4e-15 {
            let length = square.squareRoot()
            q = Quaternion(q.w / length, q.x / length, q.y / length, q.z / length)
        }
        guard let turn else { return .sample(q) }
        // The rounding of the product must not be corrected when the log is read back.
        return .sample(turn * q)
    }
}

/// How a log writes an orientation.
enum OrientationForm: Sendable {
    /// w, x, y, z.
    case quaternion
    /// x, y, z of a quaternion whose w is positive (Android's rotation vector of old).
    case vector
    /// The nine elements of the device-to-earth matrix, column by column: 11, 21, 31, 12, ...
    case matrix
    /// Roll, pitch, yaw in degrees: v_earth = Rz(yaw) Ry(pitch) Rx(roll) v_device.
    case eulerDegrees

    private var count: Int {
        switch self {
        case .quaternion: return 4
        case .vector, .eulerDegrees: return 3
        case .matrix: return 9
        }
    }

    /// The quaternion from finite numbers; `nil` where they are no orientation.
    fileprivate func quaternion(_ numbers: [Double]) -> Quaternion? {
        guard numbers.count == count, numbers.allSatisfy({ $0.magnitude < Self.largest }) else { return nil }
        switch self {
        case .quaternion: return Quaternion(numbers[0], numbers[1], numbers[2], numbers[3])
        case .vector:
            let rest = 1 - (numbers[0] * numbers[0] + numbers[1] * numbers[1] + numbers[2] * numbers[2])
            guard rest > -0.01 else { return nil }
            return Quaternion(max(0, rest).squareRoot(), numbers[0], numbers[1], numbers[2])
        case .matrix:
            let columns = (0..<3).map { Vector3(numbers[3 * $0], numbers[3 * $0 + 1], numbers[3 * $0 + 2]) }
            let isRotation =
                columns.allSatisfy { (0.9...1.1).contains($0.length) } && columns[0].dot(columns[1]).magnitude < 0.05
                && columns[0].cross(columns[1]).dot(columns[2]) > 0.8
            guard isRotation else { return nil }
            return Quaternion(matrix: Matrix3(columns: columns[0], columns[1], columns[2])).normalized
        case .eulerDegrees: return Quaternion(roll: numbers[0], pitch: numbers[1], yaw: numbers[2])
        }
    }

    /// Larger numbers are no orientation.
    private static let largest = 1e6
}

extension Quaternion {
    /// Rz(yaw) Ry(pitch) Rx(roll), degrees.
    init(roll: Double, pitch: Double, yaw: Double) {
        self =
            Quaternion(angle: Angle.radians(yaw), axis: Vector3(0, 0, 1))
            * Quaternion(angle: Angle.radians(pitch), axis: Vector3(0, 1, 0))
            * Quaternion(angle: Angle.radians(roll), axis: Vector3(1, 0, 0))
    }
}
