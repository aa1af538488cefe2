import Calibration
import Recordings

/// What headings are measured against.
public enum HeadingSource: Sendable {
    /// The log's reference track where it has one, else the course over ground.
    case automatic
    /// The log's reference track.
    case reference
    /// The course over ground of the log's fixes while walking.
    case course(CourseOverGround.Options)
    /// Landmarks in the centre of the picture; the observer's place, `nil` where the fixes say it.
    case sightings([Sighting], observer: Place?)
    /// Known bearings, and their north.
    case bearings([HeadingReference], North)

    /// Its name in the calibration file.
    var name: String {
        switch self {
        case .automatic: "automatic"
        case .reference: "reference"
        case .course: "course"
        case .sightings: "sightings"
        case .bearings: "bearings"
        }
    }
}
