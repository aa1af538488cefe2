import Rotations
import SensorModels
import Vocabulary

/// Sensors without soft iron, scale errors, jitter or drift: a hard iron and a gyroscope bias of a stated size, white
/// noise, and one rate for all (the magnetometer's is half of it from 50 Hz on).
public struct SensorSet: Adjustable {
    /// The name on the command line.
    public let name: String
    /// What they are, in a few words.
    public let summary: String
    /// Hard iron, bias, noise, rate.
    public private(set) var parameters: [SimulationParameter]

    /// The direction of the hard iron, device axes; its length is 1.0 within 1 %.
    static let hardIron = Vector3(0.5, -0.6, 0.62)
    /// The direction of the gyroscope's bias, device axes; its length is 1.0 within 1 %.
    static let bias = Vector3(0.6, -0.7, 0.4)

    /// All sets.
    public static let all = [
        SensorSet("calibrated", "calibrated sensors", 0, 0, 0.002, 0.02, 0.3, 100),
        SensorSet("raw-phone", "the sensors of a phone that nobody calibrated", 150, 0.03, 0.004, 0.03, 0.5, 100),
        SensorSet("slow-board", "the noisy chips of a board at 25 Hz", 30, 0.01, 0.003, 0.05, 1, 25),
    ]

    /// The set of that name, matched without case.
    /// - Throws: `SensorLabError` (usage, `unknown-device`) with the known names.
    public static func named(_ name: String) throws(SensorLabError) -> SensorSet {
        try member(name, of: all, "sensor set", .unknownDevice)
    }

    private init(
        _ name: String, _ summary: String, _ hardIron: Double, _ bias: Double, _ gyroscope: Double,
        _ accelerometer: Double, _ magnetometer: Double, _ rate: Double
    ) {
        (self.name, self.summary) = (name, summary)
        let noise = "standard deviation of a sample, per axis"
        parameters = [
            SimulationParameter("hardIron", hardIron, "uT", 0...2000, "along 0.5, -0.6, 0.62"),
            SimulationParameter("bias", bias, "rad/s", -1...1, "of the gyroscope, along 0.6, -0.7, 0.4"),
            SimulationParameter("gyroscopeNoise", gyroscope, "rad/s", 0...1, noise),
            SimulationParameter("accelerometerNoise", accelerometer, "m/s^2", 0...10, noise),
            SimulationParameter("magnetometerNoise", magnetometer, "uT", 0...100, noise),
            SimulationParameter("rate", rate, "Hz", 1...1000, "of accelerometer and gyroscope"),
        ]
    }

    /// Replaces a value without a check.
    public mutating func replace(at index: Int, with value: Double) { parameters[index].value = value }

    /// Replaces the device and the sampling of its sensors.
    public func apply(to options: inout SimulationOptions) {
        func readout(_ name: String) -> ReadoutModel { ReadoutModel(noise: value(name) * Vector3(1, 1, 1)) }
        options.device = DeviceModel(
            name: name, gyroscope: GyroscopeModel(bias: value("bias") * Self.bias),
            magnetometer: MagnetometerModel(hardIron: value("hardIron") * Self.hardIron),
            accelerometerReadout: readout("accelerometerNoise"), gyroscopeReadout: readout("gyroscopeNoise"),
            magnetometerReadout: readout("magnetometerNoise"))
        let rate = value("rate")
        options.accelerometer = SamplingModel(rate: rate, jitter: 0)
        options.gyroscope = SamplingModel(rate: rate, jitter: 0)
        options.magnetometer = SamplingModel(rate: rate >= 50 ? rate / 2 : rate, jitter: 0)
        options.settings += settings
    }
}
