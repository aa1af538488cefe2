import Calibration
import Foundation
import Rotations
import SensorModels
import Simulation

/// A way to fit that a user can select.
struct Contestant: Sendable {
    var name: String
    var options: MagnetometerFitOptions
    /// Judged by the bars.
    var isDefault = false

    /// Every method with the rung that it chooses itself, and every rung by hand of those that can fit each. All know
    /// the field's strength and dip, as a geomagnetic model tells them.
    static let all: [Contestant] = {
        func make(_ method: MagnetometerFitMethod, _ rung: MagnetometerFitRung?) -> Contestant {
            var options = MagnetometerFitOptions()
            options.method = method
            options.rung = rung
            options.fieldStrength = Scene.strength
            options.dip = Scene.dip
            let name = rung.map { "\(method.rawValue), \($0.rawValue)" } ?? method.rawValue
            return Contestant(name: name, options: options, isDefault: method == .map && rung == nil)
        }
        var result = [make(.map, nil)]
        for rung in MagnetometerFitRung.allCases { result.append(make(.map, rung)) }
        for method in MagnetometerFitMethod.allCases where method != .map { result.append(make(method, nil)) }
        result.append(make(.geometric, .sphere))
        for method in [MagnetometerFitMethod.geometric, .liGriffiths, .quadric, .adjusted] {
            result.append(make(method, .ellipsoid))
        }
        return result
    }()

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
