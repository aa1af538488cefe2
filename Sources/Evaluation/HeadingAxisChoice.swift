import RealModule
import Rotations
import SensorModels

/// Which heading is shown: of the top edge or of the camera.
public enum HeadingAxisChoice: String, Sendable, CaseIterable {
    case top
    case camera
    /// Chosen once per log: the camera where the median elevation of its axis lies within 45 degrees of the horizon.
    case auto

    /// The axis for a log, from any track over it; `.top` for an empty track.
    public func resolved(for track: OrientationTrack?) -> HeadingAxis {
        switch self {
        case .top: return .top
        case .camera: return .camera
        case .auto:
            let elevations = (track?.estimates ?? []).map(\.orientation.cameraElevation)
            guard let median = Percentile.median(elevations) else { return .top }
            return median.magnitude <= Double.pi / 4 ? .camera : .top
        }
    }
}
