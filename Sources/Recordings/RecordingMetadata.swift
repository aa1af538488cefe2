/// Which north an orientation or heading refers to.
public enum North: String, Sendable, Codable, CaseIterable {
    case `true`
    case magnetic
}

/// A place on the WGS-84 ellipsoid.
public struct Place: Sendable, Codable, Hashable {
    /// Degrees north, [-90, 90].
    public var latitude: Double
    /// Degrees east, [-180, 360].
    public var longitude: Double
    /// Metres above the ellipsoid; 0 where unknown.
    public var altitude: Double

    public init(latitude: Double, longitude: Double, altitude: Double = 0) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
    }
}

/// A day in the Gregorian calendar.
public struct CalendarDate: Sendable, Codable, Hashable {
    public var year: Int
    public var month: Int
    public var day: Int

    /// `nil` for a day that does not exist.
    public init?(year: Int, month: Int, day: Int) {
        let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
        let lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...12).contains(month), (1...lengths[month - 1]).contains(day), (1...9999).contains(year) else {
            return nil
        }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads `YYYY-MM-DD`, ignoring what follows (a time of day); `nil` for everything else.
    public init?(_ text: String) {
        let head = text.prefix(10)
        let parts = head.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
            parts.allSatisfy({ $0.allSatisfy(\.isASCII) && $0.allSatisfy(\.isNumber) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// `YYYY-MM-DD`.
    public var text: String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}

/// What a log says about itself; `nil` where it does not.
public struct RecordingMetadata: Sendable, Codable, Hashable {
    /// The name of the log: its own, else the file's.
    public var name: String?
    /// The format that was recognised, such as `canonical`, `broad` or `phones`.
    public var format: String = "unknown"
    public var device: String?
    public var operatingSystem: String?
    /// Wall-clock time of the start as the log has it.
    public var start: String?
    /// Wall-clock time, Unix seconds, at nanosecond 0 of the log's clock.
    public var unixSecondsAtZero: Double?
    public var place: Place?
    public var date: CalendarDate?
    /// The north of the reference orientation.
    public var referenceNorth: North?
    /// The north of the device's own attitude.
    public var attitudeNorth: North?
    /// The seed of a simulated recording.
    public var seed: UInt64?
    /// Everything else that stood at the top of the log, by key.
    public var other: [String: String] = [:]

    public init() {}
}

/// A location fix.
public struct LocationFix: Sendable, Codable, Hashable {
    public var place: Place
    /// Horizontal accuracy, metres; NaN where unknown.
    public var accuracy: Double
    /// Speed over ground, m/s; NaN where unknown.
    public var speed: Double
    /// Course over ground, degrees clockwise from true north; NaN where unknown.
    public var course: Double
    /// Accuracy of the course, degrees; NaN where unknown.
    public var courseAccuracy: Double

    public init(
        place: Place, accuracy: Double = .nan, speed: Double = .nan, course: Double = .nan, courseAccuracy: Double = .nan
    ) {
        self.place = place
        self.accuracy = accuracy
        self.speed = speed
        self.course = course
        self.courseAccuracy = courseAccuracy
    }
}

/// How a stream's unit and convention were decided.
public struct StreamProvenance: Sendable, Codable, Hashable {
    /// The unit in the log, such as `g`.
    public var unit: String
    /// The sign or frame in the log, such as `ios: face up z = -1`.
    public var convention: String
    /// The evidence, such as `meta.json`.
    public var decidedBy: String
    /// The file or columns it came from.
    public var source: String
    /// Samples that were left out (not finite, unreadable), by reason.
    public var dropped: Int

    public init(unit: String, convention: String, decidedBy: String, source: String, dropped: Int = 0) {
        self.unit = unit
        self.convention = convention
        self.decidedBy = decidedBy
        self.source = source
        self.dropped = dropped
    }
}
