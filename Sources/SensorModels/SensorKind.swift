/// The sensors a recording may hold, named as in every file and message of the tool.
public enum SensorKind: String, Sendable, Codable, CaseIterable, Hashable {
    /// Specific force, m/s^2, device axes: at rest it points UP (face up: z = +9.81).
    case accelerometer
    /// Angular rate, rad/s, device axes, right-handed; raw where the log has it raw.
    case gyroscope
    /// Magnetic field, microtesla, device axes; raw where the log has it raw.
    case magnetometer
    /// Gravity as the device computed it, m/s^2, with the accelerometer's sign (face up: z = +9.81).
    case gravity
    /// Acceleration without gravity as the device computed it, m/s^2.
    case linearAcceleration
    /// The gyroscope as the device corrected it, rad/s.
    case gyroscopeCorrected
    /// The magnetometer as the device corrected it, microtesla.
    case magnetometerCorrected
    /// The device's own attitude, device to east-north-up (north as the device has it).
    case attitude
    /// Location fixes.
    case location
    /// The device's own compass heading, degrees clockwise from north.
    case heading
    /// The reference orientation that errors are measured against, device to east-north-up.
    case reference
}
