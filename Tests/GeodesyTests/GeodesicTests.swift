import Foundation
import Rotations
import TestSupport
import Testing
import Vocabulary

@testable import Geodesy

@Suite struct GeodesicTests {
    /// A line of Tests/Data/geodesics.csv: made by PyPI geographiclib with scripts/golden/geodesics.
    struct Golden {
        let kind: String
        let start: GeodeticPosition
        let end: GeodeticPosition
        let line: GeodesicLine

        init?(_ text: Substring) {
            let cells = text.split(separator: ",")
            let numbers = cells.dropFirst().compactMap { Double($0) }
            guard cells.count == 9, numbers.count == 8 else { return nil }
            kind = String(cells[0])
            start = GeodeticPosition(latitude: numbers[0], longitude: numbers[1])
            end = GeodeticPosition(latitude: numbers[3], longitude: numbers[4])
            line = GeodesicLine(
                distance: numbers[6], startAzimuth: numbers[2], endAzimuth: numbers[5], reducedLength: numbers[7])
        }

        static func all() throws -> [Golden] {
            let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appendingPathComponent("Data/geodesics.csv")
            let golden = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").compactMap { Golden($0) }
            try #require(golden.count >= 500)
            return golden
        }
    }

    /// The accuracy that the series promise, metres.
    let accuracy = 15e-9

    /// Distances within 15 nm, azimuths within 1e-13 degrees or 15 nm over the reduced length.
    @Test func inverseAgreesWithAnIndependentImplementation() throws {
        for golden in try Golden.all() {
            let line = Geodesic.wgs84.inverse(from: golden.start, to: golden.end)
            #expect((line.distance - golden.line.distance).magnitude <= accuracy, "\(golden)")
            #expect((line.reducedLength - golden.line.reducedLength).magnitude <= 2 * accuracy, "\(golden)")
            let limit = max(1e-13, Angle.degrees(accuracy / golden.line.reducedLength.magnitude))
            expectAngle(line.startAzimuth, golden.line.startAzimuth, within: limit)
            expectAngle(line.endAzimuth, golden.line.endAzimuth, within: limit)
        }
    }

    /// The direct problem from the golden azimuth and distance arrives at the golden place; the azimuth there by its
    /// own limit.
    @Test func directAgreesWithAnIndependentImplementation() throws {
        for golden in try Golden.all() {
            let (end, azimuth) = Geodesic.wgs84.direct(
                from: golden.start, azimuth: golden.line.startAzimuth, distance: golden.line.distance)
            // The golden azimuth itself is rounded to half a unit of 1e-14 degrees and carries 15 nm of its own.
            #expect(gap(end, golden.end) <= 2 * accuracy, "\(golden)")
            // At a pole the azimuth turns with the longitude: their difference is what is defined.
            let turn = golden.end.longitude - end.longitude
            if golden.end.latitude.magnitude < 89 {
                expectAngle(azimuth, golden.line.endAzimuth, within: 1e-11)
            } else if golden.end.latitude.magnitude == 90 {
                expectAngle(azimuth - (golden.end.latitude > 0 ? -turn : turn), golden.line.endAzimuth, within: 1e-6)
            }
        }
    }

    /// Inverse, then direct from its result: back at the second point within 15 nm, from both ends.
    @Test func problemsClose() throws {
        for golden in try Golden.all() {
            let line = Geodesic.wgs84.inverse(from: golden.start, to: golden.end)
            let there = Geodesic.wgs84.direct(
                from: golden.start, azimuth: line.startAzimuth, distance: line.distance)
            #expect(gap(there.end, golden.end) <= 2 * accuracy, "\(golden)")
            let back = Geodesic.wgs84.direct(from: golden.end, azimuth: line.endAzimuth, distance: -line.distance)
            #expect(gap(back.end, golden.start) <= 2 * accuracy, "\(golden)")
        }
    }

    /// The example of the paper's table 2: the direct problem from (40, 0), azimuth 30, 10,000 km.
    @Test func directExampleOfThePaper() {
        let start = GeodeticPosition(latitude: 40, longitude: 0)
        let (end, azimuth) = Geodesic.wgs84.direct(from: start, azimuth: 30, distance: 10_000_000)
        expectAngle(end.latitude, 41.79331020506, within: 1e-11)
        expectAngle(end.longitude, 137.84490004377, within: 1e-11)
        expectAngle(azimuth, 149.09016931807, within: 1e-11)
    }

    /// The examples of the paper's tables 4 and 5: nearly antipodal, from -30 to 29.9 over 179.8 degrees.
    @Test func antipodalExampleOfThePaper() {
        let line = Geodesic.wgs84.inverse(
            from: GeodeticPosition(latitude: -30, longitude: 0), to: GeodeticPosition(latitude: 29.9, longitude: 179.8))
        expectAngle(line.startAzimuth, 161.89052473633, within: 1e-11)
        expectAngle(line.endAzimuth, 18.09073724574, within: 1e-11)
        #expect((line.distance - 19_989_832.82761).magnitude <= 1e-5)
    }

    @Test func coincidentAndInvalid() {
        let place = GeodeticPosition(latitude: 41.375, longitude: 2.149)
        let nothing = Geodesic.wgs84.inverse(from: place, to: place)
        #expect(nothing == GeodesicLine(distance: 0, startAzimuth: 0, endAzimuth: 0, reducedLength: 0))
        let turned = GeodeticPosition(latitude: 41.375, longitude: 362.149)
        #expect(Geodesic.wgs84.inverse(from: place, to: turned).distance < 1e-8)
        let wrong = GeodeticPosition(latitude: 91, longitude: 0)
        #expect(Geodesic.wgs84.inverse(from: place, to: wrong).distance.isNaN)
    }

    /// On a sphere the geodesic is the great circle.
    @Test func sphereIsTheLimit() {
        let sphere = Geodesic(Ellipsoid(equatorialRadius: 6_371_008.7714, flattening: 0))
        let a = GeodeticPosition(latitude: 41.375, longitude: 2.149)
        for b in [GeodeticPosition(latitude: 60, longitude: -150), GeodeticPosition(latitude: -33, longitude: 151)] {
            let line = sphere.inverse(from: a, to: b)
            #expect((line.distance - SphericalTriangle.distance(from: a, to: b)).magnitude < 1e-8)
            expectAngle(line.startAzimuth, SphericalTriangle.azimuth(from: a, to: b), within: 1e-13)
        }
    }

    /// Metres between two places by the straight line through the earth.
    private func gap(_ a: GeodeticPosition, _ b: GeodeticPosition) -> Double {
        (Ellipsoid.wgs84.earthCentred(a) - Ellipsoid.wgs84.earthCentred(b)).length
    }
}
