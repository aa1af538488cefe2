import Calibration
import Foundation
import Rotations
import Vocabulary

/// What was found beside the curve of a vessel that turned: the current, and how it turned.
public struct DeviationCourse: Codable, Sendable {
    /// Speed of the current, m/s.
    public var currentMetresPerSecond: Double
    /// Where the water moves to, degrees from true north.
    public var currentTowardsDegrees: Double
    /// Standard deviation of the current, m/s, the larger one of east and north.
    public var currentSigmaMetresPerSecond: Double
    /// Median speed through water, m/s.
    public var speedMetresPerSecond: Double
    /// What the course is ahead of the compass in a turn, seconds, and its standard deviation.
    public var lagSeconds, lagSigmaSeconds: Double
    /// What the vessel turned, degrees, both positive.
    public var turnedToStarboardDegrees, turnedToPortDegrees: Double
    /// True minus magnetic north, degrees, east positive, that was used.
    public var declinationDegrees: Double
    /// The same as the instruments state it; null where they do not.
    @Nullable public var statedVariationDegrees: Double?

    init(_ course: CourseDeviation, declination: Double, stated: Double?) {
        let (east, north) = (course.currentEast, course.currentNorth)
        currentMetresPerSecond = (east * east + north * north).squareRoot()
        currentTowardsDegrees = Angle.wrapHeadingDegrees(Angle.degrees(atan2(east, north)))
        currentSigmaMetresPerSecond = max(course.currentEastSigma, course.currentNorthSigma)
        speedMetresPerSecond = course.speed
        (lagSeconds, lagSigmaSeconds) = (course.lag, course.lagSigma)
        turnedToStarboardDegrees = Angle.degrees(course.turnedToStarboard)
        turnedToPortDegrees = Angle.degrees(course.turnedToPort)
        declinationDegrees = Angle.degrees(declination)
        statedVariationDegrees = stated
    }
}
