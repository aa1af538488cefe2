import Geomagnetism
import Testing
import Vocabulary

@Suite("Tracks")
struct FieldTrackTests {
    /// The limits are those of the documentation: second order in the reach, 1 km.
    @Test(arguments: [("WMM2025", 0.01), ("WMMHR2025", 0.1)])
    func theFieldAlongATrackIsThatOfTheModel(model: String, limit: Double) throws {
        let model = try GeomagneticModel.catalogued(model)
        let date = try DecimalYear(2029.5)
        var generator = SplitMix64(seed: 8)
        for start in BatchTests.places(100) {
            var track = FieldTrack(model)
            var place = start
            place.height = generator.uniform(0...3000)
            for _ in 0..<40 {
                // Steps of up to 150 m lead past the reach of the first anchor.
                place.latitude = max(-90, min(90, place.latitude + generator.uniform(-0.0005...0.001)))
                place.longitude += generator.uniform(-0.0005...0.001)
                if place.longitude > 360 { place.longitude -= 360 }
                place.height += generator.uniform(-20...20)
                let along = try track.field(at: place, on: date)
                let direct = try model.field(at: place, on: date)
                #expect(abs(along.elements.x - direct.elements.x) < limit)
                #expect(abs(along.elements.y - direct.elements.y) < limit)
                #expect(abs(along.elements.z - direct.elements.z) < limit)
                #expect(along.flags == direct.flags && along.zone == direct.zone)
            }
        }
    }

    @Test func withoutReachEveryFieldIsSummed() throws {
        let model = try GeomagneticModel.named("WMM2025")
        let date = try DecimalYear(2026)
        var track = FieldTrack(model, reachMetres: 0)
        for place in BatchTests.places(20) {
            #expect(try track.field(at: place, on: date) == model.field(at: place, on: date))
        }
    }

    @Test func theDateLineAndThePolesAreNoObstacle() throws {
        let model = try GeomagneticModel.named("WMM2025")
        let date = try DecimalYear(2026)
        var track = FieldTrack(model)
        for (latitude, longitude) in [
            (0.001, 179.9995), (0.001, -179.9995), (0.001, 180.001), (0, -180), (0, 360), (0, 0.0001), (89.9999, 10),
            (90, 10), (90, 200), (-90, 0), (-89.9, 77),
        ] {
            let place = GeodeticPosition(latitude: latitude, longitude: longitude)
            let (along, direct) = try (track.field(at: place, on: date), model.field(at: place, on: date))
            #expect(abs(along.elements.declinationDegrees - direct.elements.declinationDegrees) < 1e-5)
        }
    }

    @Test func errorsAreThoseOfTheModel() throws {
        var track = FieldTrack(try .named("WMM2025"))
        let date = try DecimalYear(2026)
        let error = try #require(throws: SensorLabError.self) {
            try track.field(at: GeodeticPosition(latitude: 91, longitude: 0), on: date)
        }
        #expect(error.code == .geomagnetismLatitudeOutOfRange)
        let late = try DecimalYear(2031)
        let refused = try #require(throws: SensorLabError.self) {
            try track.field(
                at: GeodeticPosition(latitude: 1, longitude: 0), on: late, outsideValidity: .refused)
        }
        #expect(refused.code == .geomagnetismOutsideValidity)
    }
}
