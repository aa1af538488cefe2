import SensorModels
import Vocabulary

/// A calibration file: versioned JSON, one section per sensor that was fitted, the formula inside.
///
/// Angles of the heading's section are degrees; everything else is SI and microtesla.
public struct CalibrationFile: Codable, Sendable, Equatable {
    /// The schema that this version of the tool reads and writes.
    public static let schema = "sensorlab.calibration/1"

    /// Name and version of the schema.
    public var schema: String
    /// Hard and soft iron; null where it was not fitted.
    @Nullable public var magnetometer: MagnetometerCalibration?
    /// The bias; null where it was not fitted.
    @Nullable public var gyroscope: GyroscopeCalibration?
    /// Bias and scale; null where it was not fitted.
    @Nullable public var accelerometer: AccelerometerCalibration?
    /// The constant between estimated and true heading; null where it was not fitted.
    @Nullable public var heading: HeadingCalibration?
    /// Where it came from.
    public var provenance: CalibrationProvenance
    /// What there was to say about logs and field.
    public var warnings: [Warning]

    /// From its parts; what is not given is null.
    public init(
        magnetometer: MagnetometerCalibration? = nil, gyroscope: GyroscopeCalibration? = nil,
        accelerometer: AccelerometerCalibration? = nil, heading: HeadingCalibration? = nil,
        provenance: CalibrationProvenance, warnings: [Warning] = []
    ) {
        schema = Self.schema
        self.magnetometer = magnetometer
        self.gyroscope = gyroscope
        self.accelerometer = accelerometer
        self.heading = heading
        self.provenance = provenance
        self.warnings = warnings
    }

    /// The sections that are there.
    public var sections: [(sensor: SensorKind, section: any SensorCalibration)] {
        let all: [(SensorKind, (any SensorCalibration)?)] = [
            (.magnetometer, magnetometer), (.gyroscope, gyroscope), (.accelerometer, accelerometer),
            (.heading, heading),
        ]
        return all.compactMap { sensor, section in section.map { (sensor, $0) } }
    }
}
