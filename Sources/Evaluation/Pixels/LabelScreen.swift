import Geodesy
import ProjectionCore
import Rotations
import Vocabulary

/// The labels of one model, and their true positions: the `geodesic` model with the same camera, screen and places.
public struct LabelScreen: Sendable {
    /// The model.
    public let drawn: Projector
    /// The true positions, with the user's limits of distance, count and category, but without the model's own limits:
    /// places that the model omits count as errors.
    public let truth: Projector
    /// The observer's positions.
    public let observers: ObserverPath
    /// `drawn` without the limit to the nearest places in view. Otherwise a visible place would count as missing
    /// whenever the estimate brings another place into view.
    let scored: Projector
    /// Indices of the places that count in a score.
    let counted: [Int]

    /// - Throws: `SensorLabError` for places and options that give no valid projection.
    public init(
        model: ProjectionModel, camera: Camera, places: [PointOfInterest], options: ProjectionOptions,
        observers: ObserverPath
    ) throws {
        drawn = try Projector(model: model, camera: camera, places: places, options: options)
        truth = try Projector(model: .geodesic, camera: camera, places: places, options: options)
        var all = options
        all.nearestInView = nil
        scored = try Projector(model: model, camera: camera, places: places, options: all)
        counted = Array(places.indices)
        self.observers = observers
    }

    /// The same screen, whose scores count only some of the places. The selection of visible places still considers
    /// all.
    public func counting(_ isCounted: (PointOfInterest) -> Bool) -> LabelScreen {
        LabelScreen(self, counted: counted.filter { isCounted(truth.places[$0]) })
    }

    /// This many stamps suffice for the effect of position errors.
    private static let mostStamps = 2000

    /// The RMS displacement, pixels, of the labels that the reference sees, due to the position errors of the fixes.
    /// Each is clipped at the screen's diagonal, as in `PixelScore`. `nil` if no accuracy is known or no label is
    /// visible.
    /// - Parameters:
    ///   - times: nanoseconds, ascending.
    ///   - references: device to earth, true north.
    public func positionError(times: [Int64], references: [Quaternion]) -> Double? {
        var truth = truth
        var walk = observers.makeWalk()
        var positions = [ScreenPosition](repeating: .none(.undefined), count: truth.places.count)
        let limit = truth.camera.diagonal * truth.camera.diagonal
        var (sum, count) = (0.0, 0)
        for row in stride(from: 0, to: times.count, by: max(1, times.count / Self.mostStamps)) {
            if let observer = walk.change(at: times[row]) { truth.move(to: observer) }
            guard truth.observer != nil, let uncertainty = observers.uncertainty(at: times[row]) else { continue }
            truth.project(references[row], into: &positions)
            for place in counted where positions[place].isVisible {
                let ellipse = truth.errorEllipse(of: place, orientation: references[row], uncertainty: uncertainty)
                sum += ellipse.map { min(limit, $0.xx + $0.yy) } ?? limit
                count += 1
            }
        }
        return count > 0 ? (sum / Double(count)).squareRoot() : nil
    }

    private init(_ other: LabelScreen, counted: [Int]) {
        (drawn, truth, scored, observers) = (other.drawn, other.truth, other.scored, other.observers)
        self.counted = counted
    }
}

/// Places in a ring around an observer, used without a list of places.
public enum PlaceRing {
    /// `count` places in equal steps of azimuth from north, at one distance in metres and `elevation` metres above the
    /// observer.
    public static func places(
        around observer: GeodeticPosition, distance: Double = 1000, elevation: Double = 0, count: Int = 24
    ) -> [PointOfInterest] {
        (0..<count).map { index in
            let azimuth = 360 * Double(index) / Double(count)
            var position = Geodesic.wgs84.direct(from: observer, azimuth: azimuth, distance: distance).end
            position.height += elevation
            return PointOfInterest(
                id: "\(Int(clamping: azimuth.rounded()))", name: "\(Int(clamping: azimuth.rounded()))\u{B0}",
                position: position)
        }
    }
}
