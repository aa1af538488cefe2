import Rotations

/// The calibrations that apply to one log or one device, at most one per sensor.
public struct CalibrationSet: Sendable, Equatable {
    /// Hard and soft iron; `nil` = uncalibrated.
    public var magnetometer: MagnetometerCalibration?
    /// Bias and scale; `nil` = uncalibrated.
    public var gyroscope: GyroscopeCalibration?
    /// Bias and scale; `nil` = uncalibrated.
    public var accelerometer: AccelerometerCalibration?
    /// The heading's constant; `nil` = none.
    public var heading: HeadingCalibration?

    /// No calibration: readings are used as they are.
    public init() {}

    /// Takes the sections that `file` has, to be applied; a later file replaces an earlier one's
    /// section of the same sensor.
    public mutating func merge(_ file: CalibrationFile, source: String) {
        magnetometer = file.magnetometer?.applied(from: source) ?? magnetometer
        gyroscope = file.gyroscope?.applied(from: source) ?? gyroscope
        accelerometer = file.accelerometer?.applied(from: source) ?? accelerometer
        heading = file.heading?.applied(from: source) ?? heading
    }

    /// What is added to every heading, radians, clockwise positive; 0 without a heading calibration.
    public var headingOffset: Double {
        heading.map { $0.applied == true ? Angle.radians($0.offsetDegrees) : 0 } ?? 0
    }

    /// How the gyroscope's readings are corrected; `nil` where they are used as they are.
    public var gyroscopeModel: GyroscopeModel? { gyroscope?.applied == true ? gyroscope?.model : nil }
    /// Standard deviation of the gyroscope's bias that remains after the calibration, rad/s per axis: the fit's
    /// own sigma, and the change of a bias from one recording to the next or, where the calibration is from the
    /// recording itself, within it. `nil` where the readings are not corrected, or where the correction was
    /// refused or states no sigma.
    public var gyroscopeBiasSigma: Double? {
        guard let gyroscope, gyroscope.applied == true, gyroscope.accepted, let stated = gyroscope.biasSigma else {
            return nil
        }
        let change =
            if gyroscope.source != "log" {
                GyroscopeCalibration.biasChange
            } else {
                // The sigma of an in-use fit includes the wander.
                gyroscope.method == .inUse ? 0 : GyroscopeCalibration.biasWander
            }
        return (stated.lengthSquared / 3 + change * change).squareRoot()
    }
    /// How the accelerometer's readings are corrected; `nil` where they are used as they are.
    public var accelerometerModel: AccelerometerModel? {
        accelerometer?.applied == true ? accelerometer?.model : nil
    }
    /// How the magnetometer's readings are corrected; `nil` where they are used as they are.
    public var magnetometerModel: MagnetometerModel? { magnetometer?.applied == true ? magnetometer?.model : nil }
}
