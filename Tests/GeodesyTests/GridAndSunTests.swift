import Foundation
import Geodesy
import Rotations
import TestSupport
import Testing
import Vocabulary

/// A table of Tests/Data, made by scripts/golden/grid-and-sun with independent implementations.
private func golden(_ name: String) throws -> [[Double]] {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Data/\(name)")
    let rows = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map {
        $0.split(separator: ",").compactMap { Double($0) }
    }.filter { $0.count > 1 }
    try #require(rows.count >= 200)
    return rows
}

@Suite("UTM: transverse Mercator")
struct UTMTests {
    /// The table has 0.1 micrometres, 1e-9 degrees and 1e-10.
    @Test func agreesWithAnIndependentImplementation() throws {
        for row in try golden("utm.csv") {
            let place = GeodeticPosition(latitude: row[0], longitude: row[1])
            let utm = try UTM(place)
            #expect(utm.zone == Int(clamping: row[2]) && utm.isNorthern == (row[0] >= 0))
            #expect((utm.easting - row[3]).magnitude < 1e-6 && (utm.northing - row[4]).magnitude < 1e-6, "\(row)")
            #expect((utm.convergence - row[5]).magnitude < 1e-8 && (utm.scale - row[6]).magnitude < 1e-9, "\(row)")
            let back = try UTM(
                zone: utm.zone, isNorthern: utm.isNorthern, easting: utm.easting, northing: utm.northing)
            #expect((back.place.latitude - place.latitude).magnitude < 1e-12)
            expectAngle(back.place.longitude, place.longitude, within: 1e-11 / cos(Angle.radians(place.latitude)))
            #expect((back.convergence - utm.convergence).magnitude < 1e-10)
        }
    }

    /// North-east of the central meridian grid north lies clockwise of true north, in the south counter-clockwise.
    @Test func signOfTheConvergence() throws {
        #expect(try UTM(GeodeticPosition(latitude: 48, longitude: 11)).convergence > 1)
        #expect(try UTM(GeodeticPosition(latitude: 48, longitude: 7)).convergence < -1)
        #expect(try UTM(GeodeticPosition(latitude: -48, longitude: 11)).convergence < -1)
        #expect(try UTM(GeodeticPosition(latitude: 48, longitude: 9)).convergence.magnitude < 1e-12)
    }

    @Test func whatTheGridDoesNotCover() {
        for latitude in [84.01, -80.01, 90, .nan] {
            #expect(throws: SensorLabError.self) { try UTM(GeodeticPosition(latitude: latitude, longitude: 9)) }
        }
        for (zone, easting, northing) in [
            (0, 5e5, 5e6), (61, 5e5, 5e6), (32, 5e4, 5e6), (32, 5e5, -1), (32, .nan, 5e6), (32, 5e5, 9.9e6),
        ] {
            #expect(throws: SensorLabError.self) {
                try UTM(zone: zone, isNorthern: true, easting: easting, northing: northing)
            }
        }
    }
}

@Suite("The sun's position")
struct SolarPositionTests {
    /// The angle between directions: an azimuth near the zenith has no weight.
    @Test func agreesWithNRELsAlgorithmWithinAHundredthOfADegree() throws {
        var largest = 0.0
        for row in try golden("sun.csv") {
            let sun = SolarPosition(unixSeconds: row[0], at: GeodeticPosition(latitude: row[1], longitude: row[2]))
            func direction(_ azimuth: Double, _ elevation: Double) -> Vector3 {
                let (a, h) = (Angle.radians(azimuth), Angle.radians(elevation))
                return Vector3(sin(a) * cos(h), cos(a) * cos(h), sin(h))
            }
            let error = Angle.degrees(direction(sun.azimuth, sun.elevation).angle(to: direction(row[3], row[4])))
            largest = max(largest, error)
        }
        #expect(largest < 0.01, "\(largest) degrees")
    }

    /// The example of I. Reda, A. Andreas (NREL/TP-560-34302, 2008, table A5.1): 2003-10-17 12:30:30 at UTC-7,
    /// topocentric azimuth 194.34024, zenith angle 50.11162 with 0.00853 of refraction.
    @Test func thePublishedExample() {
        let sun = SolarPosition(
            unixSeconds: 1_066_419_030, at: GeodeticPosition(latitude: 39.742476, longitude: -105.1786))
        expectAngle(sun.azimuth, 194.34024, within: 0.01)
        #expect((sun.elevation - (90 - 50.12015)).magnitude < 0.01)
    }

    /// At noon on the equinox the sun of the equator is at the zenith, in Munich in the south at 90 - 48 degrees.
    @Test func aPictureOfTheDay() {
        let equinox = 1_774_000_800.0  // 2026-03-20T10:00:00Z
        let morning = SolarPosition(unixSeconds: equinox - 14_400, at: GeodeticPosition(latitude: 48, longitude: 11.5))
        let noon = SolarPosition(unixSeconds: equinox + 5160, at: GeodeticPosition(latitude: 48, longitude: 11.5))
        #expect(morning.azimuth > 85 && morning.azimuth < 120 && morning.elevation > 0)
        expectAngle(noon.azimuth, 180, within: 2)
        #expect((noon.elevation - 42).magnitude < 0.5)
        #expect(noon.apparentElevation > noon.elevation && noon.apparentElevation < noon.elevation + 0.03)
        let antipode = SolarPosition(
            unixSeconds: equinox + 5160, at: GeodeticPosition(latitude: -48, longitude: -168.5))
        #expect((antipode.elevation + noon.elevation).magnitude < 0.01)
        #expect(antipode.apparentElevation == antipode.elevation)
    }
}

@Suite("Vincenty's formula and the law of cosines")
struct HistoricalDistanceTests {
    @Test func vincentyIsTheGeodesicWhereItConverges() throws {
        var random = SplitMix64(seed: 1975)
        var found = 0
        for _ in 0..<500 {
            let a = GeodeticPosition(
                latitude: .random(in: -89...89, using: &random), longitude: .random(in: -180...180, using: &random))
            let b = GeodeticPosition(
                latitude: .random(in: -89...89, using: &random), longitude: .random(in: -180...180, using: &random))
            let line = Geodesic.wgs84.inverse(from: a, to: b)
            guard let vincenty = Vincenty.inverse(from: a, to: b) else { continue }
            found += 1
            #expect((vincenty.distance - line.distance).magnitude < 1e-4)
            expectAngle(vincenty.azimuth, line.startAzimuth, within: 1e-6)
        }
        #expect(found > 490)
    }

    @Test func edges() throws {
        let a = GeodeticPosition(latitude: 12, longitude: 34)
        #expect(try #require(Vincenty.inverse(from: a, to: a)).distance == 0)
        let equator = try #require(
            Vincenty.inverse(
                from: GeodeticPosition(latitude: 0, longitude: 0), to: GeodeticPosition(latitude: 0, longitude: 1)))
        #expect((equator.distance - Angle.radians(6_378_137)).magnitude < 1e-3 && equator.azimuth == 90)
        // Nearly antipodal: no answer, where the geodesic has one.
        #expect(
            Vincenty.inverse(
                from: GeodeticPosition(latitude: 0, longitude: 0), to: GeodeticPosition(latitude: 0.5, longitude: 179.7)
            ) == nil)
        // A quarter of the sphere, and half a metre, where the arc cosine has lost its digits.
        let pole = LawOfCosines.distance(
            from: GeodeticPosition(latitude: 0, longitude: 0), to: GeodeticPosition(latitude: 90, longitude: 0))
        #expect((pole - Sphere.meanRadius * .pi / 2).magnitude < 1e-6)
        let near = GeodeticPosition(latitude: 45 + 1e-7, longitude: 9)
        let far = LawOfCosines.distance(from: GeodeticPosition(latitude: 45, longitude: 9), to: near)
        #expect(
            (far - Haversine.distance(from: GeodeticPosition(latitude: 45, longitude: 9), to: near)).magnitude < 0.2)
    }
}
