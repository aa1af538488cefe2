import LinearAlgebra
import RealModule
import Rotations
import Vocabulary

/// The sigma of the heading in one pose due to the uncertainty of a magnetometer calibration, averaged over all
/// headings.
public struct PoseHeadingSigma: Sendable, Codable, Hashable {
    /// From the covariance of the calibration alone, radians; infinite where not determined. It is the same for every
    /// reading, so a filter does not remove it.
    public var calibration: Double
    /// From the calibration and the residual of one reading, radians.
    public var singleReading: Double

    /// Degrees of `calibration`.
    public var calibrationDegrees: Double { Angle.degrees(calibration) }

    /// Attitude facing north, device to earth.
    enum Pose {
        /// Lying face up, top edge north.
        case level
        /// Portrait upright, camera north.
        case upright

        var attitude: Quaternion {
            switch self {
            case .level: return .identity
            case .upright: return Quaternion(angle: Double.pi / 2, axis: Vector3(1, 0, 0))
            }
        }
    }

    /// Propagates the covariance of (h, L) to the heading: delta heading = east . delta b / H, delta b = dS (m - h) - S
    /// delta h.
    static func predict(
        _ pose: Pose, model: FieldModel, covariance: Matrix?, dip: Double, residualSigma: Double
    ) throws(SensorLabError) -> PoseHeadingSigma {
        let horizontal = model.strength * Double.cos(dip)
        guard let covariance, horizontal > 0 else { return .init(calibration: .infinity, singleReading: .infinity) }
        let (s, derivatives) = try model.softIron.exponentialAndDerivatives()
        guard let inverse = s.inverse else { return .init(calibration: .infinity, singleReading: .infinity) }
        let fieldInEarth = Vector3(0, horizontal, -model.strength * Double.sin(dip))
        let headings = 24
        var variance = 0.0
        for k in 0..<headings {
            let turn = Quaternion.aboutVertical(2 * Double.pi * Double(k) / Double(headings)) * pose.attitude
            let east = turn.unrotate(Vector3(1, 0, 0))
            let u = inverse * turn.unrotate(fieldInEarth)
            let se = s * east
            var row = [Double](repeating: 0, count: FieldModel.count)
            (row[0], row[1], row[2]) = (-se.x, -se.y, -se.z)
            for j in 0..<6 { row[3 + j] = east.dot(derivatives[j] * u) }
            variance += zip(row, covariance * row).reduce(0) { $0 + $1.0 * $1.1 } / Double(headings)
        }
        let scale = 1 / (horizontal * horizontal)
        return .init(
            calibration: (max(variance, 0) * scale).squareRoot(),
            singleReading: ((max(variance, 0) + residualSigma * residualSigma) * scale).squareRoot())
    }
}

/// The sigma of the heading from the covariance of hard and soft iron, for models m_raw = h + S (field in device axes)
/// with a full S.
public struct IronHeadingSigma {
    private let inverse: Matrix3?
    private let field: Vector3
    private let covariance: Matrix
    private let first: Int

    /// - Parameters:
    ///   - softIron: S, no unit.
    ///   - field: the Earth's, east-north-up with magnetic north, microtesla.
    ///   - covariance: of unknowns that contain h (microtesla), followed by the elements of S row by row.
    ///   - first: index of the first element of h.
    public init(softIron: Matrix3, field: Vector3, covariance: Matrix, first: Int) {
        (inverse, self.field, self.covariance, self.first) = (softIron.inverse, field, covariance, first)
    }

    /// Face up, radians, root mean square over all headings.
    public var level: Double { predict(PoseHeadingSigma.Pose.level) }
    /// Upright in portrait, radians, root mean square over all headings.
    public var upright: Double { predict(PoseHeadingSigma.Pose.upright) }

    private func predict(_ pose: PoseHeadingSigma.Pose) -> Double {
        predict((0..<24).map { Quaternion.aboutVertical(2 * Double.pi * Double($0) / 24) * pose.attitude })
    }

    /// Radians, root mean square over attitudes (device to earth). An error of hard and soft iron changes the
    /// calibrated field by -S^-1 (delta h + delta S u); the heading's error is its eastward part over the horizontal
    /// field.
    public func predict(_ attitudes: [Quaternion]) -> Double {
        guard let inverse, !attitudes.isEmpty, field.y > 0 else { return .infinity }
        var variance = 0.0
        for attitude in attitudes {
            let u = attitude.unrotate(field)
            let east = inverse.transpose * attitude.unrotate(Vector3(1, 0, 0))
            var row = [east.x, east.y, east.z]
            for i in 0..<3 { row += [east[i] * u.x, east[i] * u.y, east[i] * u.z] }
            for i in row.indices {
                for j in row.indices { variance += row[i] * row[j] * covariance[first + i, first + j] }
            }
        }
        return (max(variance, 0) / Double(attitudes.count)).squareRoot() / field.y
    }
}
