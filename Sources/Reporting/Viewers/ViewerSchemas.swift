/// The schemas of what viewers get, as JSON schemas: those of Foxglove by their names and members
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

    /// The schema's text.
    var json: String {
        switch self {
        case .pose:
            return Self.message(
                self,
                [
                    ("frame_id", Self.text),
                    ("pose", Self.object([("position", Self.vector), ("orientation", Self.quaternion)])),
                ])
        case .transform:
            return Self.message(
                self,
                [
                    ("parent_frame_id", Self.text), ("child_frame_id", Self.text), ("translation", Self.vector),
                    ("rotation", Self.quaternion),
                ])
        case .location:
            return Self.message(
                self,
                [
                    ("frame_id", Self.text), ("latitude", Self.number), ("longitude", Self.number),
                    ("altitude", Self.number),
                    (
                        "position_covariance",
                        "{\"type\":\"array\",\"items\":\(Self.number),\"minItems\":9,\"maxItems\":9}"
                    ),
                    ("position_covariance_type", Self.integer),
                ])
        case .log:
            return Self.message(
                self,
                [
                    ("level", Self.integer), ("message", Self.text), ("name", Self.text), ("file", Self.text),
                    ("line", Self.integer),
                ])
        case .reading: return Self.message(self, [("x", Self.number), ("y", Self.number), ("z", Self.number)])
        case .heading:
            return Self.message(
                self,
                ["heading", "rho", "roll", "heading_sigma", "inclination_sigma", "rest", "disturbed"].map {
                    ($0, Self.number)
                })
        }
    }

    private static let number = "{\"type\":\"number\"}"
    private static let integer = "{\"type\":\"integer\"}"
    private static let text = "{\"type\":\"string\"}"
    private static let vector = object([("x", number), ("y", number), ("z", number)])
    private static let quaternion = object([("x", number), ("y", number), ("z", number), ("w", number)])
    private static let time = object([("sec", integer), ("nsec", integer)])

    private static func object(_ members: [(String, String)], title: String? = nil) -> String {
        let title = title.map { "\"title\":\"\($0)\"," } ?? ""
        return "{\(title)\"type\":\"object\",\"properties\":{"
            + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}}"
    }

    private static func message(_ schema: ViewerSchema, _ members: [(String, String)]) -> String {
        object([("timestamp", time)] + members, title: schema.rawValue)
    }
}
