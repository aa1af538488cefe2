import Geomagnetism
import Testing
import Vocabulary

@Suite("Positions that cannot be")
struct BadPositionTests {
    @Test(arguments: [
        (91.0, 0.0, 0.0, ErrorCode.geomagnetismLatitudeOutOfRange, "latitude 91.0 is not within -90 to 90 degrees"),
        (-90.001, 0, 0, .geomagnetismLatitudeOutOfRange, "latitude -90.001 is not within -90 to 90 degrees"),
        (.nan, 0, 0, .geomagnetismLatitudeOutOfRange, "latitude nan is not within -90 to 90 degrees"),
        (0, 361, 0, .geomagnetismLongitudeOutOfRange, "longitude 361.0 is not within -180 to 360 degrees"),
        (0, -181, 0, .geomagnetismLongitudeOutOfRange, "longitude -181.0 is not within -180 to 360 degrees"),
        (0, .nan, 0, .geomagnetismLongitudeOutOfRange, "longitude nan is not within -180 to 360 degrees"),
        (0, 0, .nan, .geomagnetismHeightOutOfRange, "height nan m is not within -10000 to 10000000 m"),
        (0, 0, -10001, .geomagnetismHeightOutOfRange, "height -10001.0 m is not within -10000 to 10000000 m"),
        (0, 0, .infinity, .geomagnetismHeightOutOfRange, "height inf m is not within -10000 to 10000000 m"),
    ])
    func refused(
        latitude: Double, longitude: Double, height: Double, code: ErrorCode, message: String
    ) throws {
        let place = GeodeticPosition(latitude: latitude, longitude: longitude, height: height)
        let model = try GeomagneticModel.named("WMM2025")
        let date = try DecimalYear(2025)
        let error = try #require(throws: SensorLabError.self) { try model.field(at: place, on: date) }
        #expect(error.code == code)
        #expect(error.message == message)
        #expect(!error.description.contains("\n"))
    }

    @Test(arguments: [(90.0, 360.0), (-90, -180), (0, 0)])
    func bordersAreAccepted(latitude: Double, longitude: Double) throws {
        let place = GeodeticPosition(latitude: latitude, longitude: longitude)
        let field = try GeomagneticModel.named("WMM2025").field(at: place, on: DecimalYear(2025))
        #expect((20_000...70_000).contains(field.elements.f))
    }
}
