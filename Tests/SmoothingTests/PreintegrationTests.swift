import OrientationFilters
import Rotations
import Testing

@testable import Simulation
@testable import Smoothing

/// The derivatives of the integrals between two nodes, against central differences (scripts/studies/map-derivation
/// derives them).
@Suite("Preintegration")
struct PreintegrationTests {
    let samples: MapSamples
    let node: MapModel.Node

    init() throws {
        let log = try MapEstimatorTests.Log(.iPhone5, .swinging, seconds: 10)
        samples = MapSamples(log.input)
        node = MapModel.Node(
            orientation: Quaternion(rotationVector: Vector3(0.4, -0.7, 1.1)), bias: Vector3(0.01, -0.02, 0.03))
    }

    private func integral(
        turned: Vector3 = .zero, bias: Vector3 = .zero, distortion: Matrix3 = .zero, forceBias: Vector3 = .zero
    ) -> Preintegration {
        var node = node
        node.orientation = Quaternion(rotationVector: turned) * node.orientation
        node.bias += bias
        return Preintegration(
            samples, from: 200, to: 300, node: node, distortion: distortion, forceBias: forceBias, times: []
        ) { _, _ in }
    }

    /// The change per unit along a direction of length 1.
    private func difference(_ integral: (Double) -> Preintegration) -> (turn: Vector3, velocity: Vector3) {
        let step = 1e-5
        let (ahead, behind) = (integral(step), integral(-step))
        return (
            1 / (2 * step) * (ahead.end * behind.end.conjugate).rotationVector,
            1 / (2 * step) * (ahead.velocity - behind.velocity)
        )
    }

    @Test("end and change of velocity by attitude, bias, distortion and the accelerometer's bias", arguments: 0..<3)
    func derivatives(axis: Int) {
        let unit = Vector3(axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0)
        let found = integral()
        func near(_ derivative: Vector3, _ formula: Vector3, _ name: String) {
            // The integrals are sums over steps of 10 ms, in which the attitude turns by up to 0.05 rad; squares of
            // that remain.
            #expect((derivative - formula).length < 3e-3 * (1 + formula.length), "\(name): \(derivative), \(formula)")
        }

        let byAttitude = difference { integral(turned: $0 * unit) }
        near(byAttitude.turn, unit, "turn by attitude")
        near(byAttitude.velocity, -1 * (found.lever * unit), "velocity by attitude")

        let byBias = difference { integral(bias: $0 * unit) }
        near(byBias.turn, -1 * (found.turn * unit), "turn by bias")
        near(byBias.velocity, found.leverTurn * unit, "velocity by bias")

        let byForce = difference { integral(forceBias: $0 * unit) }
        near(byForce.velocity, -1 * (found.forceTurn * unit), "velocity by the accelerometer's bias")

        let columns = [
            (found.scaled.0, found.leverScaled.0), (found.scaled.1, found.leverScaled.1),
            (found.scaled.2, found.leverScaled.2),
        ]
        for (column, (scaled, leverScaled)) in columns.enumerated() {
            var distortion = Matrix3.zero
            distortion[axis, column] = 1
            let byDistortion = difference { integral(distortion: $0 * distortion) }
            near(byDistortion.turn, -1 * (scaled * unit), "turn by distortion \(axis), \(column)")
            near(byDistortion.velocity, leverScaled * unit, "velocity by distortion \(axis), \(column)")
        }
    }
}
