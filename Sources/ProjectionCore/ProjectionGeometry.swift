import Geodesy
import Rotations
import Vocabulary

/// One projection model: what it keeps of a place when the observer is known, and how it draws that with an orientation.
///
/// A sight is three numbers whose meaning is the model's own, so that all models share one contiguous array.
protocol ProjectionGeometry {
    /// What follows from the observer's position alone.
    associatedtype Origin
    /// What follows from the orientation alone.
    associatedtype View

    /// Computed once per position of the observer.
    func origin(at observer: GeodeticPosition) -> Origin
    /// The sight of a place and its distance, metres; a sight that is not finite has no direction.
    func sight(of place: PointOfInterest, from origin: Origin) -> (sight: Vector3, distance: Double)
    /// Computed once per frame; `nil` where the model has no answer for the orientation.
    func view(_ orientation: Quaternion) -> View?
    /// Pixels on the screen. No allocation.
    func position(of sight: Vector3, in view: View) -> ScreenPosition
    /// The size of the label, 1 near the observer.
    func labelScale(distance: Double, maximumDistance: Double?) -> Double
}

extension ProjectionGeometry {
    func labelScale(distance: Double, maximumDistance: Double?) -> Double { 1 }
}

/// The direction that places without one keep.
let noSight = Vector3(.nan, .nan, .nan)
