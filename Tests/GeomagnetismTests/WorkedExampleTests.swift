import Geomagnetism
import Testing
import Vocabulary

/// The two examples of docs/reference/geomagnetism.md. Golden numbers: pygeomag 1.1.0 (an independent implementation
/// that NOAA's test values check),
/// `GeoMag(coefficients_file="wmm/WMM_2015v2.COF").calculate(41.375, 2.149, 0, 2015 + 172/365)`, and likewise for
/// Zaragoza with WMM_2010.COF.
@Suite("Worked examples")
struct WorkedExampleTests {
    @Test func barcelona2015() throws {
        let date = try DecimalYear(parsing: "2015-06-22")
        let model = try GeomagneticModel.inForce(on: date)
        #expect(model.name == "WMM2015v2")
        let field = try model.field(at: GeodeticPosition(latitude: 41.375, longitude: 2.149), on: date)
        // 22 June is day 173 of 2015.
        #expect(date.value == 2015.4712328767123)
        #expect(abs(field.elements.declinationDegrees - 0.5431078916) < 1e-9)
        #expect(abs(field.elements.inclinationDegrees - 56.6843110546) < 1e-9)
        #expect(abs(field.elements.h - 24974.8863504) < 1e-6)
        #expect(abs(field.elements.x - 24973.7643391) < 1e-6)
        #expect(abs(field.elements.y - 236.7339245) < 1e-6)
        #expect(abs(field.elements.z - 37997.9523712) < 1e-6)
        #expect(abs(field.elements.f - 45470.7524968) < 1e-6)
        let sigma = try #require(field.uncertainty)
        #expect(abs(sigma.declinationDegrees - 0.3164976518) < 1e-9)
        #expect(field.flags.isEmpty)
    }

    @Test func zaragoza2013() throws {
        let date = try DecimalYear(parsing: "2013-07-01")
        let model = try GeomagneticModel.inForce(on: date)
        #expect(model.name == "WMM2010")
        let field = try model.field(at: GeodeticPosition(latitude: 41.6488, longitude: -0.8891), on: date)
        #expect(abs(field.elements.declinationDegrees - -0.5674499007) < 1e-9)
        #expect(abs(field.elements.inclinationDegrees - 56.8242725593) < 1e-9)
        #expect(abs(field.elements.f - 45358.7197125) < 1e-6)
        #expect(field.uncertainty == nil)
        #expect(field.flags == .noUncertainty)
    }

    /// MathWorks' documentation of wrldmagm(1000, 42.283, -71.35, decyear(2028,7,4), '2025'), whole nanotesla.
    @Test func matlab() throws {
        let place = GeodeticPosition(latitude: 42.283, longitude: -71.35, height: 1000)
        let model = try GeomagneticModel.named("WMM2025")
        let e = try model.field(at: place, on: DecimalYear(parsing: "2028-07-04")).elements
        #expect([e.x, e.y, e.z, e.h, e.f].map { $0.rounded() } == [20139, -4905, 46532, 20727, 50940])
        #expect(abs(e.declinationDegrees - -13.6891) <= 0.5e-4)
        #expect(abs(e.inclinationDegrees - 65.9899) <= 0.5e-4)
    }

    /// The README of pygeomag 1.1.0: the Space Needle, Seattle.
    @Test(arguments: [("WMM2025", 2025.25, 15.06563), ("WMMHR2025", 2025.0, 15.01732)])
    func seattle(model: String, year: Double, declination: Double) throws {
        let place = GeodeticPosition(latitude: 47.6205, longitude: -122.3493)
        let field = try GeomagneticModel.catalogued(model).field(at: place, on: DecimalYear(year))
        #expect(abs(field.elements.declinationDegrees - declination) <= 0.5e-5)
    }
}
