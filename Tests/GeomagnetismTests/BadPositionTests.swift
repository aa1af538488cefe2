import Geomagnetism
import Testing

@Suite("Positions that cannot be")
struct BadPositionTests {
    @Test(arguments: [
        (91.0, 0.0, 0.0, GeomagnetismError.Code.latitudeOutOfRange, "latitude 91.0 is not within -90 to 90 degrees"),
        (-90.001, 0, 0, .latitudeOutOfRange, "latitude -90.001 is not within -90 to 90 degrees"),
        (.nan, 0, 0, .latitudeOutOfRange, "latitude nan is not within -90 to 90 degrees"),
        (0, 361, 0, .longitudeOutOfRange, "longitude 361.0 is not within -180 to 360 degrees"),
        (0, -181, 0, .longitudeOutOfRange, "longitude -181.0 is not within -180 to 360 degrees"),
        (0, .nan, 0, .longitudeOutOfRange, "longitude nan is not within -180 to 360 degrees"),
        (0, 0, .nan, .heightOutOfRange, "height nan m is not within -10000 to 10000000 m"),
        (0, 0, -10001, .heightOutOfRange, "height -10001.0 m is not within -10000 to 10000000 m"),
        (0, 0, .infinity, .heightOutOfRange, "height inf m is not within -10000 to 10000000 m"),
    ])
    func refused(
        latitude: Double, longitude: Double, height: Double, code: GeomagnetismError.Code, message: String
    ) throws {
        let place = FieldPosition(latitudeDegrees: latitude, longitudeDegrees: longitude, heightMetres: height)
        let model = try GeomagneticModel.named("WMM2025")
        let date = try DecimalYear(2025)
        let error = try #require(throws: GeomagnetismError.self) { try model.field(at: place, on: date) }
        #expect(error.code == code)
        #expect(error.message == message)
        #expect(!error.description.contains("\n"))
    }

    @Test(arguments: [(90.0, 360.0), (-90, -180), (0, 0)])
    func bordersAreAccepted(latitude: Double, longitude: Double) throws {
        let place = FieldPosition(latitudeDegrees: latitude, longitudeDegrees: longitude)
        let field = try GeomagneticModel.named("WMM2025").field(at: place, on: DecimalYear(2025))
        #expect((20_000...70_000).contains(field.elements.f))
    }
}
