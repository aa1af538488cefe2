import Rotations
import SensorModels

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
