import Calibration
import RealModule
import Rotations

/// Magnetometer readings made from the model m_raw = S^-1 b + h with known truth.
struct SyntheticField {
    enum Motion { case allDirections, uprightBand, level }

    var strength = 48.0
    var dip = Angle.radians(62)
    var hardIron = Vector3(35, -22, 14)
    var softIron = Matrix3(Vector3(1.03, 0.02, -0.015), Vector3(0.02, 0.96, 0.01), Vector3(-0.015, 0.01, 1.015))
    var noise = 0.7
    var gravityNoise = 0.01
    var outlierShare = 0.0

    /// The Earth's field, east-north-up, microtesla.
    var field: Vector3 { Vector3(0, strength * Double.cos(dip), -strength * Double.sin(dip)) }

    func samples(_ count: Int, _ motion: Motion, random: inout SeededRandom) -> MagnetometerSamples {
        let inverse = softIron.inverse ?? .identity
        var readings: [Vector3] = []
        var down: [Vector3?] = []
        for _ in 0..<count {
            let attitude = Self.attitude(motion, random: &random)
            var reading = inverse * attitude.unrotate(field) + hardIron + noise * random.gaussianVector()
            if random.uniform(0...1) < outlierShare { reading = reading + 20 * random.gaussianVector() }
            readings.append(reading)
            down.append((attitude.down + gravityNoise * random.gaussianVector()).normalized)
        }
        return MagnetometerSamples(field: readings, down: down)
    }

    /// Root mean square heading error of a model on fresh upright poses, degrees.
    func headingError(_ fit: MagnetometerFit, random: inout SeededRandom) -> Double {
        let inverse = softIron.inverse ?? .identity
        var sum = 0.0
        for _ in 0..<200 {
            let attitude = Self.attitude(.uprightBand, random: &random)
            let b = attitude.rotate(fit.model.apply(inverse * attitude.unrotate(field) + hardIron))
            let error = Double.atan2(y: b.x, x: b.y)
            sum += error * error
        }
        return Angle.degrees((sum / 200).squareRoot())
    }

    static func attitude(_ motion: Motion, random: inout SeededRandom) -> Quaternion {
        let yaw = Quaternion.aboutVertical(random.uniform(0...(2 * Double.pi)))
        switch motion {
        case .allDirections: return random.rotation()
        case .level: return yaw * Quaternion(rotationVector: 0.03 * random.gaussianVector())
        case .uprightBand:
            let pitch = Quaternion(angle: Angle.radians(random.uniform(60...120)), axis: Vector3(1, 0, 0))
            return yaw * pitch * Quaternion(angle: Angle.radians(random.uniform(-20...20)), axis: Vector3(0, 0, 1))
        }
    }
}
