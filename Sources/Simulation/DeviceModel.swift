import Rotations
import SensorModels

/// A device by the errors of its sensors: the calibration that would undo them, and what no calibration can undo.
public struct DeviceModel: Sendable {
    /// The name that the recording carries after `simulated`.
    public var name: String
    /// The accelerometer's true calibration, f = T (f_raw - b), m/s^2.
    public var accelerometer: AccelerometerModel
    /// The gyroscope's true calibration at time 0, w = K (w_raw - b), rad/s.
    public var gyroscope: GyroscopeModel
    /// The magnetometer's true calibration, m = S (m_raw - h), microtesla.
    public var magnetometer: MagnetometerModel
    /// The accelerometer's noise, range and resolution, m/s^2.
    public var accelerometerReadout: ReadoutModel
    /// The gyroscope's noise, range and resolution, rad/s.
    public var gyroscopeReadout: ReadoutModel
    /// The magnetometer's noise, range and resolution, microtesla.
    public var magnetometerReadout: ReadoutModel
    /// How the gyroscope's bias wanders: random walk, (rad/s)/sqrt(s), per axis.
    public var gyroscopeBiasWalk: Double
    /// Whether a gyroscope's sample is the mean rate since the sample before, as a digital gyroscope that integrates and
    /// decimates gives it (strapdown integration is then exact), or the rate at its instant.
    public var gyroscopeIntegrates: Bool

    /// A device without any error, to which errors can be added.
    public init(name: String = "ideal device") {
        self.name = name
        accelerometer = AccelerometerModel(bias: .zero)
        gyroscope = GyroscopeModel(bias: .zero)
        magnetometer = MagnetometerModel(hardIron: .zero)
        accelerometerReadout = ReadoutModel()
        gyroscopeReadout = ReadoutModel()
        magnetometerReadout = ReadoutModel()
        gyroscopeBiasWalk = 0
        gyroscopeIntegrates = true
    }

    /// The device without random errors: biases, hard and soft iron stay.
    public var withoutNoise: DeviceModel {
        var device = self
        device.accelerometerReadout = ReadoutModel()
        device.gyroscopeReadout = ReadoutModel()
        device.magnetometerReadout = ReadoutModel()
        device.gyroscopeBiasWalk = 0
        return device
    }
}
