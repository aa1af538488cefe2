import Rotations

/// The gyroscope's bias in VQF: a Kalman filter of three states, device axes, rad/s (paper, section 3.3).
///
/// At rest the low-passed gyroscope is the measurement. In motion it is the rate at which the inclination has to be
/// corrected, which shows the bias's horizontal part in the earth frame; the vertical part is held near zero. The rotation
/// and the bias turned by it pass the same low-pass as the specific force, so that both sides lag alike. The magnetometer
/// has no say. Noise is independent per component, so each measurement is a scalar update.
struct VQFBias: Sendable, Codable, Equatable {
    /// rad/s.
    private(set) var value = Vector3.zero
    /// (rad/s)^2.
    private var covariance: Matrix3
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
