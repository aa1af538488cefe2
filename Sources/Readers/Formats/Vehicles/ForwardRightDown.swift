import Recordings
import Rotations
import SensorModels

/// Logs of aircraft: body axes x forward, y right, z down, attitudes against north, east, down.
///
/// The device's axes are x right, y forward (the top edge), z up: v_device = (y, x, -z) of the body, half a turn about the
/// line between x and y. The same turn takes north-east-down to east-north-up, so that the attitude (w, x, y, z) becomes
/// (w, y, x, -z), without rounding. A level body at rest has z = +9.81 then, and its top edge's heading is its nose's.
enum ForwardRightDown {
    /// What a stream's provenance says of it.
    static let note = "forward, right, down (turned here)"
    /// What an attitude's provenance says of it.
    static let attitudeNote = "body forward, right, down to north, east, down (turned here)"

    static func device(_ v: Vector3) -> Vector3 { Vector3(v.y, v.x, -v.z) }

    static func attitude(_ q: Quaternion) -> Quaternion { Quaternion(q.w, q.y, q.x, -q.z) }

    /// Turns all streams of a recording.
    static func turn(_ recording: inout Recording) {
        for path in SensorKind.allCases.compactMap(Recording.vectorPath(of:)) {
            recording[keyPath: path].values.change(device)
        }
        recording.attitude.values.change(attitude)
    }
}
