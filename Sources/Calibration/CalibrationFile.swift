import Recordings
import Rotations
import SensorModels

/// A calibration file: versioned JSON, one section per sensor that was fitted, the formula inside.
public struct CalibrationFile: Codable, Sendable, Equatable {
    /// The schema that this version of the tool reads and writes.
    public static let schema = "sensorlab.calibration/1"

    public var schema: String
    @Nullable public var magnetometer: MagnetometerCalibration?
    @Nullable public var gyroscope: GyroscopeCalibration?
    @Nullable public var accelerometer: AccelerometerCalibration?
    public var provenance: CalibrationProvenance
    public var warnings: [Warning]

    public init(
        magnetometer: MagnetometerCalibration? = nil, gyroscope: GyroscopeCalibration? = nil,
        accelerometer: AccelerometerCalibration? = nil, provenance: CalibrationProvenance, warnings: [Warning] = []
    ) {
        schema = Self.schema
        self.magnetometer = magnetometer
        self.gyroscope = gyroscope
        self.accelerometer = accelerometer
        self.provenance = provenance
        self.warnings = warnings
    }

    /// The sections that are there.
    public var sections: [(sensor: SensorKind, section: any SensorCalibration)] {
        let all: [(SensorKind, (any SensorCalibration)?)] = [
            (.magnetometer, magnetometer), (.gyroscope, gyroscope), (.accelerometer, accelerometer),
        ]
        return all.compactMap { sensor, section in section.map { (sensor, $0) } }
    }
}

/// What the sections of all sensors have in common.
public protocol SensorCalibration {
    /// The stream that was fitted.
    var stream: String { get }
    /// Whether the data carried the result.
    var accepted: Bool { get }
    /// Why it was accepted or refused.
    var reason: String { get }
    /// What to do to get what is missing.
    var missing: String? { get }
}

/// Where a calibration came from.
public struct CalibrationProvenance: Codable, Sendable, Equatable {
    public var toolVersion: String
    /// Paths as the user gave them, with the checksum of the content.
    public var logs: [CalibrationSource]
    @Nullable public var device: String?
    /// `YYYY-MM-DD`.
    @Nullable public var date: String?
    @Nullable public var place: Place?
    /// The geomagnetic model whose intensity and dip were used.
    @Nullable public var geomagneticModel: String?

    public init(
        toolVersion: String, logs: [CalibrationSource], device: String? = nil, date: String? = nil, place: Place? = nil,
        geomagneticModel: String? = nil
    ) {
        self.toolVersion = toolVersion
        self.logs = logs
        self.device = device
        self.date = date
        self.place = place
        self.geomagneticModel = geomagneticModel
    }
}

/// One log that a calibration was fitted to.
public struct CalibrationSource: Codable, Sendable, Equatable {
    public var path: String
    public var sha256: String

    public init(path: String, sha256: String) {
        self.path = path
        self.sha256 = sha256
    }
}

/// A fitted magnetometer.
public struct MagnetometerCalibration: SensorCalibration, Codable, Sendable, Equatable {
    /// What the numbers mean.
    public var formula = "m_calibrated = S (m_raw - h), microtesla, device axes"
    /// The stream that was fitted and to which it applies: `magnetometer` or `magnetometerCorrected`.
    public var stream: String
    /// h, microtesla.
    public var hardIron: [Double]
    /// S by rows.
    public var softIron: [[Double]]
    /// Standard deviations of h, microtesla.
    @Nullable public var hardIronSigma: [Double]?
    /// The intensity that S was scaled to, microtesla; null where it is unknown and S has determinant 1.
    @Nullable public var fieldMicrotesla: Double?
    /// The dip of the field that was used or learnt, degrees, down positive.
    @Nullable public var dipDegrees: Double?
    /// `sphere`, `axis-aligned` or `ellipsoid`.
    public var rung: String
    /// The method of the fit.
    public var method: String
    /// Samples used, repeats left out.
    public var samples: Int
    /// RMS of (|m_calibrated| - F) / F in percent.
    @Nullable public var residualPercent: Double?
    /// Predicted standard deviation of the heading, degrees: the worse of level and upright.
    @Nullable public var headingSigmaDegrees: Double?
    /// The same in the level and in the upright pose.
    @Nullable public var headingSigmaLevelDegrees: Double?
    @Nullable public var headingSigmaUprightDegrees: Double?
    /// The share of directions on the sphere that the log shows, 0...1.
    @Nullable public var coverage: Double?
    public var accepted: Bool
    /// Why it was accepted or refused, in plain words.
    public var reason: String
    /// What to do to get what is missing; null where nothing is.
    @Nullable public var missing: String?
    /// Where it came from: `log` (fitted from the analysed log itself) or the path of a file.
    public var source: String
    /// Whether the report's filters used it; null in a calibration file.
    @Nullable public var applied: Bool?

    public init(
        stream: String, model: MagnetometerModel, rung: String, method: String, samples: Int, accepted: Bool,
        reason: String, source: String
    ) {
        self.stream = stream
        hardIron = [model.hardIron.x, model.hardIron.y, model.hardIron.z]
        softIron = (0..<3).map { row in (0..<3).map { model.softIron[row, $0] } }
        self.rung = rung
        self.method = method
        self.samples = samples
        self.accepted = accepted
        self.reason = reason
        self.source = source
    }
}

/// A fitted gyroscope.
public struct GyroscopeCalibration: SensorCalibration, Codable, Sendable, Equatable {
    public var formula = "w_calibrated = K (w_raw - b), rad/s, device axes"
    public var stream: String
    /// b, rad/s.
    public var bias: [Double]
    /// K by rows.
    public var scale: [[Double]]
    /// Standard deviations of b, rad/s.
    @Nullable public var biasSigma: [Double]?
    /// Seconds of rest that were used.
    @Nullable public var restSeconds: Double?
    public var method: String
    public var accepted: Bool
    public var reason: String
    @Nullable public var missing: String?
    public var source: String
    /// Whether the report's filters used it; null in a calibration file.
    @Nullable public var applied: Bool?

    public init(
        stream: String, model: GyroscopeModel, method: String, accepted: Bool, reason: String, source: String
    ) {
        self.stream = stream
        bias = [model.bias.x, model.bias.y, model.bias.z]
        scale = (0..<3).map { row in (0..<3).map { model.scale[row, $0] } }
        self.method = method
        self.accepted = accepted
        self.reason = reason
        self.source = source
    }
}

/// A fitted accelerometer.
public struct AccelerometerCalibration: SensorCalibration, Codable, Sendable, Equatable {
    public var formula = "f_calibrated = T (f_raw - b), m/s^2, device axes"
    public var stream: String
    /// b, m/s^2.
    public var bias: [Double]
    /// T by rows.
    public var scale: [[Double]]
    @Nullable public var biasSigma: [Double]?
    public var method: String
    public var accepted: Bool
    public var reason: String
    @Nullable public var missing: String?
    public var source: String
    /// Whether the report's filters used it; null in a calibration file.
    @Nullable public var applied: Bool?

    public init(
        stream: String, model: AccelerometerModel, method: String, accepted: Bool, reason: String, source: String
    ) {
        self.stream = stream
        bias = [model.bias.x, model.bias.y, model.bias.z]
        scale = (0..<3).map { row in (0..<3).map { model.scale[row, $0] } }
        self.method = method
        self.accepted = accepted
        self.reason = reason
        self.source = source
    }
}
