import RealModule
import Rotations
import SensorModels
import Vocabulary

/// The sensors of a moving device: each reading is the true quantity through the inverse of the device's calibration,
/// with bias drift, noise, saturation and quantisation.
struct SensorSimulation {
    let trajectory: Trajectory
    let duration: Double
    let gravity: Double
    let earthField: Vector3
    var disturbances: [MagneticDisturbance] = []
    /// Standard deviation per axis and sample of the accelerometer, m/s^2.
    var vibration = 0.0
    let options: SimulationOptions

    /// Specific force, m/s^2.
    func accelerometer() throws(SensorLabError) -> SensorReadings {
        let device = options.device
        let distortion = try Self.inverse(device.accelerometer.scale, "accelerometer scale")
        var instability = BiasInstability(
            device.accelerometerInstability, random: generator(.accelerometerInstability))
        var shaking = generator(.vibration)
        return readings(.accelerometer, options.accelerometer, device.accelerometerReadout, places: 5) { instant in
            var force = trajectory.specificForce(at: instant.time, gravity: gravity)
            if vibration > 0 { force += vibration * shaking.gaussianVector() }
            let drift =
                instability.advance(by: instant.seconds)
                + options.warmUp.difference(at: instant.time) * device.accelerometerTemperatureCoefficient
            return distortion * force + (device.accelerometer.bias + drift)
        }
    }

    /// Angular rate, rad/s. The true bias in it is added to `biases`.
    func gyroscope(_ biases: TrueBiases) throws(SensorLabError) -> SensorReadings {
        var walk = generator(.gyroscopeBias)
        let device = options.device
        let distortion = try Self.inverse(device.gyroscope.scale, "gyroscope scale")
        var instability = BiasInstability(device.gyroscopeInstability, random: generator(.gyroscopeInstability))
        var walked = device.gyroscope.bias
        let period = 1 / options.gyroscope.rate
        var lastTime = -period
        var lastOrientation = trajectory.orientation(at: lastTime)
        return readings(.gyroscope, options.gyroscope, device.gyroscopeReadout, places: 6) { instant in
            let seconds = instant.time - lastTime
            if seconds > 1.9 * period {
                // The sensor took the lost samples too.
                lastTime = instant.time - period
                lastOrientation = trajectory.orientation(at: lastTime)
            }
            let orientation = trajectory.orientation(at: instant.time)
            let rate =
                device.gyroscopeIntegrates
                ? (lastOrientation.conjugate * orientation).rotationVector / (instant.time - lastTime)
                : trajectory.angularRate(at: instant.time)
            walked += device.gyroscopeBiasWalk * seconds.squareRoot() * walk.gaussianVector()
            let drift =
                instability.advance(by: seconds)
                + options.warmUp.difference(at: instant.time) * device.gyroscopeTemperatureCoefficient
            let bias = walked + drift
            biases.stream.append(bias, at: instant.stamp)
            lastTime = instant.time
            lastOrientation = orientation
            return distortion * rate + bias
        }
    }

    /// Magnetic field, microtesla.
    func magnetometer() throws(SensorLabError) -> SensorReadings {
        let device = options.device
        let distortion = try Self.inverse(device.magnetometer.softIron, "soft iron")
        return readings(.magnetometer, options.magnetometer, device.magnetometerReadout, places: 4) { instant in
            let orientation = trajectory.orientation(at: instant.time)
            var field = orientation.unrotate(earthField)
            if !disturbances.isEmpty {
                let position = trajectory.position(at: instant.time)
                for disturbance in disturbances {
                    field += disturbance.field(at: instant.time, position: position, orientation: orientation)
                }
            }
            return distortion * field + device.magnetometer.hardIron
        }
    }

    private func generator(_ stream: Scenario.Stream) -> RandomGenerator {
        RandomGenerator(seed: options.seed, stream: stream.rawValue)
    }

    /// Readings at a sensor's instants; `raw` gives the quantity there, before the read-out.
    private func readings(
        _ stream: Scenario.Stream, _ sampling: SamplingModel, _ readout: ReadoutModel, places: Int,
        raw: @escaping (SensorReadings.Instant) -> Vector3
    ) -> SensorReadings {
        SensorReadings(
            sampling, duration: duration, readout, places: places, random: generator(stream), raw: raw)
    }

    private static func inverse(_ matrix: Matrix3, _ what: String) throws(SensorLabError) -> Matrix3 {
        if let inverse = matrix.inverse { return inverse }
        throw SensorLabError(
            .usage, code: .singularCalibration, place: "simulate", message: "the \(what) matrix has no inverse",
            advice: "give a matrix near the identity")
    }
}

/// The true biases in the readings of a gyroscope so far, rad/s.
final class TrueBiases {
    var stream = VectorStream()
}

/// The readings of a sensor, in the order of their stamps.
struct SensorReadings {
    /// An instant of sampling.
    struct Instant {
        /// Seconds.
        var time: Double
        /// Nanoseconds of the log's clock.
        var stamp: Int64
        /// Time since the last sample, seconds; 0 at the first one.
        var seconds: Double
    }

    private var instants: SamplingInstants
    private let delay: Int64
    private let readout: ReadoutModel
    private let places: Int
    private var random: RandomGenerator
    private let raw: (Instant) -> Vector3
    /// The instant of the next reading; `nil` at the end.
    private var ahead: Int64?
    private var last: Int64?
    private var noise: Vector3?

    init(
        _ sampling: SamplingModel, duration: Double, _ readout: ReadoutModel, places: Int, random: RandomGenerator,
        raw: @escaping (Instant) -> Vector3
    ) {
        (self.readout, self.places, self.random, self.raw) = (readout, places, random, raw)
        instants = SamplingInstants(sampling, duration: duration, random: &self.random)
        delay = sampling.delayNanoseconds
        ahead = instants.next()
    }

    /// The stamp of the next reading; `nil` at the end.
    var nextStamp: Int64? { ahead.map { $0 + delay } }

    /// The next readings, up to a stamp.
    mutating func next(until end: Int64) -> VectorStream {
        var stream = VectorStream()
        while let nanoseconds = ahead, nanoseconds + delay <= end {
            let instant = Instant(
                time: Double(nanoseconds) * 1e-9, stamp: nanoseconds + delay,
                seconds: last.map { Double(nanoseconds - $0) * 1e-9 } ?? 0)
            (last, ahead) = (nanoseconds, instants.next())
            let value = raw(instant)
            let now = readout.noise(after: noise, seconds: instant.seconds, random: &random)
            noise = now
            stream.append(Decimal.rounded(readout.read(value, noise: now), places: places), at: instant.stamp)
        }
        return stream
    }
}

/// Flicker noise of a bias, per axis: a sum of first-order Gauss-Markov processes with correlation times spread evenly
/// on a logarithmic scale from 0.5 s to half an hour. In between, the power density is B^2 / (2 pi f).
///
/// There the Allan deviation is flat, B sqrt(2 ln 2 / pi) = 0.664 B (IEEE Std 952-1997, annex C.1.3).
struct BiasInstability {
    /// Ratio of neighbouring correlation times: the density is smooth within 3 %.
    private static let ratio = 4.0
    private static let times = (0..<7).map { 0.5 * Double.pow(ratio, Double($0)) }

    private let sigma: Double
    private var parts: [Vector3]
    private var random: RandomGenerator

    /// - Parameter instability: B in the sensor's unit; 0 for none.
    init(_ instability: Double, random: RandomGenerator) {
        // Each part adds v / (2 f ln ratio) to the two-sided density B^2 / (2 pi f).
        sigma = instability * (Double.log(Self.ratio) / Double.pi).squareRoot()
        self.random = random
        parts = []
        for _ in Self.times { parts.append(sigma * self.random.gaussianVector()) }
    }

    /// The bias after `seconds` more, in the sensor's unit.
    mutating func advance(by seconds: Double) -> Vector3 {
        guard sigma > 0 else { return .zero }
        var sum = Vector3.zero
        for index in parts.indices {
            let decay = Double.exp(-max(0, seconds) / Self.times[index])
            parts[index] =
                decay * parts[index]
                + (sigma * (1 - decay * decay).squareRoot()) * random.gaussianVector()
            sum += parts[index]
        }
        return sum
    }
}
