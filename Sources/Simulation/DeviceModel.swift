import Rotations
import SensorModels
import Vocabulary

/// The errors of a device's sensors: the calibration that would undo them, and the errors that no calibration undoes.
/// The ideal device has none.
public struct DeviceModel: Sendable {
    /// The name in the recording, after `simulated`.
    public var name = "ideal device"
    /// The accelerometer's true calibration, f = T (f_raw - b), m/s^2.
    public var accelerometer = AccelerometerModel(bias: .zero)
    /// The gyroscope's true calibration at time 0, w = K (w_raw - b), rad/s.
    public var gyroscope = GyroscopeModel(bias: .zero)
    /// The magnetometer's true calibration, m = S (m_raw - h), microtesla.
    public var magnetometer = MagnetometerModel(hardIron: .zero)
    /// The accelerometer's noise, range and resolution, m/s^2.
    public var accelerometerReadout = ReadoutModel()
    /// The gyroscope's noise, range and resolution, rad/s.
    public var gyroscopeReadout = ReadoutModel()
    /// The magnetometer's noise, range and resolution, microtesla.
    public var magnetometerReadout = ReadoutModel()
    /// Random walk of the gyroscope's bias, (rad/s)/sqrt(s), per axis.
    public var gyroscopeBiasWalk = 0.0
    /// The flicker noise B of the gyroscope's bias, rad/s: its Allan deviation has a floor at 0.664 B.
    public var gyroscopeInstability = 0.0
    /// The flicker noise B of the accelerometer's bias, m/s^2.
    public var accelerometerInstability = 0.0
    /// Change of the gyroscope's bias per kelvin, (rad/s)/K, device axes.
    public var gyroscopeTemperatureCoefficient = Vector3.zero
    /// Change of the accelerometer's bias per kelvin, (m/s^2)/K, device axes.
    public var accelerometerTemperatureCoefficient = Vector3.zero
    /// Further properties of the device, which act where `SimulationOptions.enable` enables them.
    public var details = DeviceDetails()
    /// Whether a gyroscope's sample is the mean rate since the previous sample, as from a digital gyroscope that
    /// integrates and decimates (strapdown integration is then exact), or the rate at its instant.
    public var gyroscopeIntegrates = true

    /// Biases, hard iron and noise in one line, for display.
    public var summary: String {
        func text(_ value: Double, _ places: Int) -> String { "\(Decimal.rounded(value, places: places))" }
        return "gyroscope bias \(text(Angle.degrees(gyroscope.bias.length), 1)) degrees/s, "
            + "noise \(text(Angle.degrees(gyroscopeReadout.noise.x), 2)) degrees/s; "
            + "hard iron \(text(magnetometer.hardIron.length, 0)) uT, noise \(text(magnetometerReadout.noise.x, 2)) uT; "
            + "accelerometer noise \(text(accelerometerReadout.noise.x, 3)) m/s^2"
    }

    /// The device without random errors; biases, hard and soft iron stay.
    public var withoutNoise: DeviceModel {
        var device = self
        device.accelerometerReadout = ReadoutModel()
        device.gyroscopeReadout = ReadoutModel()
        device.magnetometerReadout = ReadoutModel()
        device.gyroscopeBiasWalk = 0
        device.gyroscopeInstability = 0
        device.accelerometerInstability = 0
        return device
    }
}

/// Properties of a device beyond its calibration and noise.
///
/// The defaults of bias instability and temperature coefficients are ASSUMED: the recordings at rest of the named
/// phones last at most 31 s, and their Allan deviation still falls at 3 s, which only bounds the instability B of their
/// gyroscopes to below 1.5e-4 to 3e-4 rad/s.
public struct DeviceDetails: Sendable, Hashable {
    /// The properties of one sensor.
    public struct Sensor: Sendable, Hashable {
        /// Its sampling in the device; `nil` where unknown.
        public var sampling: SamplingModel?
        /// Quantisation step in the sensor's unit; 0 for none.
        public var resolution = 0.0
        /// The time in which the noise's correlation falls to 1/e, seconds.
        public var correlationTime = 0.0
    }

    /// Step in m/s^2.
    public var accelerometer = Sensor()
    /// Step in rad/s.
    public var gyroscope = Sensor()
    /// Step in microtesla.
    public var magnetometer = Sensor()
    /// The flicker noise B of the gyroscope's bias, rad/s: 20 degrees per hour.
    public var gyroscopeInstability = 1e-4
    /// The flicker noise B of the accelerometer's bias, m/s^2: 0.1 mg.
    public var accelerometerInstability = 1e-3
    /// (rad/s)/K, device axes: about 0.03 (degrees/s)/K.
    public var gyroscopeTemperatureCoefficient = Vector3(5e-4, -4e-4, 3e-4)
    /// (m/s^2)/K, device axes: about 0.3 mg/K.
    public var accelerometerTemperatureCoefficient = Vector3(0.003, -0.002, 0.004)
}

/// Phones whose errors were measured.
///
/// Noise per sample: the table of the attitude benchmark of T. Michel, P. Geneves, H. Fourati, N. Layaida (Pervasive
/// and Mobile Computing 46, 2018; tyrex-team/benchmarks-attitude). Gyroscope biases, hard iron and the size of the soft
/// iron: rest and ellipsoid fits to the calibration recordings of that data set. Assumed, since no published value for
/// these phones is known: the orientation of the soft iron, accelerometer biases (0.3 to 0.6 degrees of tilt) and the
/// random walk of the gyroscope's bias (1e-5 (rad/s)/sqrt(s)).
///
/// `details`: rates, jitter, resolutions and noise correlation from the same recordings (at rest, converted to SI).
/// Instabilities and temperature coefficients: `DeviceDetails`.
extension DeviceModel {
    /// All named devices, the default first.
    public static let all: [DeviceModel] = [.iPhone5, .iPhone4S, .nexus5, DeviceModel()]

    /// The device of that name, matched without case and blanks (`iphone5`, `ideal device`).
    /// - Throws: `SensorLabError` (usage, `unknown-device`) with the known names.
    public static func named(_ name: String) throws(SensorLabError) -> DeviceModel {
        func key(_ name: String) -> String { name.lowercased().filter { $0 != " " } }
        if let device = all.first(where: { key($0.name) == key(name) }) { return device }
        let near = NearestName.of(name, in: all.map(\.name)).map { "did you mean \($0)? " } ?? ""
        throw SensorLabError(
            .usage, code: .unknownDevice, place: "simulate", message: "there is no device model \(name)",
            advice: "\(near)the devices are \(all.map(\.name).joined(separator: ", "))")
    }

    /// iPhone 5: gyroscope bias 6.2 degrees/s, hard iron 313 microtesla, soft iron +-7 %.
    public static let iPhone5 = DeviceModel(
        name: "iPhone 5", accelerometer: AccelerometerModel(bias: Vector3(0.03, -0.04, 0.06)),
        gyroscope: GyroscopeModel(bias: Vector3(0.1038, -0.0214, 0.0194)),
        magnetometer: MagnetometerModel(
            hardIron: Vector3(103.6, 289.6, 60.4),
            softIron: Matrix3(
                Vector3(1.055, 0.021, -0.014), Vector3(0.021, 0.985, 0.026), Vector3(-0.014, 0.026, 0.957))),
        accelerometerReadout: ReadoutModel(noise: Vector3(0.01, 0.01, 0.01)),
        gyroscopeReadout: ReadoutModel(noise: Vector3(0.002, 0.002, 0.002)),
        magnetometerReadout: ReadoutModel(noise: Vector3(0.75, 0.75, 0.8)), gyroscopeBiasWalk: 1e-5,
        details: DeviceDetails(
            accelerometer: .init(sampling: SamplingModel(rate: 100.6, jitter: 0.000_3), resolution: 0.000_981),
            gyroscope: .init(sampling: SamplingModel(rate: 94.8, jitter: 0.000_05), resolution: 0.000_55),
            magnetometer: .init(sampling: SamplingModel(rate: 24.7), resolution: 0.176)))

    /// iPhone 4S: gyroscope bias 0.6 degrees/s, hard iron 592 microtesla, soft iron +-4 %.
    public static let iPhone4S = DeviceModel(
        name: "iPhone 4S", accelerometer: AccelerometerModel(bias: Vector3(-0.04, 0.02, 0.05)),
        gyroscope: GyroscopeModel(bias: Vector3(-0.0105, -0.0013, 0.0070)),
        magnetometer: MagnetometerModel(
            hardIron: Vector3(85.7, 204.6, -548.6),
            softIron: Matrix3(
                Vector3(1.035, -0.012, 0.009), Vector3(-0.012, 0.998, 0.015), Vector3(0.009, 0.015, 0.968))),
        accelerometerReadout: ReadoutModel(noise: Vector3(0.019, 0.019, 0.023), range: 2 * 9.80665),
        gyroscopeReadout: ReadoutModel(noise: Vector3(0.0029, 0.0027, 0.0038)),
        magnetometerReadout: ReadoutModel(noise: Vector3(1.2, 1.1, 1.4)), gyroscopeBiasWalk: 1e-5,
        details: DeviceDetails(
            accelerometer: .init(sampling: SamplingModel(rate: 91.2, jitter: 0.000_3), resolution: 0.000_981),
            gyroscope: .init(sampling: SamplingModel(rate: 107.5, jitter: 0.000_1), resolution: 0.000_1),
            magnetometer: .init(sampling: SamplingModel(rate: 38.5), resolution: 0.28)))

    /// Nexus 5: gyroscope bias 4.1 degrees/s, hard iron 417 microtesla, soft iron +-5 %.
    public static let nexus5 = DeviceModel(
        name: "Nexus 5", accelerometer: AccelerometerModel(bias: Vector3(0.05, 0.03, -0.04)),
        gyroscope: GyroscopeModel(bias: Vector3(0.0154, -0.0052, 0.0701)),
        magnetometer: MagnetometerModel(
            hardIron: Vector3(58.8, -55.8, 409.3),
            softIron: Matrix3(
                Vector3(1.041, 0.011, 0.018), Vector3(0.011, 1.006, -0.013), Vector3(0.018, -0.013, 0.957))),
        accelerometerReadout: ReadoutModel(noise: Vector3(0.016, 0.016, 0.029), range: 2 * 9.80665),
        gyroscopeReadout: ReadoutModel(noise: Vector3(9.4e-4, 8.2e-4, 7.8e-4)),
        magnetometerReadout: ReadoutModel(noise: Vector3(0.65, 0.69, 0.63)), gyroscopeBiasWalk: 1e-5,
        details: DeviceDetails(
            accelerometer: .init(sampling: SamplingModel(rate: 198.6, jitter: 0), correlationTime: 0.004),
            gyroscope: .init(
                sampling: SamplingModel(rate: 198.6, jitter: 0), resolution: 0.000_015, correlationTime: 0.009),
            magnetometer: .init(
                sampling: SamplingModel(rate: 49.65, jitter: 0, delay: 0.03), correlationTime: 0.029)))
}
