import Geomagnetism
import HighResolutionField
import Testing
import Vocabulary

@Suite("Choice of model and validity")
struct ModelChoiceTests {
    @Test(arguments: [
        (2010.0, EmbeddedModel.wmm2010), (2014.999, .wmm2010), (2015.0, .wmm2015v2), (2019.999, .wmm2015v2),
        (2020.0, .wmm2020), (2024.999, .wmm2020), (2025.0, .wmm2025), (2034.9, .wmm2025), (2005.0, .wmm2010),
    ])
    func byDate(year: Double, expected: EmbeddedModel) throws {
        #expect(try EmbeddedModel(on: DecimalYear(year)) == expected)
        #expect(try GeomagneticModel.inForce(on: DecimalYear(year)).name == expected.rawValue)
    }

    @Test(arguments: ["WMM2015v2", "wmm2015V2", "WMM-2015v2", "wmm_2015v2"])
    func byName(name: String) throws {
        #expect(try GeomagneticModel.named(name).name == "WMM2015v2")
    }

    @Test(arguments: EmbeddedModel.allCases.map(\.rawValue) + ["WMMHR2025"])
    func headers(model: String) throws {
        let loaded = try GeomagneticModel.catalogued(model)
        #expect(loaded.name == model)
        let year = try #require(Double(model.filter(\.isNumber).prefix(4)))
        #expect(loaded.epoch.value == year)
        #expect(loaded.validity == (try DecimalYear(year)...DecimalYear(year + 5)))
        #expect(loaded.degree == (model == "WMMHR2025" ? 133 : 12))
        #expect(loaded.releaseDate.count == 10)
    }

    @Test func unknownName() throws {
        let error = try #require(throws: SensorLabError.self) { try GeomagneticModel.named("WMM2005") }
        #expect(error.code == .geomagnetismUnknownModel)
        #expect(
            error.description
                == "there is no geomagnetic model 'WMM2005'; use one of WMM2010, WMM2015, WMM2015v2, WMM2020, WMM2025")
        let uncatalogued = try #require(throws: SensorLabError.self) { try GeomagneticModel.catalogued("WMM2005") }
        #expect(
            uncatalogued.description
                == "there is no geomagnetic model 'WMM2005'; use one of WMM2010, WMM2015, WMM2015v2, WMM2020, WMM2025, "
                + "WMMHR2025, IGRF14")
    }

    @Test(arguments: [1900.0, 2004.9, 2035.1, 2100.0])
    func datesThatNoModelCovers(year: Double) throws {
        let error = try #require(throws: SensorLabError.self) {
            try GeomagneticModel.inForce(on: DecimalYear(year))
        }
        #expect(error.code == .geomagnetismDateNotCovered)
        #expect(error.message.hasSuffix("is more than 5 years from 2010.0 to 2030.0, which the models cover"))
    }

    @Test(arguments: [1900.0, 2014.9, 2035.1, 2100.0])
    func datesFarFromTheChosenModel(year: Double) throws {
        let model = try GeomagneticModel.named("WMM2020")
        let place = GeodeticPosition(latitude: 41.375, longitude: 2.149)
        let error = try #require(throws: SensorLabError.self) { try model.field(at: place, on: DecimalYear(year)) }
        #expect(error.code == .geomagnetismDateNotCovered)
        #expect(error.message.contains("more than 5 years from 2020.0 to 2025.0, for which WMM2020 holds"))
    }

    @Test(arguments: [
        (2019.99, FieldFlags.beforeValidity), (2020.0, FieldFlags()), (2025.0, FieldFlags()),
        (2025.01, FieldFlags.afterValidity),
    ])
    func validityInTime(year: Double, expected: FieldFlags) throws {
        let model = try GeomagneticModel.named("WMM2020")
        let place = GeodeticPosition(latitude: 41.375, longitude: 2.149)
        let date = try DecimalYear(year)
        let field = try model.field(at: place, on: date)
        #expect(field.flags == expected)
        #expect(model.warnings(for: field).count == (expected.isEmpty ? 0 : 1))
    }

    @Test(arguments: [(-1001.0, true), (-1000, false), (850_000, false), (850_001, true)])
    func validityInHeight(height: Double, flagged: Bool) throws {
        let model = try GeomagneticModel.named("WMM2025")
        let place = GeodeticPosition(latitude: 41.375, longitude: 2.149, height: height)
        let field = try model.field(at: place, on: DecimalYear(2026))
        #expect(field.flags == (flagged ? .heightOutsideValidity : []))
    }
}
