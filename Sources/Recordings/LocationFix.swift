/// A location fix.
public struct LocationFix: Sendable, Codable, Hashable {
    /// Where.
    public var place: Place
    /// Horizontal accuracy, metres; NaN where unknown.
    public var accuracy: Double
    /// Speed over ground, m/s; NaN where unknown.
    public var speed: Double
    /// Course over ground, degrees clockwise from true north; NaN where unknown.
    public var course: Double
    /// Accuracy of the course, degrees; NaN where unknown.
    public var courseAccuracy: Double

    /// A fix; what is not given is unknown.
    public init(
        place: Place, accuracy: Double = .nan, speed: Double = .nan, course: Double = .nan,
        courseAccuracy: Double = .nan
    ) {
        self.place = place
        self.accuracy = accuracy
        self.speed = speed
        self.course = course
        self.courseAccuracy = courseAccuracy
    }
}
