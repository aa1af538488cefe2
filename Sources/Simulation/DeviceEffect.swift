/// An effect of a device that is off unless asked for, so that the simplest recording has nothing in it but calibration
/// errors, noise and a slow walk of the gyroscope's bias.
public enum DeviceEffect: String, Sendable, CaseIterable {
    /// The rates, jitter and delays of the device's own sensors.
    case timing
    /// The steps of the device's own sensors.
    case quantisation
    /// Bias instability, and the correlation of neighbouring samples' noise: the Allan deviation of the device.
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
    /// Lets an effect of the device act; later changes of `device` and samplings hold.
    public mutating func enable(_ effect: DeviceEffect) {
        let details = device.details
        switch effect {
        case .timing:
            accelerometer = details.accelerometer.sampling ?? accelerometer
            gyroscope = details.gyroscope.sampling ?? gyroscope
            magnetometer = details.magnetometer.sampling ?? magnetometer
        case .quantisation:
            device.accelerometerReadout.resolution = details.accelerometer.resolution
            device.gyroscopeReadout.resolution = details.gyroscope.resolution
            device.magnetometerReadout.resolution = details.magnetometer.resolution
        case .allan:
            device.gyroscopeInstability = details.gyroscopeInstability
            device.accelerometerInstability = details.accelerometerInstability
            device.accelerometerReadout.correlationTime = details.accelerometer.correlationTime
            device.gyroscopeReadout.correlationTime = details.gyroscope.correlationTime
            device.magnetometerReadout.correlationTime = details.magnetometer.correlationTime
        case .temperature:
            device.gyroscopeTemperatureCoefficient = details.gyroscopeTemperatureCoefficient
            device.accelerometerTemperatureCoefficient = details.accelerometerTemperatureCoefficient
            if warmUp.rise == 0 { warmUp.rise = 10 }
        }
    }
}
