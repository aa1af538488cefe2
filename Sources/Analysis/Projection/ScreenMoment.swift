import Evaluation
import Geodesy
import ProjectionCore
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// The screen at one time: the drawn position of each place by filter and model, and its true position.
public struct ScreenMoment: Sendable {
    /// The labels of one filter with one model.
    public struct Layer: Sendable {
        /// `filter, model`.
        public let name: String
        /// One per place.
        public let positions: [ScreenPosition]
        /// One-sigma ellipses, if filter and model have a sigma; one per place.
        public let ellipses: [ErrorEllipse?]
        /// For models that depend on the device's roll.
        public let horizon: Horizon?
        /// Size of the labels, [0, 1]; one per place.
        public let scales: [Double]
        /// Opacity of the labels, [0, 1]; one per place.
        public let opacities: [Double]
        /// The placed labels; empty if labels are not placed.
        public let labels: [PlacedLabel]
        /// Directions to turn to; one per place.
        public let bearings: [PlaceBearing?]
        /// How far labels are turned about their vertical, degrees; one per place.
        public let turns: [Double]
        /// Of the places by the model, metres; one per place.
        public let distances: [Double]
        /// Of the camera, radians clockwise from true north; `nil` within 5 degrees of the vertical.
        public let heading: Double?

        init(
            name: String, _ projector: Projector, _ orientation: Quaternion, horizon: Horizon?,
            ellipse: (Int) -> ErrorEllipse? = { _ in nil }
        ) {
            (self.name, self.horizon) = (name, horizon)
            let positions = projector.positions(orientation)
            let indices = projector.places.indices
            self.positions = positions
            ellipses = indices.map(ellipse)
            scales = indices.map { projector.labelScale(of: $0) }
            opacities = indices.map { projector.opacity(of: $0) }
            var placement = projector.options.labels.map { LabelPlacement(rule: $0) }
            placement?.place(positions, of: projector)
            labels = placement?.labels ?? []
            bearings = indices.map {
                projector.bearing(of: $0, orientation: orientation, position: positions[$0])
            }
            turns = positions.map { projector.labelTurn(at: $0.x) }
            distances = projector.distances
            heading = orientation.heading(of: .camera)
        }
    }

    /// Nanoseconds of the log's clock.
    public let time: Int64
    /// Width of the screen, pixels.
    public let width: Double
    /// Height of the screen, pixels.
    public let height: Double
    /// Half of the field of view across the screen, radians.
    public let halfField: Double
    /// The largest distance of a place that is shown, metres; `nil` without a limit.
    public let maximumDistance: Double?
    /// The places.
    public let places: [PointOfInterest]
    /// In the order of the runs.
    public let layers: [Layer]
    /// By the reference and `geodesic`; `nil` if the log has no reference at this time.
    public let truth: Layer?

    /// - Throws: `SensorLabError` (usage) if nothing is drawn at this time.
    public init(_ analysis: ProjectionAnalysis, at time: Int64) throws {
        guard let first = analysis.runs.first else { throw Self.nothing(time) }
        self.time = time
        let screen = first.screen.truth
        (width, height, places) = (screen.screenWidth, screen.screenHeight, screen.places)
        let focal = screen.options.screen.isSideways ? screen.camera.focalY : screen.camera.focalX
        halfField = Double.atan2(y: width / 2, x: focal)
        maximumDistance = first.screen.drawn.options.maximumDistance ?? first.model.ownMaximumDistance
        layers = try analysis.runs.compactMap { run in
            guard let observer = run.screen.observers.position(at: time),
                let row = run.drawn.row(at: time)
            else { return nil }
            var projector = run.screen.drawn
            try projector.prepare(observer: observer)
            let estimate = run.drawn.track.estimates[row]
            let uncertainty = run.screen.observers.uncertainty(of: estimate, at: time)
            return Layer(
                name: "\(run.filter), \(run.model.rawValue)", projector, estimate.orientation,
                horizon: run.model.isPortraitOnly ? nil : projector.horizon(estimate.orientation)
            ) { projector.errorEllipse(of: $0, orientation: estimate.orientation, uncertainty: uncertainty) }
        }
        guard !layers.isEmpty else { throw Self.nothing(time) }
        truth = try Self.truth(analysis, first.screen, at: time)
    }

    private static func truth(
        _ analysis: ProjectionAnalysis, _ screen: LabelScreen, at time: Int64
    ) throws -> Layer? {
        let index = analysis.reference.index(atOrAfter: time)
        guard index < analysis.reference.count, analysis.reference.times[index] - time <= Comparison.maximumGap,
            let observer = screen.observers.position(at: time)
        else { return nil }
        var projector = screen.truth
        try projector.prepare(observer: observer)
        let orientation = analysis.reference.values[index]
        return Layer(
            name: "reference", projector, orientation, horizon: projector.horizon(orientation))
    }

    private static func nothing(_ time: Int64) -> SensorLabError {
        SensorLabError(
            .usage, code: .nothingDrawn, place: "--at \(LogTime.text(time))",
            message: "nothing is drawn at this time: no filter has an orientation, or the position is unknown",
            advice: "give a time within the log, in seconds of its clock")
    }
}
