import RealModule
import Rotations

/// A first-order low-pass of the drawn orientation, in time and not in samples: what remains of the difference after dt is
/// exp(-dt / time constant), along the shorter arc. It trades the trembling of labels for their lag.
public struct OrientationSmoother: Sendable, Hashable {
    /// Seconds; 0 passes everything through.
    public let timeConstant: Double
    /// The smoothed orientation; `nil` before the first.
    public private(set) var orientation: Quaternion?
    private var time: Int64 = 0

    /// A smoother that has seen nothing.
    public init(timeConstant: Double) { self.timeConstant = timeConstant }

    /// Takes an orientation and gives the smoothed one; a step back in time restarts it.
    public mutating func update(_ next: Quaternion, at stamp: Int64) -> Quaternion {
        guard timeConstant > 0, let old = orientation, stamp >= time else {
            (orientation, time) = (next, stamp)
            return next
        }
        let kept = Double.exp(-Double(stamp - time) * 1e-9 / timeConstant)
        let smoothed = old.slerp(to: next, fraction: 1 - kept).renormalized
        (orientation, time) = (smoothed, stamp)
        return smoothed
    }
}
