/// An effect of a device that is off by default, so that the simplest recording contains only calibration errors, noise
/// and a slow walk of the gyroscope's bias.
public enum DeviceEffect: String, Sendable, CaseIterable {
    /// The rates, jitter and delays of the device's own sensors.
    case timing
    /// The resolutions of the device's own sensors.
    case quantisation
    /// Bias instability and correlated noise of neighbouring samples: the Allan deviation of the device.
    case allan
    /// Biases that follow the temperature.
    case temperature

    /// What it does, in a few words.
    public var summary: String {
        switch self {
        case .timing: return "the device's own rates, jitter and delays"
        case .quantisation: return "the device's own steps"
        case .allan: return "bias instability and correlated noise"
        case .temperature: return "biases that drift while the device grows warm"
        }
    }
}

extension SimulationOptions {
    /// Enables an effect of the device; `device` and the samplings can still be changed afterwards.
    public mutating func enable(_ effect: DeviceEffect) {
        let details = device.details
        let sensors:
            [(WritableKeyPath<Self, SamplingModel>, WritableKeyPath<Self, ReadoutModel>, DeviceDetails.Sensor)] = [
                (\.accelerometer, \.device.accelerometerReadout, details.accelerometer),
                (\.gyroscope, \.device.gyroscopeReadout, details.gyroscope),
                (\.magnetometer, \.device.magnetometerReadout, details.magnetometer),
            ]
        switch effect {
        case .timing:
            for (sampling, _, sensor) in sensors {
                if let known = sensor.sampling { self[keyPath: sampling] = known }
            }
        case .quantisation:
            for (_, readout, sensor) in sensors { self[keyPath: readout].resolution = sensor.resolution }
        case .allan:
            device.gyroscopeInstability = details.gyroscopeInstability
            device.accelerometerInstability = details.accelerometerInstability
            for (_, readout, sensor) in sensors { self[keyPath: readout].correlationTime = sensor.correlationTime }
        case .temperature:
            device.gyroscopeTemperatureCoefficient = details.gyroscopeTemperatureCoefficient
            device.accelerometerTemperatureCoefficient = details.accelerometerTemperatureCoefficient
            if warmUp.rise == 0 { warmUp.rise = 10 }
        }
    }
}
