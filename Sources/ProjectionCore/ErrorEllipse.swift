import RealModule
import Rotations
import SensorModels

/// The uncertainty of a label's position: the covariance of its position on the screen, to first order.
public struct ErrorEllipse: Sendable, Hashable {
    /// Variance of x, covariance of x and y, variance of y (downwards), square pixels.
    public let xx, xy, yy: Double

    /// The semi-axes of one sigma, pixels, the larger first.
    public var semiAxes: (major: Double, minor: Double) {
        let mean = (xx + yy) / 2
        let spread = Double.hypot((xx - yy) / 2, xy)
        return ((mean + spread).squareRoot(), max(0, mean - spread).squareRoot())
    }

    /// The direction of the larger axis, radians from the screen's right towards its lower edge, (-pi/2, pi/2].
    public var angle: Double { Double.atan2(y: 2 * xy, x: xx - yy) / 2 }

    /// The factor on one sigma with which the ellipse holds a share p of all positions: sqrt(-2 ln(1 - p)),
    /// 2.448 for 95 %; p in [0, 1).
    public static func stretch(forProbability p: Double) -> Double { (-2 * Double.log(1 - p)).squareRoot() }
}

/// The uncertainty of orientation and position: standard deviations and a covariance, one sigma.
public struct PoseUncertainty: Sendable, Hashable {
    /// Radians, about the vertical.
    public var headingSigma: Double
    /// Radians, per level axis (east and north alike).
    public var tiltSigma: Double
    /// Square metres, east-north-up; symmetric.
    public var positionCovariance: Matrix3
}

extension PoseUncertainty {
    /// From a filter's estimate, and a fix with a horizontal and a vertical standard deviation per axis, metres.
    public init(_ estimate: OrientationEstimate, horizontalSigma: Double = 0, verticalSigma: Double = 0) {
        let (h, v) = (horizontalSigma * horizontalSigma, verticalSigma * verticalSigma)
        self.init(
            headingSigma: estimate.headingSigma, tiltSigma: estimate.inclinationSigma,
            positionCovariance: Matrix3(Vector3(h, 0, 0), Vector3(0, h, 0), Vector3(0, 0, v)))
    }
}

extension Projector {
    /// The ellipse of a place's position on the screen, by the model `geodesic`; `nil` with the other models, which
    /// have no uncertainty, where the place has no position, and where a sigma is not finite.
    ///
    /// First order. With v the line of sight (east, north, up, metres), R device to earth and a small turn t of the
    /// earth frame (about up: the heading; about east and north: the tilt), the direction in device axes is R^T (v + v
    /// x t), and a displacement p of the observer makes it R^T (v - p). The lens's Jacobian follows from u = x f(r^2):
    /// du/dx = f + 2 x^2 f', du/dy = 2 x y f'. Good as long as the ellipse is small against the focal length and the
    /// place far against the error of the position.
    public func errorEllipse(
        of index: Int, orientation: Quaternion, uncertainty: PoseUncertainty
    ) -> ErrorEllipse? {
        guard model == .geodesic, sights.indices.contains(index), sights[index].isFinite else { return nil }
        let v = sights[index]
        let rotation = orientation.matrix.transpose
        let d = rotation * v
        guard camera.pixel(ofDevice: d) != nil else { return nil }
        let (gradientX, gradientY) = camera.gradients(ofDevice: d)
        // To the earth frame: rows of J R^T.
        let back = rotation.transpose
        let rows = turned((back * gradientX, back * gradientY))
        // g . (v x t) = (g x v) . t
        let (turnX, turnY) = (rows.x.cross(v), rows.y.cross(v))
        let (h, l) = (
            uncertainty.headingSigma * uncertainty.headingSigma, uncertainty.tiltSigma * uncertainty.tiltSigma
        )
        func covariance(_ a: Vector3, _ b: Vector3, _ p: Vector3, _ q: Vector3) -> Double {
            l * (a.x * b.x + a.y * b.y) + h * a.z * b.z + p.dot(uncertainty.positionCovariance * q)
        }
        let ellipse = ErrorEllipse(
            xx: covariance(turnX, turnX, rows.x, rows.x), xy: covariance(turnX, turnY, rows.x, rows.y),
            yy: covariance(turnY, turnY, rows.y, rows.y))
        return ellipse.xx.isFinite && ellipse.xy.isFinite && ellipse.yy.isFinite ? ellipse : nil
    }

    /// The gradients of the upright picture's pixels as those of the turned screen's.
    private func turned(_ g: (x: Vector3, y: Vector3)) -> (x: Vector3, y: Vector3) {
        switch options.screen {
        case .portrait: return g
        case .rightEdgeUp: return (g.y, -g.x)
        case .upsideDown: return (-g.x, -g.y)
        case .leftEdgeUp: return (-g.y, g.x)
        }
    }
}

extension Camera {
    /// The gradients of the pixel coordinates by the direction in device axes, pixels per unit of the direction;
    /// only in front of the camera.
    func gradients(ofDevice d: Vector3) -> (x: Vector3, y: Vector3) {
        let depth = -d.z
        let (x, y) = (d.x / depth, d.y / depth)
        let s = x * x + y * y
        let (f, slope) = (distortion.factor(s), distortion.slope(s))
        let (xx, xy, yy) = (f + 2 * x * x * slope, 2 * x * y * slope, f + 2 * y * y * slope)
        // x = d.x / depth: dx/dd = (1, 0, x) / depth, since depth = -d.z; y likewise.
        func gradient(_ byX: Double, _ byY: Double, _ focal: Double) -> Vector3 {
            (focal / depth) * Vector3(byX, byY, byX * x + byY * y)
        }
        return (gradient(xx, xy, focalX), -gradient(xy, yy, focalY))
    }
}
