import Rotations

/// What is known of a device beyond its calibration and noise.
///
/// The defaults of bias instability and temperature coefficients are ASSUMED: the recordings at rest of the named phones
/// last no more than 31 s, and their Allan deviation still falls at 3 s, which only says that the instability B of their
/// gyroscopes is below 1.5e-4 to 3e-4 rad/s.
public struct DeviceDetails: Sendable, Hashable {
    /// What one sensor adds.
    public struct Sensor: Sendable, Hashable {
        /// When it samples in the device; `nil` where that is not known.
        public var sampling: SamplingModel?
        /// The size of one step in its unit; 0 for none.
        public var resolution: Double
        /// The time in which its noise's correlation falls to 1/e, seconds.
        public var correlationTime: Double

        /// From sampling, step and correlation time of the noise.
        public init(_ sampling: SamplingModel? = nil, resolution: Double = 0, correlationTime: Double = 0) {
            self.sampling = sampling
            self.resolution = resolution
            self.correlationTime = correlationTime
        }
    }

    /// Steps in m/s^2.
    public var accelerometer = Sensor()
    /// Steps in rad/s.
    public var gyroscope = Sensor()
    /// Steps in microtesla.
    public var magnetometer = Sensor()
    /// The flicker noise B of the gyroscope's bias, rad/s: 20 degrees per hour.
    public var gyroscopeInstability = 1e-4
    /// The flicker noise B of the accelerometer's bias, m/s^2: 0.1 mg.
    public var accelerometerInstability = 1e-3
    /// (rad/s)/K, device axes: some 0.03 (degrees/s)/K.
    public var gyroscopeTemperatureCoefficient = Vector3(5e-4, -4e-4, 3e-4)
    /// (m/s^2)/K, device axes: some 0.3 mg/K.
    public var accelerometerTemperatureCoefficient = Vector3(0.003, -0.002, 0.004)

    /// Nothing known of the sampling.
    public init() {}
}
