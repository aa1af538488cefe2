import Geomagnetism
import HighResolutionField
import Testing
import Vocabulary

/// Golden numbers: ppigrf 2.1.0 of IAGA Division V-MOD, `ppigrf.igrf(longitude, latitude, height, date)`, nT.
@Suite("IGRF-14")
struct IGRFTests {
    /// ppigrf counts the days between its epochs, this module the years: up to a day of secular variation (0.3 nT at
    /// 100 nT a year) lies between them except at an epoch, where 1e-3 nT of other constants remain.
    @Test(arguments: [
        ((41.375, 2.149, 0.0), "1900-01-01", (22268.7276, -5474.4038, 37701.5275), 1e-3),
        ((41.375, 2.149, 0.0), "1953-07-02", (23505.6042, -2687.6668, 37270.1167), 0.3),
        ((-33.8, 151.2, 500.0), "1987-03-04", (24209.2055, 5344.6283, -52127.9975), 0.3),
        ((64.1, -21.9, 100_000.0), "2003-11-30", (11913.4302, -3739.0884, 48485.1718), 0.3),
        ((-75.0, 120.0, 0.0), "2026-01-01", (-8136.8598, -6882.2292, -61322.2123), 0.3),
    ])
    func againstPpigrf(
        place: (Double, Double, Double), day: String, expected: (Double, Double, Double), tolerance: Double
    ) throws {
        let date = try DecimalYear(parsing: day)
        let position = GeodeticPosition(latitude: place.0, longitude: place.1, height: place.2)
        let field = try GeomagneticModel.named("igrf-14", on: date).field(at: position, on: date)
        #expect(abs(field.elements.x - expected.0) < tolerance)
        #expect(abs(field.elements.y - expected.1) < tolerance)
        #expect(abs(field.elements.z - expected.2) < tolerance)
        #expect(field.flags == .noUncertainty || !field.flags.isDisjoint(with: [.cautionZone]))
        #expect(field.uncertainty == nil)
    }

    /// Two models meet at an epoch.
    @Test(arguments: [1905.0, 1950, 1995, 2000, 2025])
    func theFieldIsContinuous(epoch: Double) throws {
        let (before, after) = try (DecimalYear(epoch - 1e-9), DecimalYear(epoch))
        let first = try GeomagneticModel.igrf14(on: before)
        let second = try GeomagneticModel.igrf14(on: after)
        #expect(first.epoch.value == epoch - 5 && second.epoch.value == epoch)
        for place in BatchTests.places(20) {
            let (a, b) = try (first.field(at: place, on: before), second.field(at: place, on: after))
            // 1e-9 years of at most 1000 nT a year, and rounding.
            #expect(abs(a.elements.x - b.elements.x) < 2e-6)
            #expect(abs(a.elements.z - b.elements.z) < 2e-6)
        }
    }

    /// Both models describe the same field; they differ by less than their errors (WMM2025: 137, 89 and 141 nT).
    @Test func closeToTheWorldMagneticModel() throws {
        let date = try DecimalYear(2026.5)
        let (igrf, wmm) = try (GeomagneticModel.igrf14(on: date), GeomagneticModel.named("WMM2025"))
        for place in BatchTests.places(200) {
            let (a, b) = try (igrf.field(at: place, on: date).elements, wmm.field(at: place, on: date).elements)
            #expect(abs(a.x - b.x) < 137 && abs(a.z - b.z) < 141)
        }
    }

    @Test func limits() throws {
        #expect(try GeomagneticModel.igrf14(on: DecimalYear(1896)).epoch.value == 1900)
        #expect(try GeomagneticModel.igrf14(on: DecimalYear(2034)).epoch.value == 2025)
        for year in [1894.9, 2035.1] {
            let error = try #require(throws: SensorLabError.self) {
                try GeomagneticModel.igrf14(on: DecimalYear(year))
            }
            #expect(error.code == .geomagnetismDateNotCovered && error.message.contains("1900.0 to 2030.0"))
        }
        let unknown = try #require(throws: SensorLabError.self) {
            try GeomagneticModel.named("IGRF13", on: DecimalYear(2020))
        }
        #expect(unknown.code == .geomagnetismUnknownModel && unknown.advice.hasSuffix("WMM2025, IGRF14"))
        let uncatalogued = try #require(throws: SensorLabError.self) {
            try GeomagneticCatalogue.model(named: "IGRF13", on: DecimalYear(2020))
        }
        #expect(
            uncatalogued.code == .geomagnetismUnknownModel
                && uncatalogued.advice.hasSuffix("WMM2025, WMMHR2025, IGRF14"))
        #expect(try GeomagneticCatalogue.model(named: "igrf-14", on: DecimalYear(2020)).epoch.value == 2020)
        #expect(try GeomagneticModel.named("wmm2020", on: DecimalYear(2020)).name == "WMM2020")
    }
}
