import Evaluation
import Recordings
import Rotations
import SensorModels

/// Every heading of a log: of filters, of the device, of its motion over ground.
struct HeadingSources {
    private let series: [HeadingSeries]

    /// - Parameters:
    ///   - tracks: turned to `north`.
    ///   - declination: radians, east positive; `nil` where it is unknown.
    init(
        _ recording: Recording, tracks: [OrientationTrack], axis: HeadingAxis, north: North, declination: Double?
    ) {
        var series = tracks.map { HeadingSeries(track: $0, axis: axis) }
        if !tracks.contains(where: { $0.name == DeviceAttitude.name }),
            let device = DeviceAttitude.track(of: recording, north: north, declination: declination)
        {
            series.append(HeadingSeries(track: device, axis: axis))
        }
        // The device says which north its compass has nowhere but in the log's description, if there; as it stands.
        series.append(HeadingSeries(name: "device-compass", samples: recording.heading))
        // A course has true north.
        series.append(
            HeadingSeries(courseOf: recording.location, turn: north == .true ? 0 : -(declination ?? 0)))
        self.series = series.filter { !$0.samples.isEmpty }
    }

    /// Every pair that has enough in common, in the order of the sources.
    var agreement: [HeadingAgreement] {
        series.indices.flatMap { first in
            series.indices.dropFirst(first + 1).compactMap { HeadingAgreement(series[first], series[$0]) }
        }
    }
}
