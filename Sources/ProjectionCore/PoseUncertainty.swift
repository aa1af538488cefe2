import Rotations
import SensorModels

/// How sure orientation and position are: standard deviations and a covariance, one sigma.
public struct PoseUncertainty: Sendable, Hashable {
    /// Radians, about the vertical.
    public var headingSigma: Double
    /// Radians, per level axis (east and north alike).
    public var tiltSigma: Double
    /// Square metres, east-north-up; symmetric.
    public var positionCovariance: Matrix3

    /// From its parts.
    public init(headingSigma: Double, tiltSigma: Double, positionCovariance: Matrix3) {
        self.headingSigma = headingSigma
        self.tiltSigma = tiltSigma
        self.positionCovariance = positionCovariance
    }

    /// From what a filter says, and a fix with a horizontal and a vertical standard deviation per axis, metres.
    public init(_ estimate: OrientationEstimate, horizontalSigma: Double = 0, verticalSigma: Double = 0) {
        let (h, v) = (horizontalSigma * horizontalSigma, verticalSigma * verticalSigma)
        self.init(
            headingSigma: estimate.headingSigma, tiltSigma: estimate.inclinationSigma,
            positionCovariance: Matrix3(Vector3(h, 0, 0), Vector3(0, h, 0), Vector3(0, 0, v)))
    }
}
