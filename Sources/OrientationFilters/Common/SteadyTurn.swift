import Rotations

/// Tells a slow steady turn from a rest: the field turns with the device, or it does not.
///
/// Both look alike to gyroscope and accelerometer where the turn is about the vertical. While the rate is steady, the field (device
/// axes) is compared with that of the beginning: with the bias as it was known there, the device has turned by the angle a, and
/// a fixed field m has changed by -a x m; with that rate as a bias, it has not changed. As soon as this change would be large
/// enough to be told from the field's noise, its share in the real one decides; until then a steady rate y tells of the bias no more than to within y,
/// and what it has told is in doubt by its own size as soon as it was a turn. A hard iron does not change with the turn, so it
/// cancels out of the real change.
struct SteadyTurn: FilterState {
    /// The change that decides: part of the field's magnitude (a turn of a degree across the field), for people and iron
    /// that move, and in standard deviations of the difference of two smoothed fields.
    private static let decisiveChange = (share: 0.02, sigmas: 4.0)
    /// A slower rate is taken for the bias as long as nothing speaks against it, rad/s (0.6 deg/s): what it turns until the field
    /// tells is then within a few degrees, and a rest may be too short for the field to tell anything.
    private static let slowestTurn = 0.01

    /// The smoothed field, device axes; `w` is 1 as soon as there is one.
    private var field = SIMD4<Float>.zero
    /// The field at the beginning of the comparison; `w`: how long ago that was, s.
    private var start = SIMD4<Float>.zero
    /// The bias at the beginning, rad/s; `w`: the variance of a reading about the smoothed field times the smoothing's gain.
    private var startBias = SIMD4<Float>.zero
    /// By how much the device has turned since then if that is the bias, rad; `w`: the latest decision.
    private var turned = SIMD4<Float>.zero

    private enum Decision {
        static let turn: Float = -1
        static let open: Float = 0
        static let rest: Float = 1
    }

    /// Whether the latest comparison has found a turn.
    var isFound: Bool { turned.w == Decision.turn }

    @inline(__always)
    mutating func observe(field new: Vector3, after dt: Double, smoothing: Double) {
        // What a single precision holds; no field is as large.
        guard new.lengthSquared < 1e30 else { return }
        var new = SIMD4(new)
        new.w = 1
        guard field.w > 0 else { return field = new }
        let gain = Float(dt / (smoothing + dt))
        let change = new - field
        field += gain * change
        startBias.w += gain * (gain * (change * change).sum() - startBias.w)
    }

    /// The rate is no longer steady.
    @inline(__always)
    mutating func end() {
        start.w = 0
        turned.w = Decision.open
    }

    /// Goes on by `dt` seconds of a steady rate, bias included (rad/s), and decides where that is possible.
    /// - Returns: where it has just turned out to be a turn, by how much the bias has moved since its beginning, rad/s; else zero.
    @inline(__always)
    mutating func compare(rate: Vector3, bias: Vector3, hardIron: Vector3, for dt: Double) -> Vector3 {
        guard field.w > 0 else { return .zero }
        if start.w == 0 { begin(bias: bias) }
        turned += Float(dt) * SIMD4(rate - Vector3(startBias))
        start.w += Float(dt)
        let m = Vector3(start) - hardIron
        let expected = m.cross(Vector3(turned))
        let (least, sigmas) = Self.decisiveChange
        // Two smoothed readings differ by the variance of a reading times the gain.
        let noise = sigmas * sigmas * Double(startBias.w)
        guard expected.lengthSquared > max(least * least * m.lengthSquared, noise) else { return .zero }
        let share = (Vector3(field) - Vector3(start)).dot(expected) / expected.lengthSquared
        let before = Vector3(startBias)
        guard share > 0.5 else {
            turned.w = Decision.rest
            begin(bias: bias)
            return .zero
        }
        let moved = isFound ? .zero : bias - before
        turned.w = Decision.turn
        // The bias from before, since the one of now may be the turn's.
        begin(bias: before)
        return moved
    }

    /// Per axis, `quietTime` seconds after the rate became steady: as long as nothing is decided, all that the rate has told so far
    /// adds up to its own square, whatever the rate of the samples. Zero without a magnetometer.
    @inline(__always)
    func variance(after quietTime: Double, for dt: Double) -> Vector3 {
        guard turned.w == Decision.open, start.w > 0 else { return .zero }
        let rate = Vector3(turned) * (1 / Double(start.w))
        guard rate.lengthSquared > Self.slowestTurn * Self.slowestTurn else { return .zero }
        return Vector3(rate.x * rate.x, rate.y * rate.y, rate.z * rate.z) * (quietTime / dt)
    }

    private mutating func begin(bias: Vector3) {
        start = field
        start.w = 0
        startBias = SIMD4(Float(bias.x), Float(bias.y), Float(bias.z), startBias.w)
        turned = SIMD4(0, 0, 0, turned.w)
    }
}

extension Vector3 {
    /// The first three numbers.
    fileprivate init(_ v: SIMD4<Float>) { self.init(Double(v.x), Double(v.y), Double(v.z)) }
}

extension SIMD4<Float> {
    /// Three numbers and 0.
    fileprivate init(_ v: Vector3) { self.init(Float(v.x), Float(v.y), Float(v.z), 0) }
}
