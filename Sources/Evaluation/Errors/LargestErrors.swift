import RealModule
import Rotations
import SensorModels

/// The largest errors of a track over all scored samples, and its headings there.
///
/// The tangent of half an error is a quotient of the quaternion's parts, which needs no arc tangent to be compared with the
/// largest so far; only a new largest one is computed, and as `OrientationError` does it.
struct LargestErrors {
    /// Radians, >= 0.
    private(set) var total = Largest()
    private(set) var heading = Largest()
    private(set) var headingAfterOffset = Largest()
    private(set) var inclination = Largest()
    /// Of rho (classic).
    private(set) var rho = Largest()
    /// Of the track at all samples, radians; NaN where the axis is too near the vertical.
    private(set) var headings: [Double] = []

    /// `nil` where the track does not cover all samples.
    /// - Parameters:
    ///   - track: the estimate, its north that of the reference.
    ///   - reference: device to earth.
    ///   - indices: of its samples that count, ascending.
    ///   - offset: the mean heading error, radians.
    ///   - axis: whose heading.
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
            // Of the whole angle instead of half of it; one of more than a right angle is computed.
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
        /// The square of the tangent by which angles are compared, a little less than that of the largest one.
        private var square = -1.0

        /// An angle, the square of whose tangent, or of its half's, is a quotient.
        @inline(__always)
        mutating func add(_ numerator: Double, _ denominator: Double, _ angle: () -> Double) {
            // Also where a part is not finite.
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
