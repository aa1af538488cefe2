import Geodesy
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// The course over ground from location fixes of a walker, as references of the TRUE heading.
///
/// A fix with its own course (a receiver's Doppler velocity) is used with its stated accuracy. Where no fix has one,
/// the course is the azimuth of the geodesic between two fixes that are far enough apart; its sigma is the fixes' error
/// across the line over their distance.
///
/// The course is the walker's direction; the device's axis is at a constant angle to it only while the device is
/// carried in the same way. That angle is part of the offset.
public enum CourseOverGround {
    /// Selection of the fixes.
    public struct Options: Sendable {
        /// Slower fixes give no course, m/s: people walk at 1 to 1.7.
        public var minimumSpeed = 0.8
        /// The distance of two fixes whose line gives a course, metres; larger for less accurate fixes.
        public var minimumBaseline = 15.0
        /// A line that takes longer is no walk, seconds.
        public var longestLine = 60.0
        /// Lower limit of the sigma of a course, degrees: the body's axis sways with every step.
        public var smallestSigmaDegrees = 2.0
        /// Courses with a larger sigma are left out, degrees.
        public var largestSigmaDegrees = 30.0
        /// Radius of 68 % assumed for a fix without an accuracy, metres.
        public var assumedAccuracy = 8.0
        /// Sigma of the velocity per axis for a fix without an accuracy of its course, m/s.
        public var assumedVelocitySigma = 0.3

        /// The defaults.
        public init() {}
    }

    /// The radius of 68.3 % of a circular Gaussian over its sigma per axis: sqrt(-2 ln 0.317).
    static let radiusOverSigma = 1.5158

    /// The courses of a recording's fixes.
    /// - Returns: the references in the order of time, and the number of fixes (or lines) left out.
    public static func references(
        _ fixes: SampleStream<LocationFix>, options: Options = Options()
    ) -> (references: [HeadingReference], rejected: Int) {
        let hasCourses = fixes.values.contains { $0.course.isFinite && $0.speed.isFinite }
        return hasCourses ? stated(fixes, options) : lines(fixes, options)
    }

    private static func stated(
        _ fixes: SampleStream<LocationFix>, _ options: Options
    ) -> (references: [HeadingReference], rejected: Int) {
        var found: [HeadingReference] = []
        for (time, fix) in zip(fixes.times, fixes.values) {
            // Negative courses and accuracies mean "unknown" (Core Location).
            guard fix.speed >= options.minimumSpeed, fix.course >= 0 else { continue }
            let claimed =
                fix.courseAccuracy > 0
                ? fix.courseAccuracy : Angle.degrees(options.assumedVelocitySigma / fix.speed)
            guard claimed <= options.largestSigmaDegrees else { continue }
            let half = LogTime.nanosecondsPerSecond / 2
            found.append(
                HeadingReference(
                    interval: (time - half)...(time + half), heading: Angle.radians(fix.course),
                    sigma: Angle.radians(max(claimed, options.smallestSigmaDegrees))))
        }
        return (found, fixes.count - found.count)
    }

    /// Lines from fix to fix that do not overlap, so that their errors are nearly independent.
    private static func lines(
        _ fixes: SampleStream<LocationFix>, _ options: Options
    ) -> (references: [HeadingReference], rejected: Int) {
        var found: [HeadingReference] = []
        var rejected = 0
        var start = 0
        for end in fixes.times.indices.dropFirst() where end > start {
            let seconds = LogTime.seconds(fixes.times[end] - fixes.times[start])
            guard seconds <= options.longestLine else {
                rejected += 1
                start += 1
                continue
            }
            let (a, b) = (fixes.values[start], fixes.values[end])
            let sigma = (variance(a, options) + variance(b, options)).squareRoot()
            let line = Geodesic.wgs84.inverse(from: a.place, to: b.place)
            let tangent = Angle.degrees(sigma / line.distance)
            guard line.distance >= options.minimumBaseline, tangent <= options.largestSigmaDegrees else { continue }
            if line.distance / seconds >= options.minimumSpeed {
                found.append(
                    HeadingReference(
                        interval: fixes.times[start]...fixes.times[end], heading: Angle.radians(line.startAzimuth),
                        sigma: Angle.radians(max(tangent, options.smallestSigmaDegrees))))
            } else {
                rejected += 1
            }
            start = end
        }
        return (found, rejected)
    }

    /// The variance across a line, per axis, square metres.
    private static func variance(_ fix: LocationFix, _ options: Options) -> Double {
        let radius = fix.accuracy > 0 ? fix.accuracy : options.assumedAccuracy
        return radius * radius / (radiusOverSigma * radiusOverSigma)
    }
}
