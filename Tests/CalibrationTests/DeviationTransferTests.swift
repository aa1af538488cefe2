import RealModule
import Rotations
import Testing

@testable import Calibration

/// A deviation curve of two places, carried to a third: numbers of a made-up ship.
@Suite("Deviation at another place")
struct DeviationTransferTests {
    typealias Field = DeviationTransfer.Field

    /// B = c' tan I + P' / H with c' = 0.03 and P' = 0.9 microtesla, C with -0.02 and 0.4; A, D and E the same
    /// everywhere.
    private func coefficients(_ field: Field) -> DeviationCoefficients {
        let (tangent, inverse) = (Double.tan(field.dip), 1 / field.horizontal)
        return DeviationCoefficients([
            0.01, 0.03 * tangent + 0.9 * inverse, -0.02 * tangent + 0.4 * inverse, 0.02, -0.005,
        ])
    }

    private func measured(_ field: Field) throws -> DeviationTransfer.Measured {
        let truth = coefficients(field)
        let observations = (0..<24).map { index in
            let heading = 15 * Double(index)
            return DeviationObservation(
                compassHeadingDegrees: heading, deviationDegrees: truth.exactDeviation(compassHeadingDegrees: heading))
        }
        return DeviationTransfer.Measured(try DeviationCurve(observations), field: field)
    }

    @Test("vertical iron and permanent magnetism are told apart, in both hemispheres", arguments: [50.0, -60, 20, 0])
    func carried(_ dip: Double) throws {
        let target = Field(dip: Angle.radians(dip), horizontal: 25)
        let transfer = DeviationTransfer(
            try measured(Field(dip: Angle.radians(20), horizontal: 35)),
            try measured(Field(dip: Angle.radians(65), horizontal: 20)), to: target)
        for (found, expected) in zip(transfer.exact.values, coefficients(target).values) {
            #expect((found - expected).magnitude < 1e-6)
        }
    }
}
