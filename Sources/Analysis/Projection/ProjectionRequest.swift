import Evaluation
import Geodesy
import ProjectionCore
import Recordings
import SensorModels
import Vocabulary

/// The input of `project`, for one log.
public struct ProjectionRequest: Sendable {
    /// Filters, calibration, place, date and number of cores.
    public var analysis: AnalysisOptions
    /// The models, at least one.
    public var models: [ProjectionModel] = [.geodesic]
    /// The places.
    public var places: [PointOfInterest]
    /// The options of the models.
    public var options = ProjectionOptions()
    /// A name of the catalogue or a file; `nil` takes the parameter file's camera, else the device's.
    public var camera: String?
    /// The height of places that are as high as the observer, or whose height is unknown.
    public var heightRule = HeightRule.own
    /// Frames per second; `nil` draws every sample.
    public var rate: Double?
    /// Fixes with a worse horizontal accuracy are ignored, metres.
    public var worstAccuracy = Self.worstUsableAccuracy
    /// Whether the observer's positions are fused from AR displacement and fixes.
    public var fusesPosition = false
    /// Whether errors are split by distance and cause.
    public var splitsCauses = false
    /// Which fixes that are accurate enough move the observer.
    public var gate = FixGate()
    /// Heading offset, declination policy, camera and smoothing.
    public var parameters = ParameterFile()

    /// The worst accuracy of a fix, metres, that still determines a place's position on the screen.
    public static let worstUsableAccuracy = 100.0

    /// Every sample, `geodesic`, and otherwise the settings of the log.
    public init(places: [PointOfInterest], analysis: AnalysisOptions) {
        (self.places, self.analysis) = (places, analysis)
    }
}

/// The camera, the observer's positions and true north of one log.
struct ProjectionSetup: Sendable {
    let camera: Camera
    let observers: ObserverPath
    /// With `ProjectionRequest.fusesPosition`: from which the observers are, and what fusing them changed.
    let fused: FusedObservers?
    /// The places, at the observer's height if either height is unknown.
    let places: [PointOfInterest]
    /// The angle to add to the filter's headings for true headings, degrees: declination plus heading offset.
    let turn: Double
    let warnings: [Warning]

    /// - Throws: `SensorLabError` for an unknown or bad camera, and if the observer's position is unknown.
    init(_ log: PreparedLog, request: ProjectionRequest) throws {
        var warnings: [Warning] = []
        camera = try Self.camera(log.recording, request, &warnings)
        let fixes = try Self.observers(log.recording, request, log.name, &warnings)
        fused =
            request.fusesPosition
            ? try FusedObservers(log.recording, name: log.name, request: request, fixes: fixes) : nil
        let found = fused?.path ?? fixes
        var (standing, grounded) = (found, request.places)
        if let terrain = request.analysis.terrain {
            if !request.analysis.isPlaceWithHeight {
                let (path, uncovered) = try terrain.covered(found)
                Self.warn(uncovered, of: found.positions.count, "positions of the observer", &warnings)
                standing = path
            }
            let (places, uncovered) = try terrain.covered(request.places)
            let flat = request.places.count { !$0.hasHeight }
            Self.warn(uncovered, of: flat, "places without an altitude", &warnings)
            grounded = places
        }
        observers = Self.floored(standing, request, &warnings)
        places = request.heightRule.applied(
            to: Self.places(grounded, observers, request.models, &warnings), observers, camera, &warnings)
        var turn = request.parameters.headingOffsetDegrees
        switch request.parameters.declination {
        case .model:
            turn += log.geomagnetism?.declinationDegrees ?? 0
            if log.geomagnetism == nil {
                warnings.add(
                    .magneticNorth,
                    "the declination is unknown: magnetic north is taken for true north, labels are off by it")
            }
        case .fixed(let degrees): turn += degrees
        case .none: break
        }
        self.turn = turn
        self.warnings = warnings
    }

    private static func camera(
        _ recording: Recording, _ request: ProjectionRequest, _ warnings: inout [Warning]
    ) throws -> Camera {
        if request.camera == nil, let camera = request.parameters.camera { return camera }
        let camera = try DeviceCamera(named: request.camera, of: recording)
        guard camera.isGeneric else { return camera.camera }
        let found = recording.metadata.device.map { "the device \($0) is not in the catalogue of cameras" }
        warnings.add(
            .genericCamera,
            "\(found ?? "the log does not name its device"): a generic camera is used, pixels are approximate",
            advice: .camera(of: CameraCatalogue.names.joined(separator: ", ")))
        return camera.camera
    }

    /// From `--place`, else from the fixes, else from the log's site.
    private static func observers(
        _ recording: Recording, _ request: ProjectionRequest, _ place: String, _ warnings: inout [Warning]
    ) throws -> ObserverPath {
        if let place = request.analysis.place { return ObserverPath(place, hasHeight: request.analysis.placeHasHeight) }
        let site = recording.metadata.place
        if !recording.location.isEmpty {
            let path = ObserverPath(fixes: recording.location, worstAccuracy: request.worstAccuracy, gate: request.gate)
            let count = recording.location.count
            if let path {
                if path.ignored > 0 {
                    warnings.append(ignored(path.ignored, of: count, request.worstAccuracy))
                }
                if path.gated > 0 {
                    warnings.add(
                        .fixesIgnored,
                        "\(path.gated) of \(count) fixes are within --fix-distance \(request.gate.minimumDistance) m or "
                            + "--fix-interval \(request.gate.minimumInterval) s of the last one that is used: it is held"
                    )
                }
                return path
            }
            warnings.append(ignored(count, of: count, request.worstAccuracy))
        }
        if let site { return ObserverPath(site, hasHeight: recording.metadata.placeHasHeight) }
        throw noObserver(place)
    }

    /// Uses the floor's height if the observer's is missing or 0; an altitude in `--place` has priority.
    private static func floored(
        _ observers: ObserverPath, _ request: ProjectionRequest, _ warnings: inout [Warning]
    ) -> ObserverPath {
        guard let height = request.parameters.floorHeightMetres, !request.analysis.isPlaceWithHeight else {
            return observers
        }
        let (path, count) = observers.floored(height)
        if count > 0 {
            warnings.add(
                .floorHeight,
                "\(count) of \(path.positions.count) position(s) of the observer have no altitude or 0: "
                    + "the floor height \(height) m is used")
        }
        return path
    }

    /// Warns about positions that the terrain does not cover.
    private static func warn(_ uncovered: Int, of count: Int, _ what: String, _ warnings: inout [Warning]) {
        guard uncovered > 0 else { return }
        warnings.add(
            .placeWithoutAltitude, "the terrain covers \(count - uncovered) of \(count) \(what)",
            advice: .terrainTiles)
    }

    private static func places(
        _ places: [PointOfInterest], _ observers: ObserverPath, _ models: [ProjectionModel],
        _ warnings: inout [Warning]
    ) -> [PointOfInterest] {
        if let found = PlaceFloors.applied(to: places, observers, models, &warnings) { return found }
        func warn(_ reason: String, advice: Advice? = nil) {
            warnings.add(
                .placeWithoutAltitude, "\(reason) drawn at the observer's height", advice: advice)
        }
        guard observers.hasHeight || places.isEmpty else {
            warn("the observer's altitude is unknown: all places are", advice: .observerAltitude)
            return places.map { place in
                var place = place
                place.hasHeight = false
                return place
            }
        }
        let flat = places.filter { !$0.hasHeight }
        if let first = flat.first {
            let (which, verb) =
                flat.count == places.count
                ? ("no place has", "all are")
                : flat.count == 1
                    ? ("of \(places.count) places \(first.id) has no", "it alone is")
                    : ("\(flat.count) of \(places.count) places, \(first.id) first, have no", "these are")
            warn("\(which) altitude: \(verb)")
        }
        return places
    }

    static func noObserver(_ place: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .noObserver, place: place,
            message: "the observer's position is unknown: the log has no usable fix and no place",
            advice: "give --place LAT,LON,ALTITUDE")
    }

    private static func ignored(_ count: Int, of all: Int, _ limit: Double) -> Warning {
        Warning(
            .fixesIgnored, "\(count) of \(all) fixes are less accurate than \(limit) m: the last good position is held")
    }
}
