import Geomagnetism
import Testing
import Vocabulary

/// The published error models, and what a field says of its own reliability.
@Suite("Uncertainty and zones")
struct UncertaintyTests {
    /// sqrt(0.26^2 + (5417 / H)^2), worked out by hand to three figures.
    @Test(arguments: [(20000.0, 0.375), (30000, 0.317), (10000, 0.601), (6000, 0.940), (2000, 2.721)])
    func declination2025(h: Double, expected: Double) {
        let sigma = FieldErrorModel.wmm2025.uncertainty(horizontalIntensity: h).declinationDegrees
        #expect(abs(sigma - expected) <= 0.0005)
    }

    /// The value that the documentation of pygeomag 1.1.0 gives for this place and date.
    @Test func declination2020() throws {
        let model = try GeomagneticModel.named("WMM2020")
        let place = GeodeticPosition(latitude: 47.6205, longitude: -122.3493)
        let sigma = try #require(try model.field(at: place, on: DecimalYear(2023.75)).uncertainty)
        #expect(abs(sigma.declinationDegrees - 0.39353) <= 0.5e-5)
        #expect(sigma.x == 131 && sigma.y == 94 && sigma.z == 157 && sigma.h == 128 && sigma.f == 148)
        #expect(sigma.inclinationDegrees == 0.21)
    }

    @Test func declinationIsAtMostHalfATurn() {
        #expect(FieldErrorModel.wmm2025.uncertainty(horizontalIntensity: 0).declinationDegrees == 180)
    }

    @Test func noErrorModelIsSaid() throws {
        let model = try GeomagneticModel.named("WMM2010")
        let place = GeodeticPosition(latitude: 41.65, longitude: -0.88)
        let field = try model.field(at: place, on: DecimalYear(2013.5))
        #expect(field.uncertainty == nil)
        #expect(field.flags == .noUncertainty)
        #expect(model.warnings(for: field).map(\.code) == [.geomagnetismNoUncertainty])
    }

    @Test(arguments: [
        (1999.999, CompassZone.blackout), (2000, .caution), (5999.999, .caution), (6000, .normal), (0, .blackout),
    ])
    func zones(h: Double, expected: CompassZone) {
        #expect(CompassZone(horizontalIntensity: h) == expected)
    }

    /// Places of the published values of WMM2025: H = 1504 nT, 2164 nT, 24301 nT.
    @Test(arguments: [
        (89.0, -121.0, 28e3, CompassZone.blackout, FieldFlags.blackoutZone),
        (80, -96, 48e3, .caution, FieldFlags.cautionZone), (43, 93, 65e3, .normal, FieldFlags()),
    ])
    func zonesOfPlaces(
        latitude: Double, longitude: Double, height: Double, zone: CompassZone, flags: FieldFlags
    ) throws {
        let model = try GeomagneticModel.named("WMM2025")
        let place = GeodeticPosition(latitude: latitude, longitude: longitude, height: height)
        let field = try model.field(at: place, on: DecimalYear(2025))
        #expect(field.zone == zone)
        #expect(field.flags == flags)
        #expect(model.warnings(for: field).count == (flags.isEmpty ? 0 : 1))
    }
}
