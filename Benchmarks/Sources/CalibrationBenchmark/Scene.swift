import Calibration
import Foundation
import Rotations
import Simulation
import Vocabulary

/// One column of the experiment: which poses a recording shows and how it is disturbed.
struct Scene: Sendable {
    /// Poses of the phone.
    enum Motion: Sendable {
        /// Any rotation, evenly.
        case allDirections
        /// Held up for augmented reality: yaw all round, pitch 60 to 120, roll -20 to 20 degrees.
        case uprightBand
        /// Lying flat within a few degrees, yaw all round.
        case level
        /// A hand that turns the phone through all directions for half a minute, with noise that is correlated in time.
        case turningHand
    }

    /// The walk of a hard iron: its intensity is drawn from what phones show, microtesla^2 / s and standard deviation
    /// of its logarithm. Readings of a scene that wanders have times, which tell the fit that it may.
    static let walk = (median: 0.005, logarithmSigma: 1.2)
    /// Seconds between two readings.
    static let interval = 0.06

    var name: String
    var motion: Motion
    /// Standard deviation of a reading, microtesla per axis.
    var noise: Double
    /// Share of readings with a gross error of 20 microtesla per axis.
    var outlierShare = 0.0
    /// Whether the hard iron wanders.
    var wanders = false

    /// Readings of a recording.
    static let readings = 500
    /// Standard deviation of a direction of gravity, per component, no unit.
    static let gravityNoise = 0.01
    /// AR(1) coefficient of the noise of `turningHand`: a memory of five readings.
    static let memory = 0.8
    /// Largest element of S - 1.
    static let softIron = 0.06
    static let strength = 48.0
    static let dip = Angle.radians(62)
    static let hardIron = Vector3(35, -22, 14)

    /// The Earth's field, east-north-up, microtesla.
    static let field = Vector3(0, strength * cos(dip), -strength * sin(dip))

    /// The seven columns of the experiment, then those with correlated noise and with a wandering hard iron, on which
    /// the sigmas alone are judged.
    static let all = [
        Scene(name: "full, s=0.7", motion: .allDirections, noise: 0.7),
        Scene(name: "full, s=2.5", motion: .allDirections, noise: 2.5),
        Scene(name: "full, outliers", motion: .allDirections, noise: 0.7, outlierShare: 0.05),
        Scene(name: "band, s=0.7", motion: .uprightBand, noise: 0.7),
        Scene(name: "band, s=2.0", motion: .uprightBand, noise: 2.0),
        Scene(name: "band, outliers", motion: .uprightBand, noise: 0.7, outlierShare: 0.05),
        Scene(name: "level only", motion: .level, noise: 0.7),
        Scene(name: "hand, correlated", motion: .turningHand, noise: 0.7),
        Scene(name: "hand, wandering", motion: .turningHand, noise: 0.7, wanders: true),
    ]

    /// The truth of one repeat and what was recorded of it.
    struct Recording {
        var softIron: Matrix3
        var samples: MagnetometerSamples
        var attitudes: [Quaternion]
        /// At a moment of the recording.
        var hardIron: Vector3
    }

    /// The soft iron of a repeat is drawn anew: symmetric, each element of S - 1 evenly in +-0.06.
    func recording(_ random: inout RandomGenerator) -> Recording {
        var s = Matrix3.identity
        for i in 0..<3 {
            for j in 0...i {
                let element = random.uniform(-Self.softIron, Self.softIron)
                s[i, j] += element
                if i != j { s[j, i] += element }
            }
        }
        let inverse = s.inverse ?? .identity
        var readings: [Vector3] = []
        var down: [Vector3] = []
        var attitudes: [Quaternion] = []
        var (error, tilt) = (random.gaussianVector(), random.gaussianVector())
        let phases = (0..<4).map { _ in random.uniform(0, 2 * .pi) }
        let hardIrons = hardIrons(&random)
        for k in 0..<Self.readings {
            let attitude = attitude(k, phases, &random)
            var reading = inverse * attitude.unrotate(Self.field) + hardIrons[k]
            let share = motion == .turningHand ? Self.memory : 0
            error = share * error + (1 - share * share).squareRoot() * random.gaussianVector()
            tilt = share * tilt + (1 - share * share).squareRoot() * random.gaussianVector()
            reading += noise * error
            if random.uniform() < outlierShare { reading += 20 * random.gaussianVector() }
            attitudes.append(attitude)
            readings.append(reading)
            down.append(attitude.down + Self.gravityNoise * tilt)
        }
        let times = wanders ? readings.indices.map { Double($0) * Self.interval } : nil
        return Recording(
            softIron: s, samples: MagnetometerSamples(field: readings, down: down, times: times), attitudes: attitudes,
            hardIron: wanders ? hardIrons[Int(random.uniform() * Double(Self.readings))] : Self.hardIron)
    }

    /// Of each reading: constant, or a random walk.
    private func hardIrons(_ random: inout RandomGenerator) -> [Vector3] {
        guard wanders else { return Array(repeating: Self.hardIron, count: Self.readings) }
        let intensity = Self.walk.median * exp(Self.walk.logarithmSigma * random.gaussian())
        var hardIron = Self.hardIron
        return (0..<Self.readings).map { _ in
            hardIron += (intensity * Self.interval).squareRoot() * random.gaussianVector()
            return hardIron
        }
    }

    private func attitude(_ index: Int, _ phases: [Double], _ random: inout RandomGenerator) -> Quaternion {
        switch motion {
        case .allDirections: return random.rotation()
        case .level:
            return .aboutVertical(random.uniform(0, 2 * .pi))
                * Quaternion(rotationVector: 0.03 * random.gaussianVector())
        case .uprightBand: return Self.uprightPose(&random)
        case .turningHand:
            let t = Double(index) * Self.interval
            return .aboutVertical(1.9 * t + phases[0])
                * Quaternion(angle: 2.2 * sin(0.61 * t + phases[1]), axis: Vector3(1, 0, 0))
                * Quaternion(angle: 1.1 * t + phases[2], axis: Vector3(0, 1, 0))
        }
    }

    /// A pose of the band.
    static func uprightPose(_ random: inout RandomGenerator) -> Quaternion {
        .aboutVertical(random.uniform(0, 2 * .pi))
            * Quaternion(angle: Angle.radians(random.uniform(60, 120)), axis: Vector3(1, 0, 0))
            * Quaternion(angle: Angle.radians(random.uniform(-20, 20)), axis: Vector3(0, 0, 1))
    }
}

extension RandomGenerator {
    mutating func gaussianVector() -> Vector3 { Vector3(gaussian(), gaussian(), gaussian()) }

    /// Evenly over all rotations.
    mutating func rotation() -> Quaternion {
        Quaternion(gaussian(), gaussian(), gaussian(), gaussian()).normalized ?? .identity
    }
}
