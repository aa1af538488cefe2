import Foundation
import OrientationFilters
import Rotations
import SensorModels
import Simulation
import Vocabulary

/// One phone and one motion, drawn from the priors below.
public struct SimulatedTrial: Sendable {
    /// The magnetic surroundings of the phone.
    public enum Surroundings: String, Sendable, CaseIterable {
        /// A uniform field.
        case even
        /// A building: disturbances of 0.5 to 3 microtesla that change over 1 to 3 m.
        case building
        /// A building, with magnets that come near.
        case magnets
    }

    /// Number within the series; equal numbers and seeds give equal trials.
    public let number: Int
    /// Magnetic surroundings.
    public let surroundings: Surroundings
    /// The motion.
    public let scenario: Scenario
    /// Device, sampling, field and disturbances.
    public let options: SimulationOptions

    /// Motions with the phone in a hand or on the body.
    public static let scenarios: [Scenario] = [
        .arPanning, .arWalking, .texting, .phoning, .swinging, .pocket, .backPocket,
    ]
    /// Sampling rate of each sensor, Hz.
    public static let rate = 50.0

    /// - Parameters:
    ///   - number: 0 ...
    ///   - seed: of the series.
    ///   - seconds: duration, at least 10; motions that need more time are not drawn.
    public init(number: Int, seed: UInt64, seconds: Double) {
        var random = RandomGenerator(seed: seed, stream: UInt64(truncatingIfNeeded: number) &+ 1)
        func index(_ count: Int) -> Int {
            min(count - 1, Int(clamping: random.uniform(0, Double(count)).rounded(.down)))
        }
        func vector(_ sigma: Double) -> Vector3 {
            Vector3(sigma * random.gaussian(), sigma * random.gaussian(), sigma * random.gaussian())
        }
        func matrix(_ sigma: Double) -> Matrix3 {
            Matrix3(vector(sigma), vector(sigma), vector(sigma))
        }
        func logUniform(_ low: Double, _ high: Double) -> Double {
            exp(random.uniform(log(low), log(high)))
        }
        self.number = number
        let scenarios = Self.scenarios.filter { $0.minimumDuration <= seconds }
        scenario = scenarios[index(scenarios.count)]
        let draw = random.uniform()
        surroundings = draw < 0.25 ? .even : draw < 0.75 ? .building : .magnets

        // All its errors are drawn below.
        var device = DeviceModel.iPhone5
        device.name = "drawn phone"
        device.gyroscope = GyroscopeModel(
            bias: vector(logUniform(0.002, 0.04)), scale: .identity + matrix(0.003))
        device.accelerometer = AccelerometerModel(bias: vector(0.05), scale: .identity + matrix(0.002))
        device.magnetometer = MagnetometerModel(
            hardIron: vector(logUniform(0.2, 3)), softIron: .identity + matrix(0.005))
        func noise(_ low: Double, _ high: Double) -> Vector3 { logUniform(low, high) * Vector3(1, 1, 1) }
        device.gyroscopeReadout.noise = noise(0.0005, 0.005)
        device.accelerometerReadout.noise = noise(0.01, 0.05)
        device.magnetometerReadout.noise = noise(0.2, 1.2)
        device.gyroscopeBiasWalk = logUniform(1e-5, 1e-4)

        let (dip, magnitude) = (Angle.radians(random.uniform(45, 70)), random.uniform(42, 56))
        // No declination: the reference has magnetic north.
        var options = SimulationOptions(
            earthField: magnitude * Vector3(0, cos(dip), -sin(dip)))
        options.device = device
        options.duration = seconds
        options.seed = random.next()
        options.accelerometer.rate = Self.rate
        options.gyroscope.rate = Self.rate
        options.magnetometer.rate = Self.rate
        // Equals the filters' `latency`.
        options.gyroscope.delay = 0.0035
        if surroundings != .even {
            options.buildingField = random.uniform(0.5, 3)
            options.buildingLength = random.uniform(1, 3)
        }
        options.magnetsComeNear = surroundings == .magnets
        self.options = options
    }

    /// Simulates the recording.
    /// - Throws: `SensorLabError` if a motion or magnet cannot be simulated.
    public func simulated() throws(SensorLabError) -> SimulatedRecording { try scenario.simulate(options) }
}
