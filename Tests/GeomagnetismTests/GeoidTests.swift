import Geomagnetism
import Testing
import Vocabulary

@Suite("Geoid")
struct GeoidTests {
    /// Golden numbers: EGM96 to degree 360 at the test places that NGA publishes with its program F477 (OUTF477.DAT),
    /// metres.
    static let published = [
        (38.6281550, 269.7791550, -31.628), (-14.6212170, 305.0211140, -2.969), (46.8743190, 102.4487290, -43.575),
        (-23.6174460, 133.8747120, 15.871), (38.6254730, 359.9995000, 50.066), (-0.4667440, 0.0023000, 17.329),
    ]

    /// The degrees above 12 that are left out have a standard deviation of 64 / 12.5 = 5 m (Kaula's rule); 3 of them
    /// bound one place, 1.5 the root mean square of six.
    @Test func publishedPlaces() {
        var sum = 0.0
        for (latitude, longitude, metres) in Self.published {
            let difference = Geoid.undulationMetres(latitudeDegrees: latitude, longitudeDegrees: longitude) - metres
            #expect(abs(difference) < 15)
            sum += difference * difference
        }
        #expect((sum / 6).squareRoot() < 7.5)
    }

    /// The lowest and the highest place of EGM96: -107 m south of India, 85 m near New Guinea.
    @Test func extremes() {
        var (lowest, highest) = (0.0, 0.0)
        for latitude in stride(from: -90.0, through: 90, by: 3) {
            for longitude in stride(from: -180.0, through: 180, by: 3) {
                let metres = Geoid.undulationMetres(latitudeDegrees: latitude, longitudeDegrees: longitude)
                (lowest, highest) = (min(lowest, metres), max(highest, metres))
            }
        }
        #expect(lowest > -115 && lowest < -97)
        #expect(highest > 68 && highest < 92)
    }

    @Test func thePolesHaveOneValueEach() {
        for latitude in [-90.0, 90] {
            let values = [-180.0, -10, 0, 77, 300].map {
                Geoid.undulationMetres(latitudeDegrees: latitude, longitudeDegrees: $0)
            }
            for value in values { #expect(abs(value - values[0]) < 1e-9) }
        }
    }

    /// The whole undulation changes D by less than 0.01 degrees outside of the blackout zones, and what the degrees
    /// above 12 leave of it (20 m) by less than 0.002.
    @Test func effectOnTheDeclination() throws {
        let model = try GeomagneticModel.named("WMM2025")
        let date = try DecimalYear(2026)
        var (whole, rest) = (0.0, 0.0)
        for place in BatchTests.places(2000) {
            let (latitude, longitude) = (place.latitude, place.longitude)
            func declination(_ height: Double, _ reference: HeightReference) throws -> MagneticElements {
                try model.field(
                    at: GeodeticPosition(latitude: latitude, longitude: longitude, height: height, above: reference),
                    on: date
                ).elements
            }
            let sea = try declination(0, .meanSeaLevel)
            guard sea.h > 2000 else { continue }
            let ellipsoid = try declination(0, .ellipsoid)
            let higher = try declination(20, .meanSeaLevel)
            whole = max(whole, abs(sea.declinationDegrees - ellipsoid.declinationDegrees))
            rest = max(rest, abs(higher.declinationDegrees - sea.declinationDegrees))
        }
        #expect(whole > 0 && whole < 0.01)
        #expect(rest > 0 && rest < 0.002)
    }

    @Test func positionsAboveSeaLevel() {
        let place = GeodeticPosition(latitude: 41.375, longitude: 2.149, height: 100, above: .meanSeaLevel)
        let undulation = Geoid.undulationMetres(latitudeDegrees: 41.375, longitudeDegrees: 2.149)
        #expect(place.height == 100 + undulation)
        let plain = GeodeticPosition(latitude: 41.375, longitude: 2.149, height: 100, above: .ellipsoid)
        #expect(plain.height == 100)
        let wrong = GeodeticPosition(latitude: .nan, longitude: 0, height: 1, above: .meanSeaLevel)
        #expect(throws: SensorLabError.self) { try wrong.validateForField() }
    }
}
