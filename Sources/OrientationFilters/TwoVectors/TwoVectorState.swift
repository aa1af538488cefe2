import Rotations
import SensorModels

/// The state of the filters that use the latest force and field alone.
public struct TwoVectorState: FilterState {
    /// Specific force as filtered so far, m/s^2, device axes; `nil` before the first sample.
    public internal(set) var force: Vector3?
    /// Magnetic field as filtered so far, microtesla, device axes; `nil` before the first sample.
    public internal(set) var field: Vector3?
    /// Without a magnetometer: the orientation whose heading is relative.
    public internal(set) var relative: Quaternion?
    /// The scatter of the samples about the filtered vectors.
    var scatter = VectorScatter()
    private var start: Int64 = 0

    init() {}

    @inline(__always)
    mutating func setForce(_ value: Vector3, at time: Int64) {
        if force == nil { start = time }
        force = value
        if field == nil { updateRelative(value, at: time) }
    }

    @inline(__always)
    mutating func setField(_ value: Vector3) { field = value }

    /// The orientation of the two vectors; `nil` until it is defined and where the vectors are parallel.
    @inlinable @inline(__always) var orientation: Quaternion? {
        guard let force else { return nil }
        guard let field else { return relative }
        return TiltCompass.orientation(force: force, field: field)
    }

    /// The orientation with sigmas; the heading's is NaN where there is no field. Flags are unknown.
    /// - Parameters:
    ///   - levelSigma: error of the vertical that the scatter does not show, rad.
    ///   - fieldSigma: error of the magnetic north that the scatter does not show, rad.
    func estimate(levelSigma: Double, fieldSigma: Double) -> OrientationEstimate? {
        guard let orientation, let force else { return nil }
        let tilt = scatter.tiltVariance + levelSigma * levelSigma
        var result = OrientationEstimate(orientation: orientation, inclinationSigma: AngleVariance.sigma(tilt))
        if let field {
            let inverseSquare = VectorScatter.inverseSquare(force: force, field: field)
            let heading =
                scatter.headingVariance(inverseSquare: inverseSquare) + (inverseSquare - 1) * tilt
                + fieldSigma * fieldSigma
            result.headingSigma = AngleVariance.sigma(heading)
        }
        return result
    }

    private mutating func updateRelative(_ value: Vector3, at time: Int64) {
        if let relative {
            self.relative = TiltCompass.levelled(relative, force: value)
        } else if time - start >= StartUp.timeout {
            relative = TiltCompass.relativeOrientation(force: value)
        }
    }
}
