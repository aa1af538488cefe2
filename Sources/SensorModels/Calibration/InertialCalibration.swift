import JSON
import Rotations
import Vocabulary

/// A calibrated gyroscope.
public struct GyroscopeCalibration: SensorCalibration {
    /// The sensor that is calibrated.
    public static let sensor = SensorKind.gyroscope
    /// What the numbers mean.
    public static let formula = "w_calibrated = K (w_raw - b), rad/s, device axes"

    /// Change of a phone's bias between trials of one session, beyond their sigmas, rad/s per axis (0.25 deg/s,
    /// docs/reference/calibration-in-use.md).
    public static let biasWander = 0.0044
    /// Change of a bias since a calibration of the same day or week, rad/s per axis (1.1 deg/s): twice the 0.0095 by
    /// which 48 phone trials differ from the day's file, to cover files that are further off
    /// (docs/studies/estimators-tried.md, a known bias).
    public static let biasChange = 0.02

    /// What all sections have in common.
    public var head: CalibrationHead
    /// b and K.
    public var model: GyroscopeModel
    /// Standard deviations of b, rad/s.
    public let biasSigma: Vector3?
    /// Standard deviations of K's elements; `nil` where K was not fitted.
    public var scaleSigma: Matrix3?
    /// Change of the bias, rad/s per minute; `nil` where the rests are too short to show one.
    public var driftPerMinute: Vector3?
    /// Standard deviations of the drift.
    public var driftSigma: Vector3?
    /// Turns between rests from which K was fitted.
    public var turns: Int?
    /// Seconds of rest that were used.
    public var restSeconds: Double?

    /// A calibration; `biasSigma` is the standard deviation of the bias that remains after the correction.
    public init(head: CalibrationHead, model: GyroscopeModel, biasSigma: Vector3? = nil) {
        (self.head, self.model, self.biasSigma) = (head, model, biasSigma)
        self.head.remainingSigma = biasSigma.map { max($0.x, $0.y, $0.z) }
    }

    /// Reads the section.
    /// - Throws: `SensorLabError` (bad data) with the first broken member.
    public init(_ members: JSONMembers) throws(SensorLabError) {
        self.init(
            head: try CalibrationHead(members, of: Self.sensor, formula: Self.formula),
            model: GyroscopeModel(
                bias: try members.requireVector("bias", within: 1),
                scale: try members.sensibleMatrix("scale", scales: 0.5...2)),
            biasSigma: try members.vectorSigma("biasSigma"))
        scaleSigma = try members.matrixSigma("scaleSigma")
        driftPerMinute = try members.vector("driftPerMinute", within: 0.1)
        driftSigma = try members.vectorSigma("driftSigma")
        turns = try members.count("turns")
        restSeconds = try members.number("restSeconds", within: 0...1e9)
    }

    /// The sensor's own members, null where unknown.
    public var ownMembers: [String: JSONValue] {
        [
            "bias": model.bias.json, "scale": model.scale.json, "biasSigma": biasSigma.json,
            "scaleSigma": scaleSigma.json, "driftPerMinute": driftPerMinute.json, "driftSigma": driftSigma.json,
            "turns": turns.json, "restSeconds": restSeconds.json,
        ]
    }
}

/// A calibrated accelerometer.
public struct AccelerometerCalibration: SensorCalibration {
    /// The sensor that is calibrated.
    public static let sensor = SensorKind.accelerometer
    /// What the numbers mean.
    public static let formula = "f_calibrated = T (f_raw - b), m/s^2, device axes"

    /// What the poses determine; everything else is near the ideal sensor, with a wide sigma.
    public enum Extent: String, Sendable, Hashable, CaseIterable, JSONConvertible {
        /// Not even the bias.
        case nothing
        /// The bias; T stays near the identity.
        case bias
        /// Bias and scale; misalignment stays near zero.
        case scale
        /// Bias, scale and misalignment.
        case misalignment
    }

    /// What all sections have in common.
    public var head: CalibrationHead
    /// b and T.
    public var model: AccelerometerModel
    /// Standard deviations of b, m/s^2.
    public let biasSigma: Vector3?
    /// Standard deviations of T's elements.
    public var scaleSigma: Matrix3?
    /// What the poses determine.
    public var determined: Extent?
    /// Distinct poses at rest.
    public var poses: Int?
    /// Root mean square of |T (f - b)| - g, m/s^2.
    public var residualRMS: Double?

    /// A calibration; `biasSigma` is the standard deviation of the bias that remains after the correction.
    public init(head: CalibrationHead, model: AccelerometerModel, biasSigma: Vector3? = nil) {
        (self.head, self.model, self.biasSigma) = (head, model, biasSigma)
        self.head.remainingSigma = biasSigma.map { max($0.x, $0.y, $0.z) }
    }

    /// Reads the section.
    /// - Throws: `SensorLabError` (bad data) with the first broken member.
    public init(_ members: JSONMembers) throws(SensorLabError) {
        self.init(
            head: try CalibrationHead(members, of: Self.sensor, formula: Self.formula),
            model: AccelerometerModel(
                bias: try members.requireVector("bias", within: 10),
                scale: try members.sensibleMatrix("scale", scales: 0.5...2)),
            biasSigma: try members.vectorSigma("biasSigma"))
        scaleSigma = try members.matrixSigma("scaleSigma")
        determined = try members.read("determined")
        poses = try members.count("poses")
        residualRMS = try members.sigma("residualRMS")
    }

    /// The sensor's own members, null where unknown.
    public var ownMembers: [String: JSONValue] {
        [
            "bias": model.bias.json, "scale": model.scale.json, "biasSigma": biasSigma.json,
            "scaleSigma": scaleSigma.json, "determined": determined.json, "poses": poses.json,
            "residualRMS": residualRMS.json,
        ]
    }
}
