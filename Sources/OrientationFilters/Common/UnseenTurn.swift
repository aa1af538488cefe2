import Rotations

/// The error of integrating the rate between two gyroscope readings as the mean of both.
///
/// Turn = step times the mean of the rates at its ends is the trapezoid rule; its error is a twelfth of the rate's
/// second derivative times the cubed step (P. J. Davis, P. Rabinowitz, Methods of Numerical Integration, 1984, 2.1).
/// That derivative is not observed; in a motion of angular frequency W it is about W times the first one, which is the
/// change of the rate over the step. So the short steps of an even stream add almost nothing, and lost samples add the
/// uncertainty of their time.
package enum UnseenTurn {
    /// W / 12, 1/s, for the footsteps and jerks of a hand at 6 Hz: the heading's interval then keeps its coverage where
    /// a third of the gyroscope is lost in pieces of 0.1 s (docs/studies/estimators-tried.md).
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
