import Geomagnetism
import Testing
import Vocabulary

@Suite("Grids")
struct FieldGridTests {
    @Test func bothEndsAreIn() throws {
        let grid = try FieldGrid(latitudesDegrees: (40, 41), longitudesDegrees: (-0.3, 0.3), stepDegrees: 0.1)
        #expect(grid.latitudesDegrees.count == 11 && grid.longitudesDegrees.count == 7)
        #expect(grid.latitudesDegrees.first == 40 && grid.latitudesDegrees.last == 41)
        #expect(grid.longitudesDegrees.last == 0.3)
        let uneven = try FieldGrid(latitudesDegrees: (-90, 90), longitudesDegrees: (-180, 180), stepDegrees: 50)
        #expect(uneven.latitudesDegrees == [-90, -40, 10, 60])
        let point = try FieldGrid(latitudesDegrees: (1, 1), longitudesDegrees: (2, 2), stepDegrees: 1)
        #expect(point.latitudesDegrees == [1] && point.longitudesDegrees == [2])
    }

    @Test(arguments: [
        ((-91.0, 0.0), (0.0, 1.0), 1.0, ErrorCode.geomagnetismLatitudeOutOfRange),
        ((0, 1), (0, 361), 1, .geomagnetismLongitudeOutOfRange),
        ((.nan, 1), (0, 1), 1, .geomagnetismLatitudeOutOfRange),
        ((1, 0), (0, 1), 1, .geomagnetismInvalidGrid), ((0, 1), (1, 0), 1, .geomagnetismInvalidGrid),
        ((0, 1), (-180, 360), 1, .geomagnetismInvalidGrid),
        ((0, 1), (0, 1), 0, .geomagnetismInvalidGrid), ((0, 1), (0, 1), -1, .geomagnetismInvalidGrid),
        ((0, 1), (0, 1), .nan, .geomagnetismInvalidGrid),
        ((-90, 90), (-180, 180), 0.01, .geomagnetismInvalidGrid),
    ])
    func refused(
        latitudes: (Double, Double), longitudes: (Double, Double), step: Double, code: ErrorCode
    ) throws {
        let error = try #require(throws: SensorLabError.self) {
            try FieldGrid(
                latitudesDegrees: (from: latitudes.0, to: latitudes.1),
                longitudesDegrees: (from: longitudes.0, to: longitudes.1), stepDegrees: step)
        }
        #expect(error.code == code)
    }
}
