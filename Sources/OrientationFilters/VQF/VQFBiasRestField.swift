import RealModule
import Rotations

/// The gyroscope's bias in VQF: a Kalman filter of three states, device axes, rad/s (paper, section 3.3).
///
/// At rest the low-passed gyroscope is the measurement. In motion it is the rate at which the inclination has to be
/// corrected, which shows the bias's horizontal part in the earth frame; the vertical part is held near zero. The
/// rotation and the bias turned by it pass the same low-pass as the specific force, so that both sides lag alike. The
/// magnetometer is not used. Noise is independent per component, so each measurement is a scalar update.
package struct VQFBias: FilterState {
    /// rad/s.
    package private(set) var value = Vector3.zero
    /// (rad/s)^2.
    package private(set) var covariance: Matrix3
    /// The rows of the rotation matrix and (in x and y) the bias turned by it, low-passed.
    private var rowX = ButterworthLowPass()
    private var rowY = ButterworthLowPass()
    private var rowZ = ButterworthLowPass()
    private var turned = ButterworthLowPass()

    /// - Parameter variance: at the start, per component, (rad/s)^2.
    init(variance: Double) { covariance = Matrix3(diagonal: Vector3(variance, variance, variance)) }

    /// One accelerometer sample.
    /// - Parameters:
    ///   - r: device to earth as it is now.
    ///   - vertical: unit vector of the filtered specific force before this sample's correction of the inclination.
    ///   - restRate: the low-passed gyroscope, rad/s, where the device rests.
    mutating func update(
        rotation r: Matrix3, vertical: Vector3, restRate: Vector3?, _ step: VQFFilter.AccelerometerStep,
        _ c: VQFFilter.Coefficients
    ) {
        let x = rowX.filter(r.row0, step.inclination)
        let y = rowY.filter(r.row1, step.inclination)
        let z = rowZ.filter(r.row2, step.inclination)
        let before = turned.filter(Vector3(r.row0.dot(value), r.row1.dot(value), 0), step.inclination)
        grow(by: step.growth, upTo: c.biasVariance)

        var change = Vector3.zero
        if let restRate {
            let e = clipped(restRate - value, c.biasClip)
            correct(&change, along: Vector3(1, 0, 0), e.x, step.restNoise)
            correct(&change, along: Vector3(0, 1, 0), e.y, step.restNoise)
            correct(&change, along: Vector3(0, 0, 1), e.z, step.restNoise)
        } else {
            let e = Vector3(
                before.x - vertical.y / step.seconds - x.dot(value),
                before.y + vertical.x / step.seconds - y.dot(value), -z.dot(value))
            let inRange = clipped(e, c.biasClip)
            correct(&change, along: x, inRange.x, step.motionNoise)
            correct(&change, along: y, inRange.y, step.motionNoise)
            correct(&change, along: z, inRange.z, step.verticalNoise)
        }
        value = clipped(value + change, c.biasClip)
    }

    @inline(__always)
    private mutating func grow(by growth: Double, upTo limit: Double) {
        if covariance.row0.x < limit { covariance.row0.x += growth }
        if covariance.row1.y < limit { covariance.row1.y += growth }
        if covariance.row2.z < limit { covariance.row2.z += growth }
    }

    /// A scalar Kalman update with the innovation as it was before `change`; the covariance stays symmetric to the bit.
    @inline(__always)
    private mutating func correct(_ change: inout Vector3, along h: Vector3, _ innovation: Double, _ noise: Double) {
        let p = covariance * h
        let inverse = 1 / (h.dot(p) + noise)
        change += (inverse * (innovation - h.dot(change))) * p
        let xy = p.x * p.y * inverse
        let xz = p.x * p.z * inverse
        let yz = p.y * p.z * inverse
        covariance.row0 -= Vector3(p.x * p.x * inverse, xy, xz)
        covariance.row1 -= Vector3(xy, p.y * p.y * inverse, yz)
        covariance.row2 -= Vector3(xz, yz, p.z * p.z * inverse)
    }

    @inline(__always)
    private func clipped(_ v: Vector3, _ limit: Double) -> Vector3 {
        Vector3(max(-limit, min(limit, v.x)), max(-limit, min(limit, v.y)), max(-limit, min(limit, v.z)))
    }
}

/// Rest detection of VQF: gyroscope and accelerometer stay near their own low-passed values (paper, section 3.4).
///
/// A low-passed rate above the possible bias is a turn, however steady. The magnetometer is not used.
package struct VQFRest: FilterState {
    private var rates = ButterworthLowPass()
    private var forces = ButterworthLowPass()
    private var quietTime = 0.0
    /// The low-passed gyroscope, rad/s.
    private(set) var rate = Vector3.zero
    /// Whether the device has been quiet for long enough.
    package private(set) var isAtRest = false

    /// A gyroscope sample, rad/s.
    @inline(__always)
    mutating func observe(rate newRate: Vector3, _ step: VQFFilter.GyroscopeStep, _ c: VQFFilter.Coefficients) {
        rate = rates.filter(newRate, step.rest)
        let isTurning =
            rate.x.magnitude > c.biasClip || rate.y.magnitude > c.biasClip || rate.z.magnitude > c.biasClip
        if isTurning || (newRate - rate).lengthSquared >= c.restGyroscope {
            quietTime = 0
            isAtRest = false
        }
    }

    /// An accelerometer sample, m/s^2; `minimum` is the time of quiet that makes a rest, s.
    @inline(__always)
    mutating func observe(
        force: Vector3, _ step: VQFFilter.AccelerometerStep, _ c: VQFFilter.Coefficients, minimum: Double
    ) {
        let smooth = forces.filter(force, step.rest)
        if (force - smooth).lengthSquared >= c.restAccelerometer {
            quietTime = 0
            isAtRest = false
        } else {
            quietTime += step.seconds
            if quietTime >= minimum { isAtRest = true }
        }
    }
}

/// The magnetic disturbance detection of VQF: norm and dip against a slowly adapted reference (paper, section 3.5).
///
/// Another homogeneous field is a candidate; where it stays the same while the device turns, it becomes the reference.
package struct VQFField: FilterState {
    /// Microtesla and radians, down positive.
    struct Descriptor: FilterState {
        var norm = 0.0
        var dip = 0.0

        @inline(__always)
        func agrees(with other: Descriptor, _ normTolerance: Double, _ dipTolerance: Double) -> Bool {
            (norm - other.norm).magnitude < normTolerance * norm && (dip - other.dip).magnitude < dipTolerance
        }

        @inline(__always)
        mutating func approach(_ other: Descriptor, by part: Double) {
            norm += part * (other.norm - norm)
            dip += part * (other.dip - dip)
        }
    }

    private var current = ButterworthLowPass()
    private var reference = Descriptor()
    private var candidate = Descriptor(norm: -1, dip: 0)
    private var candidateTime = 0.0
    private var undisturbedTime = 0.0
    private var rejectedTime: Double
    /// Whether the field disagrees with the reference; `true` as long as there is none.
    package private(set) var isDisturbed = true

    init(rejectedTime: Double) { self.rejectedTime = rejectedTime }

    /// A field in the earth frame, microtesla, while the device turns at `rate`, rad/s.
    mutating func observe(
        _ field: Vector3, rate: Double, _ step: VQFFilter.MagnetometerStep, _ c: VQFFilter.Coefficients,
        _ p: VQFFilter.Parameters
    ) {
        let norm = field.length
        var now = Descriptor(norm: norm, dip: -Double.asin(max(-1, min(1, field.z / norm))))
        if p.magCurrentTau > 0 {
            let smooth = current.filter(Vector3(now.norm, now.dip, 0), step.field)
            now = Descriptor(norm: smooth.x, dip: smooth.y)
        }

        if reference.agrees(with: now, p.magNormTh, c.dipTolerance) {
            undisturbedTime += step.seconds
            if undisturbedTime >= p.magMinUndisturbedTime {
                isDisturbed = false
                reference.approach(now, by: step.reference)
            }
        } else {
            undisturbedTime = 0
            isDisturbed = true
        }

        guard candidate.agrees(with: now, p.magNormTh, c.dipTolerance) else {
            candidateTime = 0
            candidate = now
            return
        }
        if rate >= c.newFieldRate { candidateTime += step.seconds }
        candidate.approach(now, by: step.reference)
        let isFirst = reference.norm == 0
        if isDisturbed
            && (candidateTime >= p.magNewTime || (isFirst && candidateTime >= p.magNewFirstTime))
        {
            reference = candidate
            isDisturbed = false
            undisturbedTime = p.magMinUndisturbedTime
        }
    }

    /// `gain` in an undisturbed field; 0 in a disturbed one, and after too long a rejection a reduced one.
    @inline(__always)
    mutating func gain(_ gain: Double, _ seconds: Double, _ p: VQFFilter.Parameters) -> Double {
        guard isDisturbed else {
            rejectedTime = max(rejectedTime - p.magRejectionFactor * seconds, 0)
            return gain
        }
        guard rejectedTime <= p.magMaxRejectionTime else { return gain / p.magRejectionFactor }
        rejectedTime += seconds
        return 0
    }
}
