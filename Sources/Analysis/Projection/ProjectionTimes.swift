import ProjectionCore
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// How long projections take with a number of places: what an app spends per fix and per frame.
public struct ProjectionTimes: Sendable {
    /// A row of the table.
    public struct Row: Encodable, Sendable {
        /// The model's name.
        public var projection: String
        /// Number of places.
        public var places: Int
        /// Of a new position of the observer, microseconds, median.
        public var fixMicroseconds: Double
        /// Of a frame, with labels where a rule places them, microseconds, median.
        public var frameMicroseconds: Double
    }

    /// One row per model and number of places.
    public let rows: [Row]

    /// Repetitions whose median is taken.
    private static let (fixes, frames) = (9, 101)

    /// Measures on this machine, on one core.
    ///
    /// - Parameters:
    ///   - request: models, options and places; these are repeated about the observer until there are enough.
    ///   - camera: of the frames.
    ///   - observer: where the first fix is.
    ///   - counts: numbers of places.
    /// - Throws: `SensorLabError` as `Projector`.
    public init(_ request: ProjectionRequest, camera: Camera, observer: GeodeticPosition, counts: [Int]) throws {
        rows = try request.models.flatMap { model in
            try counts.map { count in
                try Self.row(request, model, camera, observer, Self.places(count, of: request.places, about: observer))
            }
        }
    }

    private static func row(
        _ request: ProjectionRequest, _ model: ProjectionModel, _ camera: Camera, _ observer: GeodeticPosition,
        _ places: [PointOfInterest]
    ) throws -> Row {
        var projector = try Projector(model: model, camera: camera, places: places, options: request.options)
        var placement = request.options.labels.map { LabelPlacement(rule: $0) }
        var positions = [ScreenPosition](repeating: .none(.undefined), count: places.count)
        let clock = ContinuousClock()
        func microseconds(_ repetitions: Int, _ work: (Int) throws -> Void) rethrows -> Double {
            let times = try (0..<repetitions).map { index in
                let begin = clock.now
                try work(index)
                return begin.duration(to: clock.now).inSeconds * 1e6
            }
            return Percentile.median(times) ?? 0
        }
        let fix = try microseconds(fixes) { index in
            // Each fix a metre north of the one before.
            try projector.prepare(
                observer: GeodeticPosition(
                    latitude: observer.latitude + 9e-6 * Double(index), longitude: observer.longitude,
                    height: observer.height))
        }
        let upright = Quaternion(angle: .pi / 2, axis: Vector3(1, 0, 0))
        let frame = microseconds(frames) { index in
            // The camera turns once around.
            let turn = Quaternion.aboutVertical(-2 * .pi * Double(index) / Double(frames))
            projector.project(turn * upright, into: &positions)
            placement?.place(positions, of: projector)
        }
        return Row(
            projection: model.rawValue, places: places.count, fixMicroseconds: fix, frameMicroseconds: frame)
    }

    /// So many places: those of the list, again and again, each time turned about the observer by the golden angle,
    /// which spreads them evenly.
    private static func places(
        _ count: Int, of list: [PointOfInterest], about observer: GeodeticPosition
    ) -> [PointOfInterest] {
        guard !list.isEmpty else { return [] }
        return (0..<count).map { index in
            var place = list[index % list.count]
            let round = index / list.count
            place.id = "\(index)"
            guard round > 0 else { return place }
            let angle = 2.399_963 * Double(round)
            let (sine, cosine) = (Double.sin(angle), Double.cos(angle))
            let north = place.position.latitude - observer.latitude
            let east = place.position.longitude - observer.longitude
            place.position.latitude = min(89, max(-89, observer.latitude + cosine * north - sine * east))
            place.position.longitude = observer.longitude + sine * north + cosine * east
            return place
        }
    }
}
