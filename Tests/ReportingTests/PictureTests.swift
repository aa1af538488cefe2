import Calibration
import Foundation
import Rotations
import TestSupport
import Testing

@testable import Analysis
@testable import Reporting

@Suite struct PictureTests {
    /// The filled sectors' first points, x of each.
    private func filled(_ counts: [Int]) -> [Double] {
        let svg = HemisphereChart(title: "t", summary: "s", counts: counts).svg(width: 720)
        return svg.components(separatedBy: "<path d=\"M").dropFirst().filter {
            $0.contains("stroke=\"var(--panel,#ffffff)\"")
        }
        .compactMap { Double($0.prefix { $0 != " " }) }
    }

    /// A direction near +x with z > 0 is on the right of the left disc (centre 187), one with z < 0, seen from the
    /// back, on the left of the right disc (centre 533).
    @Test func directionsStandWhereTheyAre() throws {
        let front = DirectionCoverage(calibrated: [Vector3(0.95, 0.2, 0.2)])
        #expect(try #require(filled(front.counts).first) > 187 && filled(front.counts).count == 1)
        #expect(filled(front.counts)[0] < 360)
        let back = DirectionCoverage(calibrated: [Vector3(0.95, 0.2, -0.2)])
        #expect(filled(back.counts)[0] < 533 && filled(back.counts)[0] > 360)
    }

    @Test func everyPictureIsWellFormed() {
        let coverage = DirectionCoverage(calibrated: [Vector3(1, 0, 0), Vector3(0, 0, -1)])
        #expect(WellFormedness.problem(in: CoveragePicture.svg(coverage)) == nil)
        #expect(CoveragePicture.svg(coverage).contains("2 of 48"))
        let section = DeviationSection(
            coefficients: [1, 11.94, 7.96, 5, 1.5], sigmas: [:], exact: nil, residualRMSDegrees: 0.05, accepted: false,
            reason: "a <reason> & more", curve: [DeviationPoint(heading: 0, deviation: 10.46)], points: [])
        for svg in [DeviationCard(section).svg, DeviationPicture.svg(section)] {
            #expect(WellFormedness.problem(in: svg) == nil)
        }
        // What was refused is no number.
        #expect(DeviationCard(section).text == "DEVIATION CARD\nNot determined: a <reason> & more.\n")
        #expect(!DeviationCard(section).svg.contains("11.9"))
    }

    /// What the card says to steer, read back through the curve, is the magnetic heading that was wanted.
    @Test func steeringByTheCardGoesThere() {
        let section = DeviationSection(
            coefficients: [1, 11.94, 7.96, 5, 1.5], sigmas: [:], exact: nil, residualRMSDegrees: 0.05, accepted: true,
            reason: "", curve: [], points: [])
        for line in DeviationCard(section).lines {
            let z = line.steer * Double.pi / 180
            let deviation = 1 + 11.94 * sin(z) + 7.96 * cos(z) + 5 * sin(2 * z) + 1.5 * cos(2 * z)
            #expect(remainder(line.steer + deviation - line.compass, 360).magnitude < 1e-9)
        }
    }
}
