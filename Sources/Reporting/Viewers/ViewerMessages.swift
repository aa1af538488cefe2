import Figures
import Rotations
import SensorModels
import Vocabulary

/// Messages as JSON; what is not finite is left out.
enum ViewerMessages {
    /// The frame of the tracks: east, north, up.
    static let earth = "earth"

    /// The world of an AR session: y up, with an arbitrary yaw.
    static let arWorld = "ar_world"

    static func pose(_ q: Quaternion, position: Vector3 = .zero, in frame: String = earth, time: UInt64) -> [UInt8] {
        message(
            time,
            "\"frame_id\":\"\(frame)\",\"pose\":{\"position\":\(vector(position)),\"orientation\":\(quaternion(q))}")
    }

    static func transform(_ q: Quaternion, to frame: String, time: UInt64) -> [UInt8] {
        message(
            time,
            "\"parent_frame_id\":\"\(earth)\",\"child_frame_id\":\(text(frame)),\"translation\":\(vector(.zero)),\"rotation\":\(quaternion(q))"
        )
    }

    static func reading(_ value: Vector3, time: UInt64) -> [UInt8] {
        message(time, members([("x", value.x), ("y", value.y), ("z", value.z)]))
    }

    /// Angles in degrees.
    static func heading(_ estimate: OrientationEstimate, axis: HeadingAxis, time: UInt64) -> [UInt8] {
        let q = estimate.orientation
        return message(
            time,
            members([
                ("heading", q.heading(of: axis).map(Angle.degrees)),
                ("rho", Rho.classic(down: q.down).map(Angle.degrees)), ("roll", q.roll.map(Angle.degrees)),
                ("heading_sigma", Angle.degrees(estimate.headingSigma)),
                ("inclination_sigma", Angle.degrees(estimate.inclinationSigma)), ("rest", flag(estimate.rest)),
                ("disturbed", flag(estimate.disturbed)),
            ]))
    }

    /// The covariance from the horizontal accuracy, which is taken as the radius of one standard deviation per axis
    /// times the square root of two.
    static func location(_ fix: LocationFix, time: UInt64) -> [UInt8] {
        var text = "\"frame_id\":\"device\","
        text += members([
            ("latitude", fix.place.latitude), ("longitude", fix.place.longitude),
            ("altitude", fix.hasHeight ? fix.place.height : nil),
        ])
        if fix.accuracy.isFinite, fix.accuracy >= 0 {
            let variance = fix.accuracy * fix.accuracy / 2
            text += ",\"position_covariance\":[\(variance),0,0,0,\(variance),0,0,0,0],\"position_covariance_type\":1"
        } else {
            text += ",\"position_covariance_type\":0"
        }
        return message(time, text)
    }

    /// - Parameter isWarning: the level is warning, otherwise information.
    static func log(_ line: String, name: String, isWarning: Bool, time: UInt64) -> [UInt8] {
        message(
            time,
            "\"level\":\(isWarning ? 3 : 2),\"message\":\(text(line)),\"name\":\(text(name)),\"file\":\"\",\"line\":0")
    }

    private static func message(_ time: UInt64, _ members: String) -> [UInt8] {
        let stamp = "\"timestamp\":{\"sec\":\(time / 1_000_000_000),\"nsec\":\(time % 1_000_000_000)}"
        return Array(("{" + stamp + (members.isEmpty ? "" : ",") + members + "}").utf8)
    }

    private static func members(_ values: [(String, Double?)]) -> String {
        values.compactMap { name, value in
            value.flatMap { $0.isFinite ? "\"\(name)\":\($0)" : nil }
        }.joined(separator: ",")
    }

    private static func flag(_ flag: Flag) -> Double? {
        switch flag {
        case .unknown: nil
        case .no: 0
        case .yes: 1
        }
    }

    private static func vector(_ v: Vector3) -> String { "{\"x\":\(v.x),\"y\":\(v.y),\"z\":\(v.z)}" }

    private static func quaternion(_ q: Quaternion) -> String {
        "{\"x\":\(q.x),\"y\":\(q.y),\"z\":\(q.z),\"w\":\(q.w)}"
    }

    /// A JSON string.
    private static func text(_ text: String) -> String {
        var result = "\""
        for scalar in PlainText.line(text).unicodeScalars {
            if scalar == "\"" || scalar == "\\" { result += "\\" }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }
}

/// The schemas of the messages, as JSON schemas: those of Foxglove by their names and members
/// (github.com/foxglove/schemas), and two of this program's own.
enum ViewerSchema: String, CaseIterable {
    case pose = "foxglove.PoseInFrame"
    case transform = "foxglove.FrameTransform"
    case location = "foxglove.LocationFix"
    case log = "foxglove.Log"
    /// A sensor's reading.
    case reading = "sensorlab.Reading"
    /// Heading, rho and roll of a track with its sigmas.
    case heading = "sensorlab.Heading"

    /// The schema's text, with the members of the message.
    var json: String { Self.texts[rawValue] ?? "{}" }

    private static let texts = Dictionary(
        uniqueKeysWithValues: TabbedTable.viewerSchemas.split(separator: "\n").map { line in
            let cells = line.split(separator: "\t", maxSplits: 1).map(String.init)
            return (cells[0], cells[1])
        })
}
