import Recordings
import SensorModels

/// The attitude that the device computed itself, as a track.
enum DeviceAttitude {
    /// What messages and `--filters` call it.
    static let name = "device"

    /// The track turned to `north`; `nil` where the log has none.
    /// - Parameter declination: radians, east positive; `nil` where it is unknown.
    static func track(of recording: Recording, north: North, declination: Double?) -> OrientationTrack? {
        guard !recording.attitude.isEmpty else { return nil }
        let track = OrientationTrack(
            name: name, times: recording.attitude.times,
            estimates: recording.attitude.values.map { OrientationEstimate(orientation: $0) })
        let own = recording.metadata.attitudeNorth ?? .magnetic
        let turn = own == north ? 0 : (declination ?? 0) * (own == .true ? 1 : -1)
        return track.turned(by: turn)
    }
}
