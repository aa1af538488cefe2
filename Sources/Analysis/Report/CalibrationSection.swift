import Calibration
import SensorModels
import Vocabulary

/// The calibrations that were applied.
public struct CalibrationSection: Codable, Sendable, Equatable {
    /// Hard and soft iron; null without one.
    @Nullable public var magnetometer: MagnetometerCalibration?
    /// Bias; null without one.
    @Nullable public var gyroscope: GyroscopeCalibration?
    /// Bias and scale; null without one.
    @Nullable public var accelerometer: AccelerometerCalibration?
    /// The constant that was added to every heading; null without one.
    @Nullable public var heading: HeadingCalibration?

    /// Empty.
    public init() {}
}
