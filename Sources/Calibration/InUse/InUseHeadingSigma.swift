import LinearAlgebra
import RealModule
import Rotations

/// What the covariance of hard and soft iron means for the heading.
enum InUseHeadingSigma {
    /// Radians, in one pose, root mean square over 24 headings.
    static func predict(_ model: InUseModel, _ covariance: Matrix, pose: PoseHeadingSigma.Pose) -> Double {
        let turns = (0..<24).map { Quaternion.aboutVertical(2 * Double.pi * Double($0) / 24) * pose.attitude }
        return predict(model, covariance, attitudes: turns)
    }

    /// Radians, root mean square over attitudes, device to earth: an error of hard and soft iron moves the calibrated
    /// field by -S^-1 (delta h + delta S u), whose eastward part over the horizontal field is the heading's error.
    static func predict(_ model: InUseModel, _ covariance: Matrix, attitudes: [Quaternion]) -> Double {
        guard let inverse = model.softIron.inverse, !attitudes.isEmpty, model.north > 0 else { return .infinity }
        let first = InUseModel.hardIronIndex
        var variance = 0.0
        for attitude in attitudes {
            let u = attitude.unrotate(model.field)
            let east = inverse.transpose * attitude.unrotate(Vector3(1, 0, 0))
            var row = [east.x, east.y, east.z]
            for i in 0..<3 { row += [east[i] * u.x, east[i] * u.y, east[i] * u.z] }
            for i in row.indices {
                for j in row.indices { variance += row[i] * row[j] * covariance[first + i, first + j] }
            }
        }
        return (max(variance, 0) / Double(attitudes.count)).squareRoot() / model.north
    }
}
