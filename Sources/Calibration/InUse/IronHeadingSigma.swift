import LinearAlgebra
import Rotations

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
