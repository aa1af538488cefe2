import Rotations
import SensorModels
import Vocabulary

/// Earlier calibrations of gyroscope and magnetometer: the values of their files, and what may have changed since.
///
/// An in-use fit takes them as its prior and as one of its starts, so that file and log are combined with weights from
/// their sigmas.
public struct KnownCalibration: Sendable {
    /// w_calibrated = K (w_raw - b), rad/s; `nil` without a file.
    public var gyroscope: GyroscopeCalibration?
    /// m_calibrated = S (m_raw - h), microtesla; `nil` without a file.
    public var magnetometer: MagnetometerCalibration?
    /// Date of the log; `nil` where unknown.
    public var date: CalendarDate?

    /// - Parameters:
    ///   - set: heading and accelerometer are ignored.
    ///   - date: of the log.
    public init(_ set: CalibrationSet, date: CalendarDate?) {
        (gyroscope, magnetometer, self.date) = (set.gyroscope, set.magnetometer, date)
    }

    /// Days between file and log where one date is unknown.
    private static let unknownAge = 30.0
    /// Approximate hours between file and log of the same day.
    private static let sameDay = 6.0
    /// Uncertainty of a file's soft iron, per element, no unit, as files state no sigma of it. The phone trials are as
    /// good with 0.015 and with 0.05.
    static let softIronSigma = 0.03

    /// Standard deviation of a hard iron, microtesla per axis: that of the file, and the random walk since
    /// (`LogFusion.Drift`).
    func hardIronSigma(_ calibration: MagnetometerCalibration) -> Double {
        let days =
            if let date, let made = calibration.head.date { date.years(since: made).magnitude * 365.25 } else {
                Self.unknownAge
            }
        let drift = LogFusion.Drift()
        let walk = drift.perRootHour * drift.perRootHour * max(24 * days, Self.sameDay)
        let stated = (calibration.hardIronSigma?.lengthSquared ?? 3) / 3
        return (stated + walk + drift.perLog * drift.perLog).squareRoot()
    }

    /// The prior of a fit.
    func prior() -> InUsePrior {
        var prior = InUsePrior()
        if let gyroscope {
            prior.bias = gyroscope.model.scale * gyroscope.model.bias
            let stated = (gyroscope.biasSigma?.lengthSquared ?? 0) / 3
            prior.biasSigma = (stated + GyroscopeCalibration.biasWander * GyroscopeCalibration.biasWander).squareRoot()
            prior.distortion = Matrix3.identity - gyroscope.model.scale
        }
        if let magnetometer {
            prior.hardIron = (magnetometer.model.hardIron, hardIronSigma(magnetometer))
            prior.softIron = magnetometer.model.softIron.inverse ?? .identity
            prior.softIronSigma = Self.softIronSigma
            prior.delay = magnetometer.delaySeconds ?? 0
        }
        return prior
    }
}

extension CalendarDate {
    fileprivate func years(since other: CalendarDate) -> Double {
        Double(year - other.year) + shareOfYear - other.shareOfYear
    }
}
