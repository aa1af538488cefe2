import RealModule
import Rotations
import SensorModels

/// `ukf` of the catalogue.
public typealias ManifoldUKFFilter = RowFilter<ManifoldUKF>

/// An unscented Kalman filter on the manifold of rotations: sigma points are orientations, the covariance is that of a
/// rotation vector of three components in device axes.
///
/// The six points of a third-order rule with equal weights replace the derivatives of the measurements. Where it fails:
/// the directions of force and field are measurements with constant noise, so accelerations and magnets tilt; a bias is
/// not a state. Its sigmas would count every sample as independent and are not given.
public enum ManifoldUKF: RowAlgorithm {
    /// Noise.
    public struct Parameters: FilterParameters {
        /// rad/sqrt(s): random walk of the integrated rate.
        public var gyroscopeNoise = 0.01
        /// Without unit: standard deviation of a component of the force's direction.
        public var accelerometerSigma = 0.5
        /// Without unit: standard deviation of a component of the field's direction.
        public var magnetometerSigma = 0.8
        /// rad/sqrt(s): the same random walk where no gyroscope measures the rate.
        public var motionNoise = 1.0
        /// s: how fast the dip follows the field; it starts with the first sample.
        public var dipTime = 20.0

        /// The defaults.
        public init() {}

        /// The parameters for the catalogue.
        public static var descriptors: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor(
                    "gyroscopeNoise", unit: "rad/sqrt(s)", in: 1e-6...1e3, "random walk of the integrated rate",
                    small: "drifts with the bias", large: "accelerations and magnets cause errors"
                ) { $1(&$0.gyroscopeNoise) },
                .accelerometerSigma(above: 1e-3) { $1(&$0.accelerometerSigma) },
                .magnetometerSigma(above: 1e-3) { $1(&$0.magnetometerSigma) },
                ParameterDescriptor(
                    "motionNoise", unit: "rad/sqrt(s)", in: 1e-6...1e3, "random walk without a gyroscope",
                    small: "lags behind the motion", large: "as noisy as the sensors"
                ) { $1(&$0.motionNoise) },
                .dipTime { $1(&$0.dipTime) },
            ]
        }
    }

    /// Device to east-north-up, the covariance of its error (rad^2, device axes) and the learnt dip.
    public struct Core: FilterState {
        var orientation: Quaternion
        var covariance = Matrix3(diagonal: Vector3(0.1, 0.1, 0.1))
        var dip: LearntDip
    }

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "ukf", summary: "unscented Kalman filter on the manifold of rotations",
        reference: "J. L. Crassidis, F. L. Markley, J. Guidance 26(4), 2003, without its bias",
        withoutGyroscope: "no motion, with the random walk motionNoise", worksWithoutMagnetometer: true)

    /// The orientation with a standard deviation of 18 degrees per axis.
    public static func start(
        _ orientation: Quaternion, force: Vector3, field: Vector3?, _ parameters: Parameters
    ) -> Core {
        Core(orientation: orientation, dip: LearntDip(field, orientation))
    }

    /// Prediction, then each direction that is new.
    public static func step(_ core: inout Core, _ row: SensorRow, _ p: Parameters) {
        let dt = row.seconds
        let turn = Quaternion(rotationVector: dt * row.rate)
        core.orientation = (core.orientation * turn).renormalized
        // An error before the turn is the same error in the turned axes after it: exact, so no points are needed.
        let r = turn.matrix
        let noise = (row.hasRate ? p.gyroscopeNoise : p.motionNoise) * (row.hasRate ? p.gyroscopeNoise : p.motionNoise)
        core.covariance =
            (r.transpose * core.covariance * r).symmetrized + Matrix3(diagonal: dt * noise * Vector3(1, 1, 1))
        if row.hasNewForce, let a = row.force.normalized {
            correct(&core, Vector3(0, 0, 1), a, p.accelerometerSigma)
        }
        if row.hasNewField, let m = row.field?.normalized {
            let north = core.dip.direction(of: core.orientation.rotate(m), after: dt, time: p.dipTime)
            correct(&core, north, m, p.magnetometerSigma)
        }
    }

    /// The orientation; sigmas are NaN and flags unknown.
    public static func estimate(_ core: Core, _ parameters: Parameters) -> OrientationEstimate {
        OrientationEstimate(orientation: core.orientation)
    }

    /// The direction `d` (earth) was measured as `v` (device): six points at +-sqrt 3 times the columns of P = L L^T.
    private static func correct(_ core: inout Core, _ d: Vector3, _ v: Vector3, _ sigma: Double) {
        let l = cholesky(core.covariance)
        let q = core.orientation
        func column(_ i: Int) -> Vector3 { 3.0.squareRoot() * Vector3(l.row0[i], l.row1[i], l.row2[i]) }
        func expected(_ error: Vector3) -> Vector3 { (q * Quaternion(rotationVector: error)).unrotate(d) }
        var mean = Vector3.zero
        for i in 0..<3 { mean += expected(column(i)) + expected(-column(i)) }
        mean *= 1.0 / 6
        var spread = Matrix3(diagonal: sigma * sigma * Vector3(1, 1, 1))
        var cross = Matrix3.zero
        for i in 0..<3 {
            let error = column(i)
            let (plus, minus) = (expected(error) - mean, expected(-error) - mean)
            spread += (Matrix3.outer(plus, plus) + Matrix3.outer(minus, minus)) * (1.0 / 6)
            cross += Matrix3.outer(error, plus - minus) * (1.0 / 6)
        }
        guard let inverse = spread.inverse else { return }
        let gain = cross * inverse
        core.orientation = (q * Quaternion(rotationVector: gain * (v - mean))).renormalized
        core.covariance = (core.covariance - gain * spread * gain.transpose).symmetrized
    }

    /// The lower triangle L with L L^T = P; a direction without variance gives a zero column.
    private static func cholesky(_ p: Matrix3) -> Matrix3 {
        let a = max(p.row0.x, 0).squareRoot()
        let b = a > 0 ? p.row1.x / a : 0
        let c = a > 0 ? p.row2.x / a : 0
        let d = max(p.row1.y - b * b, 0).squareRoot()
        let e = d > 0 ? (p.row2.y - c * b) / d : 0
        let f = max(p.row2.z - c * c - e * e, 0).squareRoot()
        return Matrix3(Vector3(a, 0, 0), Vector3(b, d, 0), Vector3(c, e, f))
    }
}
