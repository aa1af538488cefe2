import RealModule
import Rotations
import Vocabulary

/// The field of a building's iron, added to the earth's field: it varies over metres and is constant in time.
///
/// A sum of plane solutions of Laplace's equation with horizontal wave vectors k n, a exp(-k z) (n sin(k n . x + p) +
/// up cos(...)): free of sources and of curl, as a field in air is, and fading with height, as above iron in a floor.
public struct BuildingField: Sendable {
    private struct Wave {
        var direction: Vector3
        var wavenumber: Double
        var phase: Double
    }

    private let waves: [Wave]
    private let amplitude: Double

    /// A random field.
    ///
    /// - Parameters:
    ///   - rootMeanSquare: of the extra field's length at height 0, microtesla.
    ///   - length: over which it changes, metres, > 0.
    ///   - random: equal generators give equal fields.
    public init(rootMeanSquare: Double, length: Double = 1.5, random: inout RandomGenerator) {
        let count = 12
        amplitude = rootMeanSquare / Double(count).squareRoot()
        waves = (0..<count).map { _ in
            let azimuth = random.uniform(0, 2 * Double.pi)
            return Wave(
                direction: Vector3(Double.cos(azimuth), Double.sin(azimuth), 0),
                wavenumber: random.uniform(0.5, 1.5) / length, phase: random.uniform(0, 2 * Double.pi))
        }
    }

    /// The extra field at a position (east, north, up of the scenario's place, metres), microtesla: east, north, up.
    public func field(at position: Vector3) -> Vector3 {
        waves.reduce(Vector3.zero) { sum, wave in
            let angle = wave.wavenumber * position.dot(wave.direction) + wave.phase
            let strength = amplitude * Double.exp(-wave.wavenumber * position.z)
            return sum + strength * (Double.sin(angle) * wave.direction + Vector3(0, 0, Double.cos(angle)))
        }
    }
}
