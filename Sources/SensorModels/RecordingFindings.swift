import Rotations
import Vocabulary

/// What an estimator that calibrates itself found besides the orientation: one of the whole recording in each part
/// between holes, a causal one at the end.
///
/// Models describe the readings that the estimator got: after an applied calibration, the errors that it left.
public struct RecordingFindings: Sendable {
    /// The residuals of one kind.
    public struct Misfit: Sendable, Hashable {
        /// Two quantities that the model makes equal.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// The turn between two nodes against the integrated gyroscope.
            case turn
            /// The change of velocity between two nodes against the integrated specific force.
            case velocity
            /// A reading of the magnetometer against the field of its place.
            case field
            /// The change of the gyroscope's bias between two nodes.
            case bias
        }

        /// What is compared.
        public var kind: Kind
        /// Comparisons of three components each.
        public var count: Int
        /// Root mean square per component, in its assumed standard deviations: about 1 or less
        /// where the assumptions hold.
        public var rootMeanSquare: Double
        /// The share of comparisons longer than three standard deviations: outliers, which the loss leaves out.
        public var outlierShare: Double

        /// A misfit of all its members.
        public init(kind: Kind, count: Int, rootMeanSquare: Double, outlierShare: Double) {
            (self.kind, self.count) = (kind, count)
            (self.rootMeanSquare, self.outlierShare) = (rootMeanSquare, outlierShare)
        }
    }

    /// One start of the search.
    public struct Start: Sendable, Hashable {
        /// What was searched: `whole`, the whole part.
        public var name: String
        /// The share of the magnetometer's readings that one field explains, 0...1; `nil` where it led to no solution.
        public var score: Double?

        /// A start of both members.
        public init(name: String, score: Double?) { (self.name, self.score) = (name, score) }
    }

    /// First and last stamp, nanoseconds.
    public var interval: ClosedRange<Int64>
    /// All starts that were tried.
    public var starts: [Start] = []
    /// Why the part has no row; `nil` where it has.
    public var refusal: SensorLabError?
    /// Why its heading may be far off; `nil` where nothing says so.
    public var doubt: Warning?
    /// Readings of the magnetometer that were used.
    public var readings = 0
    /// The share of them that deviate from the mean field.
    public var disturbedShare = 0.0
    /// What fits how well; empty without a solution.
    public var misfits: [Misfit] = []
    /// The gyroscope's mean bias, scale and misalignment; `nil` without a solution.
    public var gyroscope: GyroscopeModel?
    /// Standard deviations of that bias, rad/s.
    public var biasSigma = Vector3.zero
    /// The accelerometer's bias; `nil` without a solution.
    public var accelerometer: AccelerometerModel?
    /// Standard deviations of that bias, m/s^2; as wide as the prior's where the recording does not determine it.
    public var forceBiasSigma = Vector3.zero
    /// Hard and soft iron; `nil` without a solution or a magnetometer.
    public var magnetometer: MagnetometerModel?
    /// Standard deviations of the hard iron, microtesla.
    public var hardIronSigma = Vector3.zero
    /// By how much the magnetometer's stamps are late, s.
    public var delay = 0.0
    /// Standard deviation of the delay, s.
    public var delaySigma = 0.0
    /// The mean field northwards and upwards, microtesla.
    public var field = Vector3.zero
    /// Standard deviation of the heading by the remaining calibration error, over the part's own attitudes, radians.
    public var headingSigma = Double.infinity
    /// The same lying flat, radians.
    public var levelHeadingSigma = Double.infinity
    /// The same held upright, radians.
    public var uprightHeadingSigma = Double.infinity

    /// A part of which nothing is known yet.
    public init(interval: ClosedRange<Int64>) { self.interval = interval }

    /// The sensor that contradicts the others in a part that is refused or doubted; `nil` where none does.
    ///
    /// Errors of the gyroscope (axes, unit, scale) show in the residuals of both gravity and field, those of
    /// accelerometer or magnetometer in their own alone. Magnets all around look like a wrong magnetometer.
    public var suspect: SensorKind? {
        func misfit(_ kind: Misfit.Kind) -> Double { misfits.first { $0.kind == kind }?.rootMeanSquare ?? 0 }
        guard refusal != nil || doubt != nil else { return nil }
        let isFieldFar = misfit(.field) > 3
        // Walking stays below 0.3; running, which saturates accelerometers, does not.
        if misfit(.velocity) > 1 { return isFieldFar ? .gyroscope : .accelerometer }
        return isFieldFar ? .magnetometer : nil
    }

    /// The field's dip, radians, down positive.
    public var dip: Double { Angle.arcTangent(y: -field.z, x: field.y) }
}
