import Calibration
import Evaluation
import Recordings
import SensorModels

/// The answer of `analyze` as it stands in `report.json`. Every key is always there, null where unknown.
///
/// Additions are allowed, renames are not. Angles in degrees, the field in microtesla.
public struct AnalysisReport: Codable, Sendable {
    public static let schema = "sensorlab.report/1"

    public var schema: String = Self.schema
    public var tool: ToolSection
    public var input: InputSection
    public var recording: RecordingSection
    @Nullable public var geomagnetism: GeomagnetismSection?
    public var calibration: CalibrationSection
    public var filters: [FilterSection]
    /// What the device itself made of its sensors; null where the log has nothing of the kind.
    @Nullable public var device: DeviceSection?
    @Nullable public var headingOffset: HeadingOffsetSection?
    @Nullable public var deviation: DeviationSection?
    public var budget: [BudgetEntry]
    @Nullable public var recommendation: RecommendationSection?
    public var warnings: [Warning]
    public var performance: PerformanceSection

    public init(tool: ToolSection, input: InputSection, recording: RecordingSection) {
        self.tool = tool
        self.input = input
        self.recording = recording
        calibration = CalibrationSection()
        filters = []
        budget = []
        warnings = []
        performance = PerformanceSection()
    }
}

/// The program that made the report.
public struct ToolSection: Codable, Sendable, Hashable {
    public var version: String
    public init(version: String) { self.version = version }
}

/// The log that was read.
public struct InputSection: Codable, Sendable, Hashable {
    public var path: String
    public var format: String
    public var sha256: String

    public init(path: String, format: String, sha256: String) {
        self.path = path
        self.format = format
        self.sha256 = sha256
    }
}

/// What the log holds.
public struct RecordingSection: Codable, Sendable, Hashable {
    @Nullable public var name: String?
    @Nullable public var device: String?
    @Nullable public var place: Place?
    /// `YYYY-MM-DD`.
    @Nullable public var date: String?
    /// The north of the reference orientation; null without one.
    @Nullable public var referenceNorth: North?
    public var durationSeconds: Double
    public var streams: [StreamSection]

    public init(durationSeconds: Double, streams: [StreamSection]) {
        self.durationSeconds = durationSeconds
        self.streams = streams
    }
}

/// One stream of the log.
public struct StreamSection: Codable, Sendable, Hashable {
    public var sensor: String
    public var samples: Int
    /// 1 / median interval; null with fewer than two samples.
    @Nullable public var rateHz: Double?
    /// Standard deviation of the interval about its median, gaps left out.
    @Nullable public var jitterSeconds: Double?
    /// Intervals of more than five medians.
    public var gaps: Int
    /// Equal consecutive time stamps.
    public var duplicates: Int
    /// Consecutive samples with the same value, which are samples nevertheless.
    public var repeatedValues: Int
    public var unit: String
    public var convention: String
    public var decidedBy: String

    public init(
        sensor: String, samples: Int, rateHz: Double?, jitterSeconds: Double?, gaps: Int, duplicates: Int,
        repeatedValues: Int, unit: String, convention: String, decidedBy: String
    ) {
        self.sensor = sensor
        self.samples = samples
        self.gaps = gaps
        self.duplicates = duplicates
        self.repeatedValues = repeatedValues
        self.unit = unit
        self.convention = convention
        self.decidedBy = decidedBy
        self.rateHz = rateHz
        self.jitterSeconds = jitterSeconds
    }
}

/// The field of the geomagnetic model at the log's place and date.
public struct GeomagnetismSection: Codable, Sendable, Hashable {
    public var model: String
    /// `YYYY-MM-DD`.
    public var date: String
    public var place: Place
    /// East positive: true heading = magnetic heading + declination.
    public var declinationDegrees: Double
    @Nullable public var declinationSigmaDegrees: Double?
    /// Down positive.
    public var inclinationDegrees: Double
    public var intensityMicrotesla: Double
    /// Horizontal intensity, microtesla.
    public var horizontalMicrotesla: Double
    /// The dates for which the model is valid, `[first, end)` in decimal years.
    public var validFrom: Double
    public var validTo: Double
    /// Where place and date came from: `log`, `--place`, ...
    public var source: String

    public init(
        model: String, date: String, place: Place, declinationDegrees: Double, declinationSigmaDegrees: Double?,
        inclinationDegrees: Double, intensityMicrotesla: Double, horizontalMicrotesla: Double, validFrom: Double,
        validTo: Double, source: String
    ) {
        self.model = model
        self.date = date
        self.place = place
        self.declinationDegrees = declinationDegrees
        self.inclinationDegrees = inclinationDegrees
        self.intensityMicrotesla = intensityMicrotesla
        self.horizontalMicrotesla = horizontalMicrotesla
        self.validFrom = validFrom
        self.validTo = validTo
        self.source = source
        self.declinationSigmaDegrees = declinationSigmaDegrees
    }
}

/// The calibrations that were applied.
public struct CalibrationSection: Codable, Sendable, Equatable {
    @Nullable public var magnetometer: MagnetometerCalibration?
    @Nullable public var gyroscope: GyroscopeCalibration?
    @Nullable public var accelerometer: AccelerometerCalibration?

    public init() {}
}

/// One filter's run.
public struct FilterSection: Codable, Sendable {
    public var name: String
    public var parameters: [String: Double]
    /// `top` or `camera`.
    public var headingAxis: String
    public var heading: HeadingSection
    public var rho: RhoSection
    /// Null where no reference is.
    @Nullable public var accuracy: Accuracy?

    public init(
        name: String, parameters: [String: Double], headingAxis: String, heading: HeadingSection, rho: RhoSection,
        accuracy: Accuracy?
    ) {
        self.name = name
        self.parameters = parameters
        self.headingAxis = headingAxis
        self.heading = heading
        self.rho = rho
        self.accuracy = accuracy
    }
}

/// The heading over the log.
public struct HeadingSection: Codable, Sendable, Hashable {
    /// `true` or `magnetic`.
    public var north: North
    @Nullable public var circularMeanDegrees: Double?
    @Nullable public var circularStandardDeviationDegrees: Double?
    /// Median of the filter's own sigma.
    @Nullable public var medianSigmaDegrees: Double?
    /// The share of rows with a defined heading, 0...1.
    public var definedShare: Double

    public init(
        north: North, circularMeanDegrees: Double?, circularStandardDeviationDegrees: Double?,
        medianSigmaDegrees: Double?, definedShare: Double
    ) {
        self.north = north
        self.definedShare = definedShare
        self.circularMeanDegrees = circularMeanDegrees
        self.circularStandardDeviationDegrees = circularStandardDeviationDegrees
        self.medianSigmaDegrees = medianSigmaDegrees
    }
}

/// rho over the log, classic form, from the filter's gravity and from recorded gravity.
public struct RhoSection: Codable, Sendable, Hashable {
    @Nullable public var meanDegrees: Double?
    @Nullable public var standardDeviationDegrees: Double?
    @Nullable public var minimumDegrees: Double?
    @Nullable public var maximumDegrees: Double?
    /// Mean of the exact zenith angle of the camera axis.
    @Nullable public var meanZenithAngleDegrees: Double?
    /// Mean of rho from recorded gravity; null where the log has none.
    @Nullable public var recordedGravityMeanDegrees: Double?
    /// RMS of rho from the filter minus rho from recorded gravity; null where the log has none.
    @Nullable public var rmsToRecordedGravityDegrees: Double?

    public init() {}
}

/// The constant between estimated and true heading.
public struct HeadingOffsetSection: Codable, Sendable, Hashable {
    /// True heading = estimated heading + offset, clockwise positive.
    public var offsetDegrees: Double
    /// Honest in the sense of correlated residuals; null where they are too few to say.
    @Nullable public var sigmaDegrees: Double?
    public var accepted: Bool
    /// Why it was refused; empty where it was accepted.
    public var reason: String
    public var method: String
    /// The filter whose heading it corrects.
    public var filter: String

    public init(
        offsetDegrees: Double, sigmaDegrees: Double?, accepted: Bool, reason: String, method: String, filter: String
    ) {
        self.offsetDegrees = offsetDegrees
        self.accepted = accepted
        self.reason = reason
        self.method = method
        self.filter = filter
        _sigmaDegrees = Nullable(wrappedValue: sigmaDegrees)
    }
}

/// The deviation curve: deviation = magnetic heading - compass heading, east positive, as a function of COMPASS heading z':
/// A + B sin z' + C cos z' + D sin 2z' + E cos 2z', degrees.
public struct DeviationSection: Codable, Sendable {
    public var A: Double
    public var B: Double
    public var C: Double
    public var D: Double
    public var E: Double
    /// Standard deviations of A..E, degrees.
    public var sigmas: [String: Double]
    /// The coefficients of the exact (sine) form, without unit, by letter.
    @Nullable public var exact: [String: Double]?
    public var residualRMSDegrees: Double
    public var accepted: Bool
    public var reason: String
    public var curve: [DeviationPoint]
    /// What the curve was fitted to: of a table its rows, of a log means over 10 degrees of heading.
    public var points: [DeviationPoint]

    public init(
        coefficients c: [Double], sigmas: [String: Double], exact: [String: Double]?, residualRMSDegrees: Double,
        accepted: Bool, reason: String, curve: [DeviationPoint], points: [DeviationPoint]
    ) {
        (A, B, C, D, E) = (c[0], c[1], c[2], c[3], c[4])
        self.sigmas = sigmas
        self.residualRMSDegrees = residualRMSDegrees
        self.accepted = accepted
        self.reason = reason
        self.curve = curve
        self.points = points
        self.exact = exact
    }
}

/// A compass heading, [0, 360), and the deviation there, both in degrees.
public struct DeviationPoint: Codable, Sendable, Hashable {
    public var heading: Double
    public var deviation: Double

    public init(heading: Double, deviation: Double) {
        self.heading = heading
        self.deviation = deviation
    }
}

/// One source of heading error.
public struct BudgetEntry: Codable, Sendable, Hashable {
    public var source: String
    @Nullable public var sigmaDegrees: Double?

    public init(source: String, sigmaDegrees: Double?) {
        self.source = source
        self.sigmaDegrees = sigmaDegrees
    }
}

/// Which filter to use.
public struct RecommendationSection: Codable, Sendable, Hashable {
    public var filter: String
    public var parameters: [String: Double]
    public var why: String

    public init(filter: String, parameters: [String: Double], why: String) {
        self.filter = filter
        self.parameters = parameters
        self.why = why
    }
}

/// Times, which differ from run to run and stand nowhere else.
public struct PerformanceSection: Codable, Sendable, Hashable {
    public var seconds: [String: Double] = [:]
    public var samplesPerSecond: [String: Double] = [:]

    public init() {}
}
