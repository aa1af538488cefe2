import Rotations
import SensorModels
import Vocabulary

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
