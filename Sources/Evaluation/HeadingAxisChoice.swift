import Rotations
import SensorModels

/// Which heading is shown: of the top edge or of the camera.
public enum HeadingAxisChoice: String, Sendable, CaseIterable {
    /// The top edge, +y.
    case top
    /// The back camera, -z.
    case camera
    /// Chosen once per log: the camera where the median elevation of its axis lies within 45 degrees of the horizon.
    case auto

    /// The axis for a log. It follows from the specific force (else from recorded gravity), not from a filter, so that all
    /// filters of a log show the same heading; `.top` where there is neither.
    public func resolved(for input: FilterInput) -> HeadingAxis {
        switch self {
        case .top: return .top
        case .camera: return .camera
        case .auto:
            let forces = input.accelerometer.isEmpty ? input.gravity : input.accelerometer
            // The camera looks along -z: its elevation is asin(-z of the unit vector up).
            let sines = forces.values.compactMap { $0.normalized.map { -$0.z } }
            guard let median = Percentile.median(sines) else { return .top }
            return median.magnitude <= 0.5.squareRoot() ? .camera : .top
        }
    }
}
