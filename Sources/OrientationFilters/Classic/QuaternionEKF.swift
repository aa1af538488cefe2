import RealModule
import Rotations
import SensorModels

/// `ekf` of the catalogue.
public typealias QuaternionEKFFilter = RowFilter<QuaternionEKF>

/// The textbook extended Kalman filter with the four components of the quaternion as its state.
///
/// A comparison that many readers expect. Where it fails: the covariance of four components ignores the unit length;
/// directions are normalised, so every acceleration is a tilt; the field corrects the inclination; a bias is not a
/// state. Its sigmas would be wrong and are not given. Noise is per row, as published: it depends on the sampling rate.
public enum QuaternionEKF: RowAlgorithm {
    /// Standard deviations per row.
    public struct Parameters: FilterParameters {
        /// rad/s: of the rate.
        public var gyroscopeSigma = 0.3
        /// Without unit: of a component of the force's direction.
        public var accelerometerSigma = 0.5
        /// Without unit: of a component of the field's direction.
        public var magnetometerSigma = 0.8
        /// rad/s: of the rate where no gyroscope measures it.
        public var motionSigma = 30.0
        /// s: how fast the dip follows the field; it starts with the first sample.
        public var dipTime = 20.0

        /// The customary values.
        public init() {}

        /// The parameters for the catalogue.
        public static var descriptors: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor(
                    "gyroscopeSigma", unit: "rad/s", in: 1e-6...1e3, "noise of the rate",
                    small: "drifts with the bias", large: "accelerations and magnets cause errors"
                ) { $1(&$0.gyroscopeSigma) },
                .accelerometerSigma(above: 1e-6) { $1(&$0.accelerometerSigma) },
                .magnetometerSigma(above: 1e-6) { $1(&$0.magnetometerSigma) },
                ParameterDescriptor(
                    "motionSigma", unit: "rad/s", in: 1e-6...1e6, "noise of the rate without a gyroscope",
                    small: "lags behind the motion", large: "as noisy as the sensors"
                ) { $1(&$0.motionSigma) },
                .dipTime { $1(&$0.dipTime) },
            ]
        }
    }

    /// The quaternion (device to east-north-up), its covariance and the learnt dip.
    public struct Core: FilterState {
        var orientation: Quaternion
        var covariance = QuaternionCovariance()
        var dip: LearntDip
    }

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "ekf", summary: "textbook extended Kalman filter with the quaternion as its state",
        reference: "A. M. Sabatini, IEEE T-BME 53(7), 2006, without its adaptation",
        withoutGyroscope: "no motion, with the noise motionSigma", worksWithoutMagnetometer: true)

    /// The orientation with the covariance 1.
    public static func start(
        _ orientation: Quaternion, force: Vector3, field: Vector3?, _ parameters: Parameters
    ) -> Core {
        Core(orientation: orientation, dip: LearntDip(field, orientation))
    }

    /// Prediction by the first-order turn, then the six components of both directions.
    public static func step(_ core: inout Core, _ row: SensorRow, _ p: Parameters) {
        let dt = row.seconds
        let half = (0.5 * dt) * row.rate
        let before = core.orientation
        let sigma = 0.5 * dt * (row.hasRate ? p.gyroscopeSigma : p.motionSigma)
        let turned = before * Quaternion(1, half.x, half.y, half.z)
        core.covariance.predict(
            half: half, noise: sigma * sigma, at: SIMD4(before.w, before.x, before.y, before.z))
        guard let q = turned.normalized else { return }

        var change = SIMD4<Double>()
        if row.hasNewForce, let a = row.force.normalized {
            correct(
                &core.covariance, &change, q, Vector3(0, 0, 1), a, p.accelerometerSigma * p.accelerometerSigma)
        }
        if row.hasNewField, let m = row.field?.normalized {
            let north = core.dip.direction(of: q.rotate(m), after: dt, time: p.dipTime)
            correct(&core.covariance, &change, q, north, m, p.magnetometerSigma * p.magnetometerSigma)
        }
        core.orientation =
            Quaternion(q.w + change[0], q.x + change[1], q.y + change[2], q.z + change[3]).normalized ?? q
    }

    /// The orientation; sigmas are NaN and flags unknown.
    public static func estimate(_ core: Core, _ parameters: Parameters) -> OrientationEstimate {
        OrientationEstimate(orientation: core.orientation)
    }

    /// The three components of a direction `d` (earth), measured as `v` (device): expected R^T d, whose derivative by
    /// the quaternion is 2 (w d - u x d ; (u . d) I + u d^T - d u^T + w [d x]) with u = (x, y, z).
    @inline(__always)
    private static func correct(
        _ covariance: inout QuaternionCovariance, _ change: inout SIMD4<Double>, _ q: Quaternion, _ d: Vector3,
        _ v: Vector3, _ variance: Double
    ) {
        let u = q.vector
        let residual = v - q.unrotate(d)
        let byW = 2 * (q.w * d - u.cross(d))
        let dot = u.dot(d)
        for i in 0..<3 {
            // Row i of the derivative by u.
            var unit = Vector3.zero
            unit[i] = 1
            let row = 2 * (dot * unit + u[i] * d - d[i] * u + q.w * unit.cross(d))
            covariance.update(
                &change, along: SIMD4(byW[i], row.x, row.y, row.z), innovation: residual[i], variance: variance)
        }
    }
}

/// The covariance of a quaternion's four components (w, x, y, z), as textbook filters keep it.
public struct QuaternionCovariance: FilterState {
    var w = SIMD4<Double>(1, 0, 0, 0)
    var x = SIMD4<Double>(0, 1, 0, 0)
    var y = SIMD4<Double>(0, 0, 1, 0)
    var z = SIMD4<Double>(0, 0, 0, 1)

    /// F P F^T + noise (I - q q^T), F = I + Omega(half) being the first-order turn by `half` = dt w / 2.
    ///
    /// W W^T of the rate's noise is I - q q^T for a unit quaternion.
    mutating func predict(half: Vector3, noise: Double, at q: SIMD4<Double>) {
        turnRows(half)
        transpose()
        turnRows(half)
        w -= noise * q[0] * q
        x -= noise * q[1] * q
        y -= noise * q[2] * q
        z -= noise * q[3] * q
        w[0] += noise
        x[1] += noise
        y[2] += noise
        z[3] += noise
    }

    /// A scalar Kalman update with the innovation `y` before `change`, along h.
    @inline(__always)
    mutating func update(_ change: inout SIMD4<Double>, along h: SIMD4<Double>, innovation: Double, variance: Double) {
        let p = SIMD4<Double>((w * h).sum(), (x * h).sum(), (y * h).sum(), (z * h).sum())
        let gain = p / ((h * p).sum() + variance)
        change += (innovation - (h * change).sum()) * gain
        w -= gain[0] * p
        x -= gain[1] * p
        y -= gain[2] * p
        z -= gain[3] * p
    }

    /// Rows multiplied by F from the left: the quaternion product with (1, half) from the right.
    @inline(__always)
    private mutating func turnRows(_ h: Vector3) {
        let (a, b, c, d) = (w, x, y, z)
        w = a - h.x * b - h.y * c - h.z * d
        x = b + h.x * a + h.z * c - h.y * d
        y = c + h.y * a - h.z * b + h.x * d
        z = d + h.z * a + h.y * b - h.x * c
    }

    @inline(__always)
    private mutating func transpose() {
        let (a, b, c, d) = (w, x, y, z)
        w = SIMD4(a[0], b[0], c[0], d[0])
        x = SIMD4(a[1], b[1], c[1], d[1])
        y = SIMD4(a[2], b[2], c[2], d[2])
        z = SIMD4(a[3], b[3], c[3], d[3])
    }
}
