import Rotations

/// Distinguishes a slow steady turn from a rest by the field: in a turn, its direction in device axes changes.
///
/// Gyroscope and accelerometer cannot tell them apart where the turn is about the vertical. While the rate is steady,
/// the field (device axes) is compared with that at the beginning: with the bias as it was known there, the device has
/// turned by the angle a, and a fixed field m has changed by -a x m; with that rate as a bias, it has not changed. As
/// soon as this change would be large enough to be seen, its share in the observed one decides. Where it was a turn,
/// the change of the bias since the beginning is added to the bias's uncertainty. Readings are compared uncorrected:
/// the hard iron that a calibration leaves is a small part of the field, and cancels out of the observed change.
struct SteadyTurn: FilterState {
    /// The change that decides, part of the field's magnitude: a turn of 2 degrees across the field, ten times the
    /// noise of a field that is smoothed over half a second.
    private static let decisiveChange = 0.03

    /// The smoothed field, device axes.
    private var field = Vector3.zero
    /// The field at the beginning of the comparison.
    private var start = Vector3.zero
    /// The bias at the beginning, rad/s.
    private var startBias = Vector3.zero
    /// The turn since then if that is the bias, rad.
    private var turned = Vector3.zero
    private var isComparing = false
    private var hasField = false
    /// Whether the latest comparison has found a turn.
    private(set) var isFound = false

    @inline(never)
    mutating func observe(field new: Vector3, gain: Double) {
        field += (hasField ? gain : 1) * (new - field)
        hasField = true
    }

    /// The rate is no longer steady.
    @inline(__always)
    mutating func end() {
        isComparing = false
        isFound = false
    }

    /// Continues by `dt` seconds of a steady rate, bias included (rad/s), and decides where that is possible.
    /// - Returns: where a turn has just been found, the squared change of the bias since the
    ///   beginning, (rad/s)^2; else zero.
    @inline(never)
    mutating func compare(rate: Vector3, bias: Vector3, for dt: Double) -> Double {
        guard hasField else { return 0 }
        if !isComparing {
            (start, startBias, turned) = (field, bias, .zero)
            isComparing = true
        }
        turned += dt * (rate - startBias)
        let expected = start.cross(turned)
        guard expected.lengthSquared > Self.decisiveChange * Self.decisiveChange * start.lengthSquared else { return 0 }
        let wasFound = isFound
        isFound = (field - start).dot(expected) > 0.5 * expected.lengthSquared
        isComparing = false
        return isFound && !wasFound ? (bias - startBias).lengthSquared : 0
    }
}
