import ProjectionCore
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// The error of labels on the screen: a model with the estimated orientation, compared with `geodesic` with the
/// reference.
///
/// All stamps and places that the reference sees count. The distance is clipped at the screen's diagonal, which is also
/// the error of a place that the model does not draw. Jitter counts while both are on the screen. Scores of several
/// recordings or lists of places can be merged.
public struct PixelScore: Sendable {
    /// Distances in pixels, unordered.
    public private(set) var errors: [Double] = []
    /// Number of labels that are not drawn, or on the other side of the screen's middle than the reference's.
    public private(set) var wrongSide = 0
    /// Jitter of the drawn positions, pixels.
    public private(set) var jitter = Jitter()
    /// Jitter of the reference's positions at the same stamps, pixels.
    public private(set) var referenceJitter = Jitter()

    /// An empty score.
    public init() {}

    /// Adds a recording.
    ///
    /// - Parameters:
    ///   - times: nanoseconds, ascending.
    ///   - estimates: device to earth, true north, as drawn.
    ///   - references: device to earth, true north.
    ///   - screen: the model, `geodesic`, and the observer's positions.
    public mutating func add(
        times: [Int64], estimates: [Quaternion], references: [Quaternion], on screen: LabelScreen
    ) {
        var (drawn, truth) = (screen.scored, screen.truth)
        var walk = screen.observers.makeWalk()
        let (width, diagonal) = (truth.screenWidth, truth.camera.diagonal)
        let undefined = [Double](repeating: .nan, count: times.count)
        var paths = [Path](repeating: Path(x: undefined, y: undefined), count: drawn.places.count)
        var referencePaths = paths
        var positions = [ScreenPosition](repeating: .none(.undefined), count: drawn.places.count)
        var referencePositions = positions
        for row in times.indices {
            if let observer = walk.change(at: times[row]) {
                drawn.move(to: observer)
                truth.move(to: observer)
            }
            guard drawn.observer != nil else { continue }
            drawn.project(estimates[row], into: &positions)
            truth.project(references[row], into: &referencePositions)
            for place in screen.counted where referencePositions[place].isVisible {
                let (position, reference) = (positions[place], referencePositions[place])
                guard position.isDefined else {
                    errors.append(diagonal)
                    wrongSide += 1
                    continue
                }
                errors.append(min(diagonal, Double.hypot(position.x - reference.x, position.y - reference.y)))
                if (position.x < width / 2) != (reference.x < width / 2) { wrongSide += 1 }
                // Jitter outside the screen is invisible.
                guard position.isVisible else { continue }
                (paths[place].x[row], paths[place].y[row]) = (position.x, position.y)
                (referencePaths[place].x[row], referencePaths[place].y[row]) = (reference.x, reference.y)
            }
        }
        for (path, reference) in zip(paths, referencePaths) {
            jitter.add(times: times, components: [path.x, path.y])
            referenceJitter.add(times: times, components: [reference.x, reference.y])
        }
    }

    private struct Path {
        var x, y: [Double]
    }
}

/// Statistics of the labels' pixel errors, for tables and reports.
public struct PixelAccuracy: Codable, Sendable, Hashable {
    /// Number of pairs of a stamp and a place that the reference sees.
    public var samples: Int
    /// Root mean square, pixels: `pixels` of the objectives.
    public var rmsPixels: Double
    /// Median and 95th percentile of the errors, pixels.
    public var medianPixels, p95Pixels: Double
    /// Jitter: deviation from the centred mean over 0.5 s, with the reference's subtracted in quadrature, pixels; null
    /// if no place stayed in view for 0.5 s.
    @Nullable public var jitterPixels: Double?
    /// Lag of the heading rate behind the reference's, positive where the estimate is late, milliseconds; null if the
    /// device hardly turned.
    @Nullable public var lagMilliseconds: Double?
    /// Share of labels not drawn or on the wrong side of the screen's middle, [0, 1].
    public var wrongSideShare: Double
}

extension PixelAccuracy {
    /// `nil` if the reference sees no place.
    public init?(_ score: PixelScore, lag: HeadingLag?) {
        guard !score.errors.isEmpty else { return nil }
        let errors = score.errors
        samples = errors.count
        rmsPixels = (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
        medianPixels = Percentile.of(errors, 0.5)
        p95Pixels = Percentile.of(errors, 0.95)
        jitterPixels = score.jitter.excess(over: score.referenceJitter)
        lagMilliseconds = lag?.milliseconds
        wrongSideShare = Double(score.wrongSide) / Double(errors.count)
    }
}
