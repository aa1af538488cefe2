import Evaluation
import Geodesy
import ProjectionCore
import SensorModels
import Vocabulary

/// The result of `project --json`. All keys are always present, null if unknown.
public struct ProjectionReport: Encodable, Sendable {
    /// Name and version of the schema.
    public static let schema = "sensorlab.projection-error/1"

    /// Name and version of the schema.
    public let schema = Self.schema
    /// The program.
    public let tool: ToolSection
    /// The log.
    public let input: InputSection
    /// The camera, as in a camera file.
    public let camera: Camera
    /// The observer's first position.
    public let observer: GeodeticPosition
    /// Number of places.
    public let places: Int
    /// Frames per second; null for every sample.
    @Nullable public var rateHz: Double?
    /// The angle added to the filters' headings, degrees: declination plus heading offset.
    public let turnDegrees: Double
    /// One entry per filter, model and group of places; empty without a reference.
    public let errors: [ProjectionErrorRow]
    /// The errors by distance and cause; null unless requested, or without a reference.
    @Nullable public var causes: [ErrorCauses]?
    /// The times at which the app would query places; null without a query radius.
    @Nullable public var queries: QueryReport?
    /// Placement of the labels per filter and model; null if labels are not placed.
    @Nullable public var labels: [LabelReport]?
    /// What fusing AR displacement and fixes changed; null unless requested.
    @Nullable public var position: PositionReport?
    /// The warnings.
    public let warnings: [Warning]
}

/// The queries of a recording: `QueryArea` over the observer's positions.
public struct QueryReport: Codable, Sendable, Hashable {
    /// Metres.
    public let radiusMetres: Double
    /// Seconds of the log's clock, one per query; null for the first query if the observer's position is fixed for the
    /// whole log.
    public let times: [Double?]
    /// The observer's position at each query.
    public let positions: [GeodeticPosition]

    init(radius: Double, observers: ObserverPath) {
        var area = QueryArea(radius: radius)
        var (times, positions): ([Double?], [GeodeticPosition]) = ([], [])
        for (time, position) in zip(observers.times, observers.positions) where area.update(position) {
            times.append(time == .min ? nil : Double(time) * 1e-9)
            positions.append(position)
        }
        (radiusMetres, self.times, self.positions) = (radius, times, positions)
    }
}

/// The labels of one filter with one model over a recording, counted per frame.
public struct LabelReport: Codable, Sendable, Hashable {
    /// The filter's name.
    public let filter: String
    /// The model.
    public let projection: ProjectionModel
    /// Labels of places on the screen, summed over the frames.
    public let labels: Int
    /// The share of hidden labels, [0, 1]; null without a label.
    @Nullable public var hiddenShare: Double?
    /// The share of labels not at their preferred side, [0, 1]; null without a label.
    @Nullable public var movedShare: Double?

    init(_ run: ProjectionAnalysis.Run, _ count: LabelCount) {
        (filter, projection, labels) = (run.filter, run.model, count.labels)
        hiddenShare = count.labels > 0 ? count.hiddenShare : nil
        movedShare = count.labels > 0 ? count.movedShare : nil
    }
}

/// The error of one filter with one model.
public struct ProjectionErrorRow: Encodable, Sendable {
    /// The filter's name.
    public let filter: String
    /// The model.
    public let projection: ProjectionModel
    /// The category of the places; null for all places.
    @Nullable public var category: String?
    /// Null if the reference sees none of the places.
    @Nullable public var accuracy: PixelAccuracy?
    /// RMS error due to the accuracies of the fixes, pixels; null if the observer's position counts as exact.
    @Nullable public var positionPixels: Double?
    /// The RMS error of the labels including that of the observer's position; null if the reference sees no place.
    @Nullable public var totalPixels: Double?
}
