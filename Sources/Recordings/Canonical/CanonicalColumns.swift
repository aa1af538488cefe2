import SensorModels

/// The columns of the canonical log.
package enum CanonicalColumns {
    package static let time = "t"
    /// Three-axis sensors, in the order in which they are written.
    package static let vectors: [(sensor: SensorKind, names: [String])] = [
        (.accelerometer, ["ax", "ay", "az"]),
        (.gyroscope, ["gx", "gy", "gz"]),
        (.magnetometer, ["mx", "my", "mz"]),
        (.magnetometerCorrected, ["mcx", "mcy", "mcz"]),
        (.gravity, ["gravx", "gravy", "gravz"]),
        (.linearAcceleration, ["linx", "liny", "linz"]),
        (.gyroscopeCorrected, ["gcx", "gcy", "gcz"]),
    ]
    /// Latitude and longitude are required, the rest is optional.
    package static let location = ["lat", "lon", "alt", "accuracy", "speed", "course", "courseaccuracy"]
    package static let quaternions: [(sensor: SensorKind, names: [String])] = [
        (.attitude, ["dev_qw", "dev_qx", "dev_qy", "dev_qz"]),
        (.reference, ["ref_qw", "ref_qx", "ref_qy", "ref_qz"]),
    ]
    package static let heading = "dev_heading"
    /// The heading is required, its standard deviation optional; degrees.
    package static let referenceHeading = ["ref_heading", "ref_heading_sigma"]
    package static let moving = "moving"
    /// An AR session's pose: camera to world, w first, and metres; then its tracking state (`ARTracking`), which is
    /// optional.
    package static let arPose = ["arw", "arx", "ary", "arz", "artx", "arty", "artz"]
    package static let arState = "arstate"
    /// Latitude, longitude and the quaternion camera to east-up-south, w first; then the optional columns: altitude and
    /// accuracies in metres, accuracy of the yaw in degrees.
    package static let geospatialPose = ["geolat", "geolon", "geow", "geox", "geoy", "geoz"]
    package static let geospatialOptional = ["geoalt", "geoaccuracy", "geoverticalaccuracy", "geoyawaccuracy"]

    /// The columns of every stream in the order in which they are written; no sensor for `moving`.
    package static let streams: [(sensor: SensorKind?, names: [String])] =
        vectors.map { ($0, $1) } + [(.location, location)] + quaternions.map { ($0, $1) } + [
            (.heading, [heading]), (.referenceHeading, referenceHeading), (nil, [moving]),
            (.arPose, arPose + [arState]),
            (.geospatialPose, geospatialPose + geospatialOptional),
        ]

    /// Every name but `t`.
    package static let all: [String] = streams.flatMap(\.names)

    /// A table with `t` and one of these names is a canonical log.
    package static let sensors: [String] =
        vectors.flatMap(\.names) + quaternions.flatMap(\.names) + [
            heading, referenceHeading[0], "lat", "lon", "arw", "geow",
        ]

    /// Unit and convention of a sensor's columns.
    package static func convention(of sensor: SensorKind) -> (unit: String, convention: String) {
        switch sensor {
        case .accelerometer: return ("m/s^2", "specific force: face up z = +9.81")
        case .gravity: return ("m/s^2", "the accelerometer's sign: face up z = +9.81")
        case .linearAcceleration: return ("m/s^2", "accelerometer minus gravity")
        case .gyroscope: return ("rad/s", "right-handed, device axes")
        case .gyroscopeCorrected: return ("rad/s", "right-handed, device axes, corrected by the device")
        case .magnetometer: return ("uT", "device axes")
        case .magnetometerCorrected: return ("uT", "device axes, corrected by the device")
        case .attitude, .reference: return ("1", "device to east-north-up, w first")
        case .heading, .referenceHeading: return ("deg", "clockwise from north")
        case .location: return ("deg", "WGS-84")
        case .arPose: return ("m", "camera to the session's world, y up, w first")
        case .geospatialPose: return ("deg", "camera to east-up-south, w first; WGS-84")
        }
    }
}

extension SensorKind {
    /// The sensor's readings as the device corrected them; `nil` where there is no such stream beside the raw one.
    package var corrected: SensorKind? {
        switch self {
        case .gyroscope: .gyroscopeCorrected
        case .magnetometer: .magnetometerCorrected
        default: nil
        }
    }
}
