import Evaluation
import Geodesy
import ProjectionCore
import Recordings
import SensorModels
import Vocabulary

/// The answer of `project --json`. Every key is always there, null where unknown.
public struct ProjectionReport: Encodable, Sendable {
    /// Name and version of the schema.
    public static let schema = "sensorlab.projection-error/1"

    /// Name and version of the schema.
    public let schema = Self.schema
    /// The program.
    public let tool: ToolSection
    /// The log.
    public let input: InputSection
    /// The camera, as a camera file has it.
    public let camera: Camera
    /// The observer's first position.
    public let observer: GeodeticPosition
    /// How many places there are.
    public let places: Int
    /// Frames per second; null for every sample.
    @Nullable public var rateHz: Double?
    /// What was added to the filters' headings, degrees: declination and heading offset.
    public let turnDegrees: Double
    /// One entry per filter, model and group of places; empty without a reference.
    public let errors: [ProjectionErrorRow]
    /// The warnings.
    public let warnings: [Warning]
}

/// The error of one filter with one model.
public struct ProjectionErrorRow: Encodable, Sendable {
    /// The filter's name.
    public let filter: String
    /// The model.
    public let projection: ProjectionModel
    /// The category of the places; null for all of them.
    @Nullable public var category: String?
    /// Null where the reference sees none of the places.
    @Nullable public var accuracy: PixelAccuracy?
    /// What the accuracies of the fixes add, RMS pixels; null where the observer's position counts as exact.
    @Nullable public var positionPixels: Double?
    /// The RMS error of the labels with that of the observer's position; null where the reference sees no place.
    @Nullable public var totalPixels: Double?
}
