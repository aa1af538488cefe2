import Evaluation
import Files
import Geodesy
import ProjectionCore
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The labels of one log by several filters and models, with their errors.
public struct ProjectionAnalysis: Sendable {
    /// One filter with one model.
    public struct Run: Sendable {
        /// The filter's name.
        public let filter: String
        /// The model.
        public let model: ProjectionModel
        /// The drawn track, frame by frame; true north.
        public let drawn: DrawnTrack
        /// The labels by the model and by `geodesic`.
        public let screen: LabelScreen

        /// Placement of the labels, counted over all frames.
        func labels(_ rule: LabelRule) -> LabelCount {
            var (projector, walk, count) = (screen.drawn, screen.observers.makeWalk(), LabelCount())
            var placement = LabelPlacement(rule: rule)
            var positions = [ScreenPosition](repeating: .none(.undefined), count: projector.places.count)
            for (time, estimate) in zip(drawn.track.times, drawn.track.estimates) {
                if let observer = walk.change(at: time) { projector.move(to: observer) }
                guard projector.observer != nil else { continue }
                projector.project(estimate.orientation, into: &positions)
                placement.place(positions, of: projector)
                count.add(placement.labels)
            }
            return count
        }
    }

    /// In the order of filters, then models.
    public let runs: [Run]
    /// The report.
    public let report: ProjectionReport
    /// True north; empty without a reference.
    public let reference: QuaternionStream
    /// The warnings.
    public var warnings: [Warning] { report.warnings }

    /// - Parameters:
    ///   - recording: the log.
    ///   - filters: the filters whose labels are drawn.
    ///   - request: models, places, camera, calibration and reference.
    ///   - input: path, format and checksum, for the report.
    ///   - tool: the program, for the report.
    /// - Throws: `SensorLabError` for options, places and cameras that give no valid projection, and for a log on which
    ///   no filter runs.
    public init(
        _ recording: Recording, filters: [ResolvedFilter], request: ProjectionRequest, input: InputSection,
        tool: ToolSection
    ) throws {
        let options = request.analysis
        let log = try PreparedLog(recording, name: input.path, options: options, frame: .drawn)
        let setup = try ProjectionSetup(log, request: request)
        let own = try OwnTracks(options.tracks, on: log)
        let found = try log.run(filters + own.filters, jobs: options.jobs, monitor: options.monitor)
        let screens = try request.models.map { model in
            try LabelScreen(
                model: model, camera: setup.camera, places: setup.places, options: request.options,
                observers: setup.observers)
        }
        // Without headings no label has an error.
        let whole = log.reference()
        let reference = whole.parts == .inclination ? whole.absolute : whole
        let runs = found.runs.flatMap { run -> [Run] in
            let drawn = DrawnTrack(
                run.track, turn: setup.turn, smoothing: request.parameters.smoothingSeconds, rate: request.rate)
            return screens.map { Run(filter: run.filter.name, model: $0.drawn.model, drawn: drawn, screen: $0) }
        }
        let groups = Self.groups(setup.places)
        let rows =
            reference.stream.isEmpty
            ? []
            : concurrentMap(runs, jobs: options.jobs, monitor: options.monitor, work: "scoring", unit: "tracks") {
                run in
                Self.rows(of: run, groups: groups, reference: reference, axis: log.headingAxis)
            }.flatMap { $0 }
        var causes: [ErrorCauses]?
        if request.splitsCauses, !reference.stream.isEmpty {
            let exact = try LabelScreen(
                model: .geodesic, camera: setup.camera, places: setup.places, options: request.options,
                observers: setup.observers)
            causes = concurrentMap(
                runs, jobs: options.jobs, monitor: options.monitor, work: "splitting", unit: "tracks"
            ) { run in
                let found = Self.pairs(of: run, reference, axis: log.headingAxis)
                return ErrorCauses.rows(of: run, exact: exact, pairs: found.pairs, lag: found.lag?.milliseconds)
            }.flatMap { $0 }
        }
        let warnings = LogWarnings.collected(
            log.warnings, own.warnings, setup.warnings, found.leftOut, reference.warnings,
            Self.warnings(request, setup, hasReference: !reference.stream.isEmpty, rows))
        let labels = request.options.labels.map { rule in
            concurrentMap(runs, jobs: options.jobs, monitor: options.monitor, work: "placing labels", unit: "tracks") {
                LabelReport($0, $0.labels(rule))
            }
        }
        self.runs = runs
        self.reference = reference.stream
        report = ProjectionReport(
            tool: tool, input: input, camera: setup.camera, observer: setup.observers.positions[0],
            places: request.places.count, rateHz: request.rate, turnDegrees: setup.turn, errors: rows, causes: causes,
            queries: request.options.queryRadius.map { QueryReport(radius: $0, observers: setup.observers) },
            labels: labels, position: try Self.position(setup, request, runs.first, reference, log.headingAxis),
            warnings: warnings)
    }

    /// What fusing the positions changed, with the labels' errors before and after.
    private static func position(
        _ setup: ProjectionSetup, _ request: ProjectionRequest, _ run: Run?, _ reference: ScoredReference,
        _ axis: HeadingAxis
    ) throws -> PositionReport? {
        guard let fused = setup.fused else { return nil }
        var report = fused.report
        guard let run, !reference.stream.isEmpty else { return report }
        let pairs = pairs(of: run, reference, axis: axis).pairs
        let before = try LabelScreen(
            model: run.model, camera: setup.camera, places: setup.places, options: request.options,
            observers: setup.observers.with(accuraciesOf: fused.fixes))
        report.beforePixels = before.positionError(times: pairs.times, references: pairs.references)
        report.afterPixels = run.screen.positionError(times: pairs.times, references: pairs.references)
        return report
    }

    /// All places, and each category if there are several.
    private static func groups(_ places: [PointOfInterest]) -> [String?] {
        let categories = Set(places.flatMap(\.categories)).sorted()
        return categories.count > 1 ? [nil] + categories : [nil]
    }

    private static func pairs(
        of run: Run, _ reference: ScoredReference, axis: HeadingAxis
    ) -> (pairs: (times: [Int64], estimates: [Quaternion], references: [Quaternion]), lag: HeadingLag?) {
        let pairs = run.drawn.pairs(
            with: reference.aligned(to: run.drawn.track).stream, indices: reference.indices)
        func headings(_ orientations: [Quaternion]) -> [Double] {
            orientations.map { $0.heading(of: axis) ?? .nan }
        }
        let lag = HeadingLag(
            times: pairs.times, estimates: headings(pairs.estimates), references: headings(pairs.references))
        return ((pairs.times, pairs.estimates, pairs.references), lag)
    }

    private static func rows(
        of run: Run, groups: [String?], reference: ScoredReference,
        axis: HeadingAxis
    ) -> [ProjectionErrorRow] {
        let (pairs, lag) = pairs(of: run, reference, axis: axis)
        return groups.map { group in
            var score = PixelScore()
            let screen = group.map { name in run.screen.counting { $0.categories.contains(name) } } ?? run.screen
            score.add(
                times: pairs.times, estimates: pairs.estimates, references: pairs.references, on: screen)
            let accuracy = PixelAccuracy(score, lag: lag)
            let position = screen.positionError(times: pairs.times, references: pairs.references)
            return ProjectionErrorRow(
                filter: run.filter, projection: run.model, category: group, accuracy: accuracy,
                positionPixels: position,
                totalPixels: accuracy.map { found in
                    (found.rmsPixels * found.rmsPixels + (position ?? 0) * (position ?? 0)).squareRoot()
                })
        }
    }

    private static func warnings(
        _ request: ProjectionRequest, _ setup: ProjectionSetup, hasReference: Bool, _ rows: [ProjectionErrorRow]
    ) -> [Warning] {
        var warnings: [Warning] = []
        if request.places.isEmpty {
            warnings.add(.noPlaces, "the list of places is empty: there is nothing to draw")
        }
        if !hasReference {
            warnings.add(
                .noReference, "the log has no reference orientation, so the error in pixels cannot be measured")
        } else if !request.places.isEmpty && rows.allSatisfy({ $0.accuracy == nil }) {
            warnings.add(.noPlaceSeen, "by the reference, none of the places is ever in the picture")
        }
        let here = setup.observers.positions[0]
        let near = request.places.filter { Geodesic.wgs84.inverse(from: here, to: $0.position).distance < 0.5 }
        if let first = near.first {
            warnings.add(
                .placeAtObserver,
                "\(near.count) place(s), \(first.id) first, are at the observer's position: they have no direction")
        }
        return warnings
    }
}
