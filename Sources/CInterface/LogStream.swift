import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A stream of a log as a table of numbers, whose columns sensorlab.h describes.
enum LogStream {
    case sensor(SensorKind)
    /// Whether the device moved, which is no sensor.
    case moving

    /// - Throws: usage for an unknown name, with the nearest one.
    init(named name: String) throws(SensorLabError) {
        if let sensor = SensorKind(rawValue: name) {
            self = .sensor(sensor)
        } else if name == "moving" {
            self = .moving
        } else {
            let names = SensorKind.allCases.map(\.rawValue) + ["moving"]
            let nearest = NearestName.of(name, in: names).map { "did you mean \($0)?" }
            throw SensorLabError(
                .usage, code: .unknownStream, place: "stream", message: "there is no stream \(name)",
                advice: nearest ?? "there are \(names.joined(separator: ", "))")
        }
    }

    /// Numbers per sample.
    var width: Int {
        switch self {
        case .moving, .sensor(.heading): return 1
        case .sensor(.attitude), .sensor(.reference): return 4
        case .sensor(.location): return 7
        case .sensor(.arPose): return 8
        case .sensor(.geospatialPose): return 10
        case .sensor: return 3
        }
    }

    /// Nanoseconds.
    func times(in recording: Recording) -> [Int64] {
        switch self {
        case .sensor(let sensor): return recording.times(of: sensor)
        case .moving: return recording.moving.times
        }
    }

    /// Writes the samples, one after another; there must be room for `width` numbers each.
    func copyValues(of recording: Recording, to target: UnsafeMutablePointer<Double>) {
        switch self {
        case .moving: copy(recording.moving.values, to: target) { [$0 ? 1 : 0] }
        case .sensor(.heading): copy(recording.heading.values, to: target) { [$0] }
        case .sensor(.attitude): copy(recording.attitude.values, to: target) { [$0.w, $0.x, $0.y, $0.z] }
        case .sensor(.reference): copy(recording.reference.values, to: target) { [$0.w, $0.x, $0.y, $0.z] }
        case .sensor(.location):
            copy(recording.location.values, to: target) { fix in
                [
                    fix.place.latitude, fix.place.longitude, fix.hasHeight ? fix.place.height : .nan, fix.accuracy,
                    fix.speed, fix.course, fix.courseAccuracy,
                ]
            }
        case .sensor(.arPose):
            copy(recording.arPoses.values, to: target) { pose in
                let (q, p) = (pose.orientation, pose.position)
                return [q.w, q.x, q.y, q.z, p.x, p.y, p.z, Double(pose.tracking.rawValue)]
            }
        case .sensor(.geospatialPose):
            copy(recording.geospatialPoses.values, to: target) { pose in
                let q = pose.orientation
                return [
                    pose.place.latitude, pose.place.longitude, q.w, q.x, q.y, q.z,
                    pose.hasHeight ? pose.place.height : .nan, pose.horizontalAccuracy, pose.verticalAccuracy,
                    pose.yawAccuracy,
                ]
            }
        case .sensor(let sensor):
            for (row, value) in recording.vectors(of: sensor).values.enumerated() { target.put(value, row) }
        }
    }

    private func copy<Value>(_ values: [Value], to target: UnsafeMutablePointer<Double>, _ row: (Value) -> [Double]) {
        for (index, value) in values.enumerated() { (target + width * index).update(from: row(value), count: width) }
    }
}
