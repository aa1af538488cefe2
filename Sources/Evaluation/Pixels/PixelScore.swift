import ProjectionCore
import RealModule
import Rotations

/// How far labels stand from where they belong: a model with the estimated orientation against `geodesic` with the reference.
///
/// Counted are all stamps and places that the reference sees. The distance is clipped at the screen's diagonal, which is also
/// the error of a place that the model does not draw. Jitter is counted while both stand on the screen. Scores of several recordings or lists of places can be merged.
public struct PixelScore: Sendable {
    /// Distances in pixels, in no order.
    public private(set) var errors: [Double] = []
    /// Those on the other side of the screen's middle than the reference's, or not drawn.
    public private(set) var wrongSide = 0
    /// Trembling of the drawn positions, pixels.
    public private(set) var jitter = Jitter()
    /// Trembling of the reference's positions at the same stamps, pixels.
    public private(set) var referenceJitter = Jitter()

    /// Nothing counted yet.
    public init() {}

    /// Adds a recording.
    ///
    /// - Parameters:
    ///   - times: nanoseconds, ascending.
    ///   - estimates: device to earth, true north, as they are drawn.
    ///   - references: the same, of the reference.
    ///   - screen: the model, `geodesic`, and where the observer stands.
    public mutating func add(
        times: [Int64], estimates: [Quaternion], references: [Quaternion], on screen: LabelScreen
    ) {
        var (drawn, truth) = (screen.drawn, screen.truth)
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
            for place in positions.indices where referencePositions[place].isVisible {
                let (position, reference) = (positions[place], referencePositions[place])
                guard position.isDefined else {
                    errors.append(diagonal)
                    wrongSide += 1
                    continue
                }
                errors.append(min(diagonal, Double.hypot(position.x - reference.x, position.y - reference.y)))
                if (position.x < width / 2) != (reference.x < width / 2) { wrongSide += 1 }
                // A label that is off the screen does not tremble before anybody's eyes.
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
        var x: [Double]
        var y: [Double]
    }
}
