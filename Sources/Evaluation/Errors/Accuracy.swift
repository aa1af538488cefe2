import RealModule
import Rotations
import SensorModels
import Vocabulary

/// Errors of an estimator against a reference, for the reports; angles in degrees.
public struct Accuracy: Codable, Sendable, Hashable {
    /// Scored samples.
    public var samples: Int
    /// RMS of the angle of the error; null where headings alone are known.
    @Nullable public var totalRMSEDegrees: Double?
    /// RMS of the error about the vertical; null where the inclination alone is known, as the next two.
    @Nullable public var headingRMSEDegrees: Double?
    /// The circular mean of the heading error: true heading = estimated heading + offset, clockwise positive.
    @Nullable public var headingOffsetDegrees: Double?
    /// The RMSE of the heading after that constant is removed.
    @Nullable public var headingRMSEAfterOffsetDegrees: Double?
    /// RMS of the tilt; null where headings alone are known.
    @Nullable public var inclinationRMSEDegrees: Double?
    /// 95th percentile of the total error; null without one.
    @Nullable public var p95Degrees: Double?
    /// Median of the total error; null without one.
    @Nullable public var medianDegrees: Double?
    /// Largest total error; null without one.
    @Nullable public var maximumDegrees: Double?
    /// RMS of the difference in rho (classic) to the reference; null where rho is undefined.
    @Nullable public var rhoRMSEDegrees: Double?
    /// The share of samples whose heading error lies in the filter's own 95 % interval.
    @Nullable public var coverage95: Double?
    /// Mean of (heading error / sigma)^2: 1 for a consistent sigma.
    @Nullable public var nees: Double?

    /// `nil` if the track covers no sample of the reference.
    public init?(_ comparison: Comparison) {
        let errors = comparison.errors
        guard let total = ErrorStatistics(radians: errors.map(\.total)) else { return nil }
        let rms = { (values: [Double]) in
            Angle.degrees((values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot())
        }
        let offset = comparison.headingOffset
        samples = errors.count
        totalRMSEDegrees = total.rmseDegrees
        headingRMSEDegrees = rms(errors.map(\.heading))
        headingOffsetDegrees = Angle.degrees(offset)
        headingRMSEAfterOffsetDegrees = rms(errors.map { Angle.wrap($0.heading - offset) })
        inclinationRMSEDegrees = rms(errors.map(\.inclination))
        (p95Degrees, medianDegrees, maximumDegrees) = (total.p95Degrees, total.medianDegrees, total.maximumDegrees)
        let rho = comparison.rhoErrors(to: ReferenceAngles.rho(of: comparison.references))
        rhoRMSEDegrees = rho.isEmpty ? nil : rms(rho)

        let sigma = SigmaConsistency(
            errors: errors.map(\.heading), sigmas: comparison.headingSigmas, degreesOfFreedom: 1)
        (coverage95, nees) = (sigma?.coverage95, sigma?.nees)
    }

    /// The RMSE by which tracks are ranked: of the total error, else of the part that is known.
    public var rankedRMSEDegrees: Double {
        totalRMSEDegrees ?? headingRMSEDegrees ?? inclinationRMSEDegrees ?? .infinity
    }

    /// What that is, as words.
    public var rankedError: String {
        totalRMSEDegrees != nil
            ? "total error (heading and inclination)" : headingRMSEDegrees != nil ? "error of the heading" : "tilt"
    }

    /// The same numbers, taken from an error profile.
    public init(_ profile: ErrorProfile) {
        samples = profile.samples
        totalRMSEDegrees = profile.total?.rmseDegrees
        headingRMSEDegrees = profile.heading?.rmseDegrees
        headingOffsetDegrees = profile.headingOffsetDegrees
        headingRMSEAfterOffsetDegrees = profile.headingAfterOffset?.rmseDegrees
        inclinationRMSEDegrees = profile.inclination?.rmseDegrees
        (p95Degrees, medianDegrees) = (profile.total?.p95Degrees, profile.total?.medianDegrees)
        maximumDegrees = profile.total?.maximumDegrees
        rhoRMSEDegrees = profile.rho?.rmseDegrees
        (coverage95, nees) = (profile.headingSigma?.coverage95, profile.headingSigma?.nees)
    }
}
