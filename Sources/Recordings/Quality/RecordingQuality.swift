import SensorModels

/// How good the data of a recording are, stream by stream.
public struct RecordingQuality: Sendable, Codable, Hashable {
    /// One entry per sensor that the log names, in the order of `SensorKind`; one whose readings stand in another stream
    /// (`Recording.standIns`) has that stream's figures.
    public var streams: [StreamQuality]

    /// Looks through all streams: O(n log n).
    public init(_ recording: Recording) {
        streams = recording.namedSensors.map { sensor in
            let provenance = recording.provenance[sensor]
            switch sensor {
            case .attitude: return StreamQuality(sensor, recording.attitude, provenance, clipped: 0)
            case .reference: return StreamQuality(sensor, recording.reference, provenance, clipped: 0)
            case .heading: return StreamQuality(sensor, recording.heading, provenance, clipped: 0)
            case .location: return StreamQuality(sensor, recording.location, provenance, clipped: 0)
            default:
                let source = recording.times(of: sensor).isEmpty ? recording.standIns[sensor] ?? sensor : sensor
                let stream = recording.vectors(of: source)
                return StreamQuality(sensor, stream, provenance, clipped: Clipping.count(in: stream, of: source))
            }
        }
    }

    /// The entry of a sensor; `nil` where it has no samples.
    public subscript(sensor: SensorKind) -> StreamQuality? { streams.first { $0.sensor == sensor } }
}
