import LinearAlgebra
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// Calibration of gyroscope and magnetometer from one ordinary log, without rest or calibration motion: the gyroscope's
/// bias, scale and misalignment; the magnetometer's hard iron, its soft iron as far as the motion shows it, and the
/// delay of its stamps.
///
/// 1. The gyroscope's bias from gravity (`GravityBias`).
/// 2. Hard iron and bias from short windows (`FieldWindows`), of several lengths: each a start.
/// 3. From every start, one robust least-squares problem over the whole log (`InUseProblem`); the best score wins.
///
/// Refused where no start explains the readings, or where two that explain them equally well disagree.
public struct InUseFit: Sendable {
    /// The assumptions.
    public struct Options: Sendable {
        /// Strength of the Earth's field, microtesla; nil = unknown: the sensor's own scale is kept.
        public var fieldStrength: Double?
        /// The field's dip, radians, down positive; nil = estimated.
        public var dip: Double?
        /// A prior bias (from rest), rad/s.
        public var bias: Vector3?
        /// Its standard deviation, rad/s.
        public var biasSigma = 0.0017
        /// Earlier calibrations from files; nil = the log alone.
        public var known: KnownCalibration?
        /// A larger predicted heading sigma over the poses of the log is refused, radians. Default 3 degrees.
        public var largestHeadingSigma = 0.0524

        /// Nothing known.
        public init() {}
    }

    /// w_calibrated = K (w_raw - b), rad/s.
    public var gyroscope: GyroscopeModel
    /// Standard deviations of b, rad/s.
    public var biasSigma: Vector3
    /// m_calibrated = S (m_raw - h), microtesla.
    public var magnetometer: MagnetometerModel
    /// Standard deviations of h, microtesla.
    public var hardIronSigma: Vector3
    /// The field's strength in the calibrated scale, microtesla.
    public var fieldStrength: Double
    /// The field's dip, radians, down positive.
    public var dip: Double
    /// Delay of the magnetometer's stamps, seconds.
    public var delay: Double
    /// Predicted standard deviation of the heading from the calibration, radians, over the poses of the log.
    public var headingSigma: Double
    /// The same for a level device, whether the log shows this pose or not, radians.
    public var levelHeadingSigma = Double.infinity
    /// The same for an upright device, radians.
    public var uprightHeadingSigma = Double.infinity
    /// Score of the solution, 0...1.
    public var score: Double
    /// Share of magnetometer readings that the solution explains.
    public var inlierShare: Double
    /// Magnetometer readings used.
    public var sampleCount: Int
    /// Whether the hard iron differs from the known calibration's by more than its age explains.
    public var hasJumped = false
    /// The data for a fit of several logs.
    var estimate: LogFusion.InUseEstimate?
    /// Accepted or refused.
    public var verdict: CalibrationVerdict

    /// Fits the calibration. Never throws: an undetermined result is refused with the reason.
    public init(
        gyroscope rates: VectorStream, accelerometer: VectorStream, magnetometer field: VectorStream,
        options: Options = Options()
    ) {
        gyroscope = GyroscopeModel(bias: options.bias ?? .zero)
        biasSigma = Vector3(.infinity, .infinity, .infinity)
        magnetometer = MagnetometerModel(hardIron: .zero)
        hardIronSigma = biasSigma
        (fieldStrength, dip, delay) = (options.fieldStrength ?? .nan, options.dip ?? .nan, 0)
        (headingSigma, score, inlierShare, sampleCount) = (.infinity, 0, 0, 0)
        verdict = .accepted
        let samples = InUseSamples(gyroscope: rates, accelerometer: accelerometer, magnetometer: field)
        sampleCount = samples.field.count
        do throws(SensorLabError) {
            let candidates = try InUseStarts.candidates(samples, options)
            guard let best = candidates.first else { throw InUseStarts.none }
            take(best, options)
            judge(candidates, options)
        } catch {
            verdict = .refused(by: error)
        }
    }

    /// Below this score, hardly any reading is explained; wrong solutions reach 0.03.
    static let smallestScore = 0.1
    /// A solution with at least this share of the best score has to agree with the best one.
    static let rivalScore = 0.8

    /// In trials of phones, the dips were within 6 degrees of the model's, radians.
    private static let largestDipError = 0.35

    private mutating func judge(_ candidates: [InUseProblem.Solution], _ options: Options) {
        let advice = "turn the phone through all directions for half a minute, away from iron and magnets"
        if score < Self.smallestScore {
            let share = Int(clamping: (100 * inlierShare).rounded())
            verdict = .refused("one constant field explains only \(share) % of the readings", advice: advice)
        } else if case let distortion = InUseStarts.distortion(candidates[0], options),
            distortion > InUseStarts.largestDistortion
        {
            let percent = MagnetometerDataCheck.rounded(100 * distortion)
            verdict = .refused(
                "the fit gives an error of \(percent) % of the gyroscope's scale or axes; chips have at most 3 %",
                advice: advice)
        } else if candidates.dropFirst().contains(where: {
            $0.score > Self.rivalScore * candidates[0].score && !InUseStarts.agree($0, candidates[0], loosely: true)
        }) {
            verdict = .refused("two different calibrations fit the log equally well", advice: advice)
        } else if !MagnetometerDataCheck.plausibleStrength.contains(candidates[0].model.field.length) {
            let found = MagnetometerDataCheck.rounded(candidates[0].model.field.length)
            verdict = .refused(
                "the fitted field of \(found) microtesla is not the Earth's", advice: advice)
        } else if let expected = options.dip, (dip - expected).magnitude > Self.largestDipError {
            let (found, there) = (Angle.degrees(dip).rounded(), Angle.degrees(expected).rounded())
            verdict = .refused(
                "the dip of the fitted field is \(found) degrees, the Earth's there is \(there)",
                advice: advice)
        } else if !(headingSigma <= options.largestHeadingSigma) {
            let found = MagnetometerDataCheck.rounded(Angle.degrees(headingSigma))
            verdict = .refused("the heading's sigma from this log is \(found) degrees, too large", advice: advice)
        }
    }

    private mutating func take(_ solution: InUseProblem.Solution, _ options: Options) {
        let model = solution.model
        let scale = Matrix3.identity - model.distortion
        gyroscope = GyroscopeModel(bias: (scale.inverse ?? .identity) * model.bias, scale: scale)
        let inverse = model.softIron.inverse ?? .identity
        let strength = model.field.length
        let factor = options.fieldStrength.map { $0 / strength } ?? 1
        magnetometer = MagnetometerModel(hardIron: model.hardIron, softIron: factor * inverse)
        fieldStrength = factor * strength
        dip = Double.atan2(y: -model.up, x: model.north)
        delay = model.delay
        score = solution.score
        inlierShare = Double(solution.fieldResiduals.count { $0 < 4 }) / Double(max(1, solution.fieldResiduals.count))
        let c = solution.covariance
        estimate = LogFusion.InUseEstimate(solution, scale: factor)
        if let (known, sigma) = options.known?.prior().hardIron {
            // The length of three standard normal numbers exceeds 4 in one case of a thousand.
            hasJumped = (model.hardIron - known).length > 4 * sigma
        }
        func sigma(_ i: Int) -> Vector3 {
            Vector3(c[i, i].squareRoot(), c[i + 1, i + 1].squareRoot(), c[i + 2, i + 2].squareRoot())
        }
        let formal = sigma(InUseModel.biasIndex)
        func wandering(_ sigma: Double) -> Double {
            (sigma * sigma + GyroscopeCalibration.biasWander * GyroscopeCalibration.biasWander).squareRoot()
        }
        biasSigma = Vector3(wandering(formal.x), wandering(formal.y), wandering(formal.z))
        hardIronSigma = sigma(InUseModel.hardIronIndex)
        let heading = IronHeadingSigma(
            softIron: model.softIron, field: model.field, covariance: c, first: InUseModel.hardIronIndex)
        headingSigma = heading.predict(solution.attitudes)
        (levelHeadingSigma, uprightHeadingSigma) = (heading.level, heading.upright)
    }
}

extension InUseFit {
    /// The warning for a log of which only a part is used; `nil` for a shorter one.
    /// - Parameter seconds: length of the log.
    public static func partWarning(seconds: Double) -> Warning? {
        let longestPart = InUseSamples.longestPart
        guard seconds > longestPart * 1.05 else { return nil }
        return Warning(
            .inUsePart,
            "the log lasts \(Int(clamping: seconds.rounded())) s: the in-use calibration used the "
                + "\(Int(clamping: longestPart)) s with the most motion")
    }
}
