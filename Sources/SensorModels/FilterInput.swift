/// The streams that a causal filter consumes, calibrated, in the convention of `SensorKind`.
///
/// An absent sensor is an empty stream. Stamps may differ between sensors; nothing is resampled.
public struct FilterInput: Sendable {
    /// rad/s.
    public var gyroscope: VectorStream
    /// Specific force, m/s^2.
    public var accelerometer: VectorStream
    /// m/s^2, the accelerometer's sign.
    public var gravity: VectorStream
    /// Microtesla.
    public var magnetometer: VectorStream
    /// Standard deviation of the gyroscope's bias after calibration, rad/s per axis; `nil` where it is unknown.
    public var gyroscopeBiasSigma: Double?

    /// Streams that are not given are absent.
    public init(
        gyroscope: VectorStream = VectorStream(), accelerometer: VectorStream = VectorStream(),
        gravity: VectorStream = VectorStream(), magnetometer: VectorStream = VectorStream(),
        gyroscopeBiasSigma: Double? = nil
    ) {
        (self.gyroscope, self.accelerometer) = (gyroscope, accelerometer)
        (self.gravity, self.magnetometer) = (gravity, magnetometer)
        self.gyroscopeBiasSigma = gyroscopeBiasSigma
    }

    /// Specific force, m/s^2: the accelerometer's, else gravity as the device computed it.
    public var force: VectorStream { accelerometer.isEmpty ? gravity : accelerometer }

    /// The stream whose samples make the rows of a track: gyroscope, else accelerometer, else
    /// gravity, else magnetometer.
    public var clock: VectorStream {
        for stream in [gyroscope, accelerometer, gravity] where !stream.isEmpty { return stream }
        return magnetometer
    }

    /// Samples of all sensors together.
    public var sampleCount: Int { gyroscope.count + accelerometer.count + gravity.count + magnetometer.count }
}

/// The sensors a recording may hold, named as in every file and message of the tool.
public enum SensorKind: String, Sendable, CaseIterable, Hashable {
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
    /// Headings alone that errors are measured against (`ReferenceHeading` of a recording), clockwise from north.
    case referenceHeading
    /// Poses of the camera in the world of an AR session (`ARPose`).
    case arPose
    /// Poses of the camera on Earth (`GeospatialPose`).
    case geospatialPose
}

#if !hasFeature(Embedded)
    extension SensorKind: Codable {}
#endif
