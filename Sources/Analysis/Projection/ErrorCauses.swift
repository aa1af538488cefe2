import Evaluation
import Geodesy
import ProjectionCore
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// The errors of a filter's labels by the distance of the places and by cause: each cause alone, everything else as the
/// reference and `geodesic` have it.
public struct ErrorCauses: Codable, Sendable {
    /// What moves a label.
    public enum Cause: String, Codable, Sendable, CaseIterable {
        /// Everything together but the position.
        case all
        /// The error of the heading, about the vertical.
        case heading
        /// The rest of the orientation's error: inclination and roll.
        case tilt
        /// The accuracies of the fixes.
        case position
        /// The projection model with the reference's orientation.
        case model
        /// The delay of the heading: the reference's orientation so much earlier.
        case lag
    }

    /// The size of an error.
    public struct Part: Codable, Sendable {
        /// Its cause.
        public let cause: Cause
        /// RMS, pixels; null where it is unknown, or the reference sees no place.
        @Nullable public var pixels: Double?
        /// The same at the distance of the places, metres.
        @Nullable public var metres: Double?
    }

    /// The filter's name.
    public let filter: String
    /// The model.
    public let projection: ProjectionModel
    /// The least distance of the places from the observer's first position, metres.
    public let fromMetres: Double
    /// The distance that they do not reach, metres; null without a limit.
    @Nullable public var toMetres: Double?
    /// Number of places.
    public let places: Int
    /// One per cause.
    public let parts: [Part]

    /// Limits of the bands, metres.
    static let limits = [0.0, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]
    /// This many stamps suffice for a root mean square.
    private static let mostStamps = 1000

    /// The bands that have places, the nearest first.
    /// - Parameters:
    ///   - run: a filter and a model.
    ///   - exact: the screen of `geodesic`.
    ///   - pairs: times, drawn orientations and the reference's.
    ///   - lag: of the heading, milliseconds; `nil` where it is unknown.
    static func rows(
        of run: ProjectionAnalysis.Run, exact: LabelScreen,
        pairs: (times: [Int64], estimates: [Quaternion], references: [Quaternion]), lag: Double?
    ) -> [ErrorCauses] {
        let stamps = stride(from: 0, to: pairs.times.count, by: max(1, pairs.times.count / mostStamps)).map { $0 }
        let (times, references) = (stamps.map { pairs.times[$0] }, stamps.map { pairs.references[$0] })
        let estimates = stamps.map { pairs.estimates[$0] }
        let turns = zip(estimates, references).map { estimate, reference in
            let error = estimate * reference.conjugate
            return Quaternion.aboutVertical(2 * Double.atan2(y: error.z, x: error.w))
        }
        let headings = zip(turns, references).map { $0 * $1 }
        let tilts = zip(turns, estimates).map { $0.conjugate * $1 }
        let delayed = lag.map { lag in
            stamps.map { pairs.references[index(before: pairs.times[$0], by: lag, in: pairs.times)] }
        }
        let observer = exact.observers.positions[0]
        let distances = Dictionary(
            uniqueKeysWithValues: exact.truth.places.map {
                ($0.id, Geodesic.wgs84.inverse(from: observer, to: $0.position).distance)
            })
        let focal = exact.truth.camera.focalY
        return limits.indices.compactMap { band in
            let (low, high) = (limits[band], band + 1 < limits.count ? limits[band + 1] : .infinity)
            let inside = distances.values.filter { $0 >= low && $0 < high }
            guard let distance = Percentile.median(inside) else { return nil }
            func isInside(_ place: PointOfInterest) -> Bool {
                distances[place.id].map { $0 >= low && $0 < high } ?? false
            }
            let (drawn, screen) = (run.screen.counting(isInside), exact.counting(isInside))
            func rms(_ orientations: [Quaternion], on screen: LabelScreen) -> Double? {
                var score = PixelScore()
                score.add(times: times, estimates: orientations, references: references, on: screen)
                return PixelAccuracy(score, lag: nil)?.rmsPixels
            }
            let parts = Cause.allCases.map { cause in
                let pixels: Double? =
                    switch cause {
                    case .all: rms(estimates, on: drawn)
                    case .heading: rms(headings, on: screen)
                    case .tilt: rms(tilts, on: screen)
                    case .position: screen.positionError(times: times, references: references)
                    case .model: rms(references, on: drawn)
                    case .lag: delayed.flatMap { rms($0, on: screen) }
                    }
                return Part(cause: cause, pixels: pixels, metres: pixels.map { $0 / focal * distance })
            }
            return ErrorCauses(
                filter: run.filter, projection: run.model, fromMetres: low, toMetres: high, places: inside.count,
                parts: parts)
        }
    }

    /// The last stamp that is so many milliseconds before another one, or later for a negative delay.
    private static func index(before time: Int64, by milliseconds: Double, in times: [Int64]) -> Int {
        let wanted = LogTime.difference(time, Int64(clamping: milliseconds * 1e6))
        var (low, high) = (0, times.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if times[middle] <= wanted { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
