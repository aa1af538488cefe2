import LinearAlgebra
import Recordings
import Rotations
import SensorModels

/// A fitted magnetometer calibration m_calibrated = S (m_raw - h) with its uncertainty and diagnostics.
public struct MagnetometerFit: Sendable {
    /// How the scale of S was fixed.
    public enum Scale: String, Sendable, Codable {
        /// |S (m - h)| is the known strength of the Earth's field.
        case knownFieldStrength
        /// det S = 1: the strength is in the sensor's own scale, as place or date are unknown.
        case unitDeterminant
    }

    /// Where the dip for the predicted heading sigma came from.
    public enum DipSource: String, Sendable, Codable {
        case known, learnt, assumed
    }

    /// h in microtesla and S without unit, device axes.
    public var model: MagnetometerModel
    /// The method that found it.
    public var method: MagnetometerFitMethod
    /// The rung of the ladder.
    public var rung: MagnetometerFitRung
    /// |S (m - h)| of the model, microtesla.
    public var fieldStrength: Double
    /// How the scale was fixed.
    public var scale: Scale
    /// Dip of the field, radians, positive downwards.
    public var dip: Double
    /// Where the dip came from; `assumed` = 60 degrees, only for the predicted sigma.
    public var dipSource: DipSource
    /// 9 x 9 covariance of h (x, y, z, microtesla) and L = log S (xx, yy, zz, xy, xz, yz, no unit), with correlated
    /// samples and the wander of the hard iron; nil where the data do not determine the parameters.
    public var covariance: Matrix?
    /// Root mean square of the hard iron about its mean during the recording, microtesla per axis; nil where the times
    /// of the readings are unknown.
    public var hardIronWander: Vector3?
    /// Root mean square of |S (m - h)| - F in percent of F, over all samples used, with disturbed ones.
    public var residualRMSPercent: Double
    /// Readings used: finite, no repeats, at most `largestSampleCount`.
    public var sampleCount: Int
    /// Directions of the field that are covered.
    public var coverage: DirectionCoverage
    /// Predicted sigma of the heading, lying face up.
    public var level: PoseHeadingSigma
    /// Predicted sigma of the heading, held upright.
    public var upright: PoseHeadingSigma
    /// Heading error predicted by cross-validation, radians: for a reading in a direction that was left out, with its
    /// noise, and for poses not covered; nil where the rung was given or the readings cannot be divided.
    public var crossValidatedHeadingError: Double?
    /// Accepted or refused.
    public var verdict: CalibrationVerdict

    /// Standard deviation of h, microtesla per axis; infinite where not determined.
    public var hardIronSigma: Vector3 {
        guard let d = covariance?.diagonal else { return Vector3(.infinity, .infinity, .infinity) }
        return Vector3(d[0].squareRoot(), d[1].squareRoot(), d[2].squareRoot())
    }

    /// The larger of the two predicted heading sigmas from the calibration, radians.
    public var headingSigma: Double { max(level.calibration, upright.calibration) }

    /// Whether it can contribute to a fit of several logs: its readings are good, at most their directions too few.
    public var isOfUse: Bool { covariance != nil && (verdict.accepted || verdict.isUncertain) }
}

extension MagnetometerFit {
    /// Fits a calibration to a recording's raw magnetometer, with gravity from its accelerometer, or from its recorded
    /// gravity. Never throws: where the fit fails, the result is refused with the reason.
    public init(recording: Recording, options: MagnetometerFitOptions = .init()) {
        let samples = MagnetometerSamples(
            magnetometer: recording.magnetometer, accelerometer: recording.accelerometer, gravity: recording.gravity)
        self.init(samples: samples, options: options)
    }

    /// Fits a calibration to samples. Never throws: where the fit fails, the result is refused with the reason, with h
    /// = 0 and S = 1 where nothing is known.
    public init(samples: MagnetometerSamples, options: MagnetometerFitOptions = .init()) {
        if let refusal = MagnetometerDataCheck.beforeFit(samples) {
            self.init(refused: refusal, samples: samples, options: options)
            return
        }
        do {
            let thinned = samples.thinned(to: options.largestSampleCount)
            let estimator = MagnetometerEstimator(samples: thinned, options: options)
            self = try estimator.fit()
        } catch {
            let refusal = CalibrationVerdict.refused(by: error)
            self.init(refused: refusal, samples: samples, options: options)
        }
    }

    private init(refused verdict: CalibrationVerdict, samples: MagnetometerSamples, options: MagnetometerFitOptions) {
        let unknown = PoseHeadingSigma(calibration: .infinity, singleReading: .infinity)
        self.init(
            model: MagnetometerModel(hardIron: .zero), method: options.method, rung: options.rung ?? .sphere,
            fieldStrength: options.fieldStrength ?? .nan,
            scale: options.fieldStrength == nil ? .unitDeterminant : .knownFieldStrength, dip: options.dip ?? .nan,
            dipSource: options.dip == nil ? .assumed : .known, residualRMSPercent: .nan,
            sampleCount: samples.field.count, coverage: DirectionCoverage(calibrated: []), level: unknown,
            upright: unknown, verdict: verdict)
    }
}

/// The assumptions and the method of a magnetometer fit.
public struct MagnetometerFitOptions: Sendable {
    /// The method.
    public var method = MagnetometerFitMethod.map
    /// The rung of the ladder; nil = chosen by its cross-validated predicted heading error.
    public var rung: MagnetometerFitRung?
    /// F, the strength of the Earth's field at the log's place, microtesla, from a geomagnetic model; nil = unknown:
    /// the scale stays open and det S = 1.
    public var fieldStrength: Double?
    /// The dip (inclination) of the field there, radians, positive downwards; nil = estimated from gravity.
    public var dip: Double?
    /// Standard deviation of the known dip, radians. Default 2 degrees: 0.2 from the model, the rest from buildings.
    public var dipSigma = 0.035
    /// Standard deviation of each element of L = log S around 0, no unit. Default 0.06: phones measured 0.02 to 0.05.
    public var softIronSigma = 0.06
    /// A pose whose predicted heading sigma from the calibration exceeds this is refused, radians. Default 3 degrees.
    public var largestHeadingSigma = 0.0524

    /// Longer recordings are thinned evenly to this many readings: an hour at 100 Hz then takes as long as two minutes.
    public var largestSampleCount = 5000
    /// Threads, at least 1: the rungs of the ladder are fitted in parallel. The result does not depend on it.
    public var jobs = 1

    /// The defaults: robust maximum a posteriori, everything estimated.
    public init() {}
}

/// The estimator of the parameters of m_calibrated = S (m_raw - h).
public enum MagnetometerFitMethod: String, Sendable, Codable, CaseIterable {
    /// Robust maximum a posteriori: magnitude and, where gravity is known, dip; S = exp(L) with a prior on L. The
    /// default.
    case map
    /// Robust geometric least squares of |S (m - h)| - F with S = exp(L), without a prior and without gravity.
    case geometric
}

/// How much of S is fitted.
public enum MagnetometerFitRung: String, Sendable, Codable, CaseIterable {
    /// S = identity (times the scale): hard iron alone.
    case sphere
    /// S diagonal.
    case axisAligned = "axis-aligned"
    /// S symmetric.
    case ellipsoid
}
