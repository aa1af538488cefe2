import RealModule
import Rotations
import SensorModels

/// The largest errors of a track over all scored samples, and the track's headings there.
///
/// Errors are compared by the squared tangent of half the angle, a quotient of quaternion components that needs no arc
/// tangent. The angle itself is computed, as in `OrientationError`, only for a new maximum.
struct LargestErrors {
    /// Radians, >= 0.
    private(set) var total = Largest()
    private(set) var heading = Largest()
    private(set) var headingAfterOffset = Largest()
    private(set) var inclination = Largest()
    /// Of rho (classic).
    private(set) var rho = Largest()
    /// Headings of the track at all samples, radians; NaN where the axis is too near the vertical.
    private(set) var headings: [Double] = []

    /// `nil` if the track does not cover all samples.
    /// - Parameters:
    ///   - track: the estimate, with the same north as the reference.
    ///   - reference: device to earth.
    ///   - indices: its scored samples, ascending.
    ///   - offset: the mean heading error, radians.
    ///   - axis: the axis whose heading is used.
    init?(track: OrientationTrack, reference: QuaternionStream, indices: [Int], offset: Double, axis: HeadingAxis) {
        let (sine, cosine) = (Double.sin(offset / 2), Double.cos(offset / 2))
        headings.reserveCapacity(indices.count)
        var row = 0
        for index in indices {
            let time = reference.times[index]
            guard let estimate = Comparison.estimate(of: track, at: time, row: &row) else { return nil }
            headings.append(estimate.heading(of: axis) ?? .nan)
            let truth = reference.values[index]
            let error = estimate * truth.conjugate
            let (w, z) = (error.w * error.w, error.z * error.z)
            let tilt = error.x * error.x + error.y * error.y
            total.add(tilt + z, w) { OrientationError(estimate: estimate, reference: truth).total }
            heading.add(z, w) { OrientationError.heading(of: estimate, reference: truth) }
            let (zAfter, wAfter) = (error.z * cosine - error.w * sine, error.w * cosine + error.z * sine)
            headingAfterOffset.add(zAfter * zAfter, wAfter * wAfter) {
                Angle.wrap(OrientationError.heading(of: estimate, reference: truth) - offset)
            }
            inclination.add(tilt, w + z) { OrientationError(estimate: estimate, reference: truth).inclination }
            // rho is the angle of (g.z, |g.y|).
            let (own, other) = (estimate.down, truth.down)
            let cross = own.y.magnitude * other.z - own.z * other.y.magnitude
            let dot = own.z * other.z + (own.y * other.y).magnitude
            // The tangent of the whole angle, not of half of it; for more than 90 degrees the angle is always computed.
            rho.add(cross * cross, dot > 0 ? dot * dot : 0) {
                guard let own = Rho.classic(down: own), let other = Rho.classic(down: other) else { return 0 }
                return Angle.wrap(own - other)
            }
        }
    }

    /// The largest magnitude of an angle.
    struct Largest {
        /// Radians.
        private(set) var magnitude = 0.0
        /// Squared tangent of the largest angle so far, less a margin for rounding.
        private var square = -1.0

        /// Adds an angle whose squared tangent (or that of its half) is `numerator / denominator`.
        @inline(__always)
        mutating func add(_ numerator: Double, _ denominator: Double, _ angle: () -> Double) {
            // Written so that a component that is not finite is not skipped.
            if numerator <= square * denominator { return }
            take(numerator, denominator, angle().magnitude)
        }

        @inline(never)
        private mutating func take(_ numerator: Double, _ denominator: Double, _ angle: Double) {
            guard angle > magnitude else { return }
            magnitude = angle
            // Rounding errors of the squares are far below 1e-12.
            let quotient = numerator / denominator * (1 - 1e-12)
            square = quotient.isFinite ? quotient : .greatestFiniteMagnitude
        }
    }
}
