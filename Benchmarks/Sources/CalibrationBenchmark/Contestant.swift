import Calibration
import Foundation
import Rotations
import SensorModels
import Simulation
import Vocabulary

/// A way to fit: a method of the library with its options, or an algebraic ellipsoid that is only compared with it.
struct Contestant: Sendable {
    /// h in microtesla and S with |S (m - h)| = 1.
    typealias Ellipsoid = @Sendable ([Vector3]) throws -> (hardIron: Vector3, shape: Matrix3)

    enum Fit: Sendable {
        case method(MagnetometerFitOptions)
        case ellipsoid(Ellipsoid)
    }

    var name: String
    var fit: Fit
    /// Judged by the bars.
    var isDefault = false

    /// The library's methods with the rung that they choose and with rungs by hand, then the algebraic ellipsoids. All
    /// know the field's strength, the methods its dip as well, as a geomagnetic model gives them.
    static let all: [Contestant] = {
        func make(_ method: MagnetometerFitMethod, _ rung: MagnetometerFitRung?) -> Contestant {
            var options = MagnetometerFitOptions()
            options.method = method
            options.rung = rung
            options.fieldStrength = Scene.strength
            options.dip = Scene.dip
            let name = rung.map { "\(method.rawValue), \($0.rawValue)" } ?? method.rawValue
            return Contestant(name: name, fit: .method(options), isDefault: method == .map && rung == nil)
        }
        var result = [make(.map, nil)]
        for rung in MagnetometerFitRung.allCases { result.append(make(.map, rung)) }
        result += [make(.geometric, nil), make(.geometric, .sphere), make(.geometric, .ellipsoid)]
        let ellipsoids: [(String, Ellipsoid)] = [
            ("liGriffiths", { try LiGriffithsFit.solve($0) }), ("quadric", { try QuadricFit.solve($0) }),
            ("adjusted", { try AdjustedLeastSquaresFit.solve($0) }),
        ]
        return result + ellipsoids.map { Contestant(name: "\($0.0), ellipsoid", fit: .ellipsoid($0.1)) }
    }()

    /// The model that it finds, nil where it finds none; with it the whole fit where it is a method of the library.
    func solve(_ samples: MagnetometerSamples) -> (model: MagnetometerModel?, fit: MagnetometerFit?) {
        switch fit {
        case .method(let options):
            let fit = MagnetometerFit(samples: samples, options: options)
            return (fit.covariance != nil || fit.model.hardIron != .zero ? fit.model : nil, fit)
        case .ellipsoid(let solve):
            let model = try? solve(samples.field)
            return (model.map { MagnetometerModel(hardIron: $0.hardIron, softIron: Scene.strength * $0.shape) }, nil)
        }
    }

    /// Root mean square heading error of a model on fresh upright poses, degrees.
    static func headingError(
        _ model: MagnetometerModel, truth: Scene.Recording, random: inout RandomGenerator
    ) -> Double {
        let inverse = truth.softIron.inverse ?? .identity
        var sum = 0.0
        let poses = 200
        for _ in 0..<poses {
            let attitude = Scene.uprightPose(&random)
            let b = attitude.rotate(model.apply(inverse * attitude.unrotate(Scene.field) + truth.hardIron))
            let error = atan2(b.x, b.y)
            sum += error * error
        }
        return Angle.degrees((sum / Double(poses)).squareRoot())
    }
}
