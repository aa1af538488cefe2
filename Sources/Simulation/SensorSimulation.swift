import Rotations
import SensorModels

/// The sensors of a device in motion: each reading is the true quantity through the inverse of the device's calibration, with
/// noise, saturation and quantisation.
struct SensorSimulation {
    private let trajectory: Trajectory
    private let duration: Double
    private let gravity: Double
    private let earthField: Vector3
    private let options: SimulationOptions
    private let accelerometerDistortion: Matrix3
    private let gyroscopeDistortion: Matrix3
    private let magnetometerDistortion: Matrix3

    init(
        trajectory: Trajectory, duration: Double, gravity: Double, earthField: Vector3, options: SimulationOptions
    ) throws(SensorLabError) {
        self.trajectory = trajectory
        self.duration = duration
        self.gravity = gravity
        self.earthField = earthField
        self.options = options
        accelerometerDistortion = try Self.inverse(options.device.accelerometer.scale, "accelerometer scale")
        gyroscopeDistortion = try Self.inverse(options.device.gyroscope.scale, "gyroscope scale")
        magnetometerDistortion = try Self.inverse(options.device.magnetometer.softIron, "soft iron")
    }

    /// Specific force, m/s^2.
    func accelerometer() -> VectorStream {
        var random = RandomGenerator(seed: options.seed, stream: Scenario.Stream.accelerometer.rawValue)
        let device = options.device
        return stream(options.accelerometer, &random) { time, _, random in
            let force = trajectory.specificForce(at: time, gravity: gravity)
            let raw = accelerometerDistortion * force + device.accelerometer.bias
            return Decimal.rounded(device.accelerometerReadout.read(raw, random: &random), places: 5)
        }
    }

    /// Angular rate, rad/s, and the true bias in it.
    func gyroscope() -> (readings: VectorStream, bias: VectorStream) {
        var random = RandomGenerator(seed: options.seed, stream: Scenario.Stream.gyroscope.rawValue)
        var walk = RandomGenerator(seed: options.seed, stream: Scenario.Stream.gyroscopeBias.rawValue)
        let device = options.device
        var biases = VectorStream()
        var bias = device.gyroscope.bias
        var lastTime = -1 / options.gyroscope.rate
        var lastOrientation = trajectory.orientation(at: lastTime)
        let readings = stream(options.gyroscope, &random) { time, stamp, random in
            let seconds = time - lastTime
            let orientation = trajectory.orientation(at: time)
            let rate =
                device.gyroscopeIntegrates
                ? (lastOrientation.conjugate * orientation).rotationVector / seconds : trajectory.angularRate(at: time)
            bias += device.gyroscopeBiasWalk * seconds.squareRoot() * walk.gaussianVector()
            biases.append(bias, at: stamp)
            lastTime = time
            lastOrientation = orientation
            let raw = gyroscopeDistortion * rate + bias
            return Decimal.rounded(device.gyroscopeReadout.read(raw, random: &random), places: 6)
        }
        return (readings, biases)
    }

    /// Magnetic field, microtesla.
    func magnetometer() -> VectorStream {
        var random = RandomGenerator(seed: options.seed, stream: Scenario.Stream.magnetometer.rawValue)
        let device = options.device
        return stream(options.magnetometer, &random) { time, _, random in
            var field = trajectory.orientation(at: time).unrotate(earthField)
            for disturbance in options.disturbances { field += disturbance.field(at: time) }
            let raw = magnetometerDistortion * field + device.magnetometer.hardIron
            return Decimal.rounded(device.magnetometerReadout.read(raw, random: &random), places: 4)
        }
    }

    /// Samples at the instants of a sensor; `read` gets the instant in seconds and the stamp in nanoseconds.
    private func stream(
        _ sampling: SamplingModel, _ random: inout RandomGenerator,
        read: (Double, Int64, inout RandomGenerator) -> Vector3
    ) -> VectorStream {
        // All instants first: they do not depend on what is read at them.
        let instants = sampling.instants(duration: duration, random: &random)
        let delay = sampling.delayNanoseconds
        var stream = VectorStream()
        stream.times.reserveCapacity(instants.count)
        stream.values.reserveCapacity(instants.count)
        for instant in instants {
            stream.append(read(Double(instant) * 1e-9, instant + delay, &random), at: instant + delay)
        }
        return stream
    }

    private static func inverse(_ matrix: Matrix3, _ what: String) throws(SensorLabError) -> Matrix3 {
        if let inverse = matrix.inverse { return inverse }
        throw SensorLabError(
            .usage, code: "singular-calibration", place: "simulate", message: "the \(what) matrix has no inverse",
            advice: "give a matrix near the identity")
    }
}
