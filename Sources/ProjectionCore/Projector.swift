import Geodesy
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// Places on the screen: one model, one camera, a list of places; prepared for a position of the observer, then drawn
/// with an orientation per frame.
///
///     var projector = try Projector(model: .geodesic, camera: camera, places: places)
///     projector.prepare(observer: here)
///     projector.project(orientation, into: &positions)     // per frame
///
/// `project` neither allocates nor calls the geodesy; `prepare` costs about a microsecond per place.
public struct Projector: Sendable {
    /// The formulas.
    public let model: ProjectionModel
    /// The camera and the screen.
    public let camera: Camera
    /// In the order of all answers.
    public let places: [PointOfInterest]
    /// The options.
    public let options: ProjectionOptions
    /// The observer's position; `nil` before `prepare`.
    public private(set) var observer: GeodeticPosition?
    /// The distance of every place, metres, as the model has it; empty before `prepare`.
    public private(set) var distances: [Double] = []

    /// What the model keeps of every place.
    private(set) var sights: [Vector3] = []
    /// `visible` for a place that is drawn, else why it is not.
    private(set) var marks: [ScreenPosition.State] = []
    /// The places that are drawn, in the order in which they are kept and get labels: the highest priority first, then
    /// the nearest; where `nearestInView` counts by distance, by distance alone. Empty where no option needs it.
    private(set) var order: [Int] = []
    /// Where places were asked for; `nil` without `ProjectionOptions.queryRadius`.
    public private(set) var query: QueryArea?
    /// With a query: whether a place was within its radius.
    private var isKnown: [Bool] = []
    /// With `ProjectionOptions.holdDistance`: whether a place's direction is held.
    private var isHeld: [Bool] = []
    /// How far a place is shown, metres; negative for one of another category.
    private let reaches: [Double]
    let geometry: AnyGeometry

    /// - Parameters:
    ///   - model: how places are projected.
    ///   - camera: its pixels are those of the result.
    ///   - places: may be empty.
    ///   - options: the model's options.
    /// - Throws: `SensorLabError`: bad data for coordinates that are no numbers or out of range and for an id that
    ///   occurs twice; usage for options out of range.
    public init(
        model: ProjectionModel, camera: Camera, places: [PointOfInterest],
        options: ProjectionOptions = ProjectionOptions()
    ) throws(SensorLabError) {
        try options.validate(for: model)
        try PointOfInterest.validate(places)
        (self.model, self.camera, self.places, self.options) = (model, camera, places, options)
        geometry = try AnyGeometry(model, camera: camera, options: options)
        query = options.queryRadius.map { QueryArea(radius: $0) }
        reaches = Self.reaches(of: places, model: model, options: options)
    }

    /// The width of the screen as it is turned, pixels.
    public var screenWidth: Double { options.screen.isSideways ? camera.height : camera.width }
    /// The height of the screen as it is turned, pixels.
    public var screenHeight: Double { options.screen.isSideways ? camera.width : camera.height }

    /// Takes the observer's position: directions, distances, and which places are shown. O(places), with one inverse
    /// geodesic each; storage is kept from the last time.
    /// - Throws: `SensorLabError` (bad data) for a position that is not on the earth.
    public mutating func prepare(observer: GeodeticPosition) throws(SensorLabError) {
        guard observer.isValid else {
            throw SensorLabError(
                .badData, code: .badObserver, place: "observer",
                message: "latitude \(observer.latitude), longitude \(observer.longitude), height \(observer.height), "
                    + "expected a latitude in [-90, 90] and finite numbers",
                advice: "wait for a valid fix, or give --place LAT,LON")
        }
        self.observer = observer
        let before = options.holdDistance == nil ? [] : sights
        geometry.prepare(places, observer: observer, sights: &sights, distances: &distances)
        if let limit = options.holdDistance { holdNearSights(before, within: limit) }
        if options.layout != .direction { layOut() }
        if query?.update(observer) == true, let radius = query?.radius {
            isKnown.removeAll(keepingCapacity: true)
            for distance in distances { isKnown.append(distance <= radius) }
        }
        selectPlaces()
    }

    /// Draws all places with an orientation (device to earth, true north), in their order; places beyond the end of
    /// `positions` are left out. No allocation. Before `prepare` nothing is drawn.
    public func project(_ orientation: Quaternion, into positions: inout [ScreenPosition]) {
        positions.withUnsafeMutableBufferPointer { project(orientation, into: $0) }
    }

    /// The same into a buffer.
    public func project(_ orientation: Quaternion, into positions: UnsafeMutableBufferPointer<ScreenPosition>) {
        geometry.project(orientation, sights: sights, marks: marks, into: positions)
        if let limit = options.nearestInView { keepNearestInView(limit, positions) }
    }

    /// All places with an orientation (device to earth, true north).
    public func positions(_ orientation: Quaternion) -> [ScreenPosition] {
        var positions = [ScreenPosition](repeating: .none(.undefined), count: places.count)
        project(orientation, into: &positions)
        return positions
    }

    /// The reach of each place, which does not depend on the observer: category, the largest
    /// distance, the limit of roads.
    private static func reaches(
        of places: [PointOfInterest], model: ProjectionModel, options: ProjectionOptions
    ) -> [Double] {
        let limit = options.maximumDistance ?? model.ownMaximumDistance ?? .infinity
        return places.map { place in
            guard options.categories != nil || model == .scene else { return limit }
            let categories = place.categories
            if let wanted = options.categories, !wanted.matches(categories) { return -1 }
            return model == .scene && categories.contains("road") ? min(limit, options.roadLimit) : limit
        }
    }

    /// Selects places by distance, category and query, then the nearest of these.
    private mutating func selectPlaces() {
        let least = options.minimumDistance ?? 0
        if marks.count != places.count { marks = [ScreenPosition.State](repeating: .visible, count: places.count) }
        for index in places.indices {
            let isShown = distances[index] <= reaches[index] && (isKnown.isEmpty || isKnown[index])
            marks[index] = !isShown ? .filtered : distances[index] < least ? .near : .visible
        }
        guard options.needsOrder else { return }
        order.removeAll(keepingCapacity: true)
        for index in places.indices where marks[index] == .visible { order.append(index) }
        if !options.priorityFirst {
            sortOrder(byPriority: false)
            keepNearest()
            if options.nearestInView != nil { return }
        }
        sortOrder(byPriority: true)
        keepNearest()
    }

    private mutating func sortOrder(byPriority: Bool) {
        order.sort { a, b in
            if byPriority, places[a].priority != places[b].priority { return places[a].priority > places[b].priority }
            return (distances[a], a) < (distances[b], b)
        }
    }

    private mutating func keepNearest() {
        guard let nearest = options.nearest, nearest < order.count else { return }
        for index in order[nearest...] { marks[index] = .filtered }
        order.removeSubrange(nearest...)
    }

    /// A place that was within the limit at the last position, and is now, keeps its sight.
    private mutating func holdNearSights(_ before: [Vector3], within limit: Double) {
        if isHeld.count != places.count { isHeld = [Bool](repeating: false, count: places.count) }
        for index in places.indices {
            let isNear = distances[index] <= limit
            if isNear && isHeld[index] && before[index].isFinite { sights[index] = before[index] }
            isHeld[index] = isNear
        }
    }

    /// The elevations of the layout. The largest distance is that of the options, else the model's,
    /// else the farthest place's.
    private mutating func layOut() {
        var farthest = options.maximumDistance ?? model.ownMaximumDistance ?? 0
        if farthest == 0 { for distance in distances where distance > farthest { farthest = distance } }
        let span = options.layout == .horizon || farthest == 0 ? 0 : Angle.radians(options.layoutSpan) / farthest
        for index in sights.indices where sights[index].isFinite {
            sights[index] = geometry.raised(sights[index], to: span * min(farthest, distances[index]))
        }
    }

    /// Of the places on the screen, the first ones of the order stay.
    private func keepNearestInView(_ limit: Int, _ positions: UnsafeMutableBufferPointer<ScreenPosition>) {
        var count = 0
        for index in order where index < positions.count && positions[index].isVisible {
            count += 1
            if count > limit { positions[index] = .none(.filtered) }
        }
    }
}

/// The line on the screen on which level directions lie: what rolls with the device.
public struct Horizon: Sendable, Hashable {
    /// The point of the line that is nearest to the principal point, pixels.
    public let x: Double
    /// Pixels from the top edge.
    public let y: Double
    /// The direction of the line, radians from the screen's right towards its lower edge, (-pi, pi], with the sky on
    /// its left: a label turned by it is upright in the world.
    public let angle: Double
}

extension Projector {
    /// The horizon of an orientation: of the pinhole, without the lens's distortion, which bends it. `nil` where the
    /// camera looks straight up or down (within 0.06 degrees).
    ///
    /// With u the direction up in device axes, level directions (x, y, -1) satisfy u.x x + u.y y = u.z.
    public func horizon(_ orientation: Quaternion) -> Horizon? {
        let up = orientation.unrotate(Vector3(0, 0, 1))
        let square = up.x * up.x + up.y * up.y
        guard square > 1e-6 else { return nil }
        let (x, y) = (up.x * up.z / square, up.y * up.z / square)
        let pixel = (x: camera.centreX + camera.focalX * x, y: camera.centreY - camera.focalY * y)
        // Along the line, the sky to the left: the device direction (up.y, -up.x); the screen's y points down.
        let along = (x: camera.focalX * up.y, y: camera.focalY * up.x)
        let turn: (x: Double, y: Double)
        switch options.screen {
        case .portrait: turn = along
        case .rightEdgeUp: turn = (along.y, -along.x)
        case .upsideDown: turn = (-along.x, -along.y)
        case .leftEdgeUp: turn = (-along.y, along.x)
        }
        let point = options.screen.turned(pixel.x, pixel.y, width: camera.width, height: camera.height)
        return Horizon(x: point.x, y: point.y, angle: Double.atan2(y: turn.y, x: turn.x))
    }
}

/// The area for which an app has queried places, and when it must query again: with a radius R, places within R of the
/// centre are known; once the observer is farther than R / 2 from it, places R / 2 ahead may be missing.
public struct QueryArea: Sendable, Hashable {
    /// The radius of a query, metres, > 0.
    public let radius: Double
    /// Where the last query was made; `nil` before the first.
    public private(set) var centre: GeodeticPosition?
    /// Queries so far, the first among them.
    public private(set) var queries = 0

    /// The part of the radius that the observer may move before the next query.
    public static let share = 0.5

    /// Nothing asked yet.
    public init(radius: Double) { self.radius = radius }

    /// Takes the observer's position.
    /// - Returns: whether the app must ask for places around it: at the first position, and farther than half of the
    ///   radius from the last query (geodesic on WGS 84; an observer at exactly half of it does not ask).
    @discardableResult
    public mutating func update(_ observer: GeodeticPosition) -> Bool {
        if let centre, !(Geodesic.wgs84.inverse(from: centre, to: observer).distance > radius * Self.share) {
            return false
        }
        centre = observer
        queries += 1
        return true
    }
}
