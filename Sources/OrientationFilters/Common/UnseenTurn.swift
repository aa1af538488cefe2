import Rotations

/// What a device turns between two readings of its gyroscope beside what the mean of both tells.
///
/// Turn = step times the mean of the rates at its ends is the trapezoid rule; its error is a twelfth of the rate's second derivative times
/// the cubed step (P. J. Davis, P. Rabinowitz, Methods of Numerical Integration, 1984, 2.1). Nothing shows that derivative; in a motion of angular
/// frequency W it is about W times the first one, which is the change of the rate over the step. So an even stream, whose steps are
/// short, pays nothing, and lost samples cost what may have happened in their time.
package enum UnseenTurn {
    /// W / 12 for the footsteps and jerks of a hand, 6 times a second, 1/s: with it the heading's interval holds where a third of the gyroscope is
    /// lost in pieces of 0.1 s (docs/studies/sensorlab.md).
    private static let share = 3.2

    /// Variance per axis, rad^2.
    /// - Parameters:
    ///   - change: of the rate from one end to the other, rad/s.
    ///   - step: s.
    @inline(__always)
    package static func variance(change: Vector3, step: Double) -> Double {
        let factor = share * step * step
        return factor * factor * change.lengthSquared
    }
}
