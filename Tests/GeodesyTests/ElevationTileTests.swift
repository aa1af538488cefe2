import Geodesy
import Testing
import Vocabulary

@Suite("Terrain tiles")
struct ElevationTileTests {
    /// N47E011 in three arc seconds: 1000 m in the south-west, 1200 m more in the north, 2400 m more in the east; one
    /// void sample at 47.5, 11.5.
    private static func tile(_ name: String = "N47E011.hgt", size: Int = 1201) throws -> ElevationTile {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * size * size)
        for row in 0..<size {
            for column in 0..<size {
                let isVoid = 2 * row == size - 1 && 2 * column == size - 1
                let height = isVoid ? -32768 : 1000 + (size - 1 - row) * 1200 / (size - 1) + column * 2400 / (size - 1)
                let sample = UInt16(bitPattern: Int16(height))
                bytes += [UInt8(sample >> 8), UInt8(sample & 255)]
            }
        }
        return try ElevationTile(bytes, name: name)
    }

    @Test(
        "corners, edges and between the samples: the plane that the tile holds",
        arguments: [(0.0, 0.0), (1, 0), (0, 1), (1, 1), (0.25, 0.75), (0.00025, 0.0006)] as [(Double, Double)])
    func plane(north: Double, east: Double) throws {
        let (latitude, longitude) = (47 + north, 11 + east)
        let expected = 1000 + 1200 * north + 2400 * east
        let height = try Self.tile().height(at: GeodeticPosition(latitude: latitude, longitude: longitude, height: 0))
        // Positions are exact to 1e-14 degrees, the slope is 2400 m per degree.
        #expect((try #require(height) - expected).magnitude < 1e-8)
    }

    @Test("void samples and other square degrees have no height")
    func unknown() throws {
        let tile = try Self.tile()
        for (latitude, longitude) in [
            (47.5, 11.5), (47.5 + 0.4 / 1200, 11.5), (46.99, 11.5), (47.5, 12.01), (48.01, 11),
        ] {
            let position = GeodeticPosition(latitude: latitude, longitude: longitude, height: 0)
            let height = tile.height(at: position)
            #expect(height == nil, "\(latitude) \(longitude)")
        }
        // A sample beside the void one is known.
        let beside = GeodeticPosition(latitude: 47.5 + 1.0 / 1200, longitude: 11.5, height: 0)
        let height = tile.height(at: beside)
        #expect((try #require(height) - 2801).magnitude < 1e-6)
    }

    @Test("the corner of a name, and that of the tile around a position, in all quarters of the globe")
    func corners() throws {
        for (name, south, west) in [
            ("N47E011.hgt", 47, 11), ("folder/S01W078.hgt", -1, -78), ("s34e151", -34, 151),
            ("N00W001.SRTMGL1.hgt", 0, -1),
        ] {
            let corner = try #require(ElevationTile.corner(name))
            #expect(corner == (south, west))
            #expect(ElevationTile.corner(ElevationTile.name(south: south, west: west))! == corner)
        }
        for name in ["", "N47.hgt", "N4xE011.hgt", "X47E011.hgt", "N47E0110.hgt", "N95E011.hgt"] {
            #expect(ElevationTile.corner(name) == nil, "\(name)")
        }
        for (latitude, longitude, south, west) in [
            (47.3, 11.4, 47, 11), (-0.2, -77.5, -1, -78), (-33.9, 151.2, -34, 151), (0.5, 180, 0, -180), (90, 0, 89, 0),
        ] {
            let position = GeodeticPosition(latitude: latitude, longitude: longitude, height: 0)
            #expect(ElevationTile.corner(holding: position) == (south, west))
        }
    }

    @Test("a file of another size or name is refused")
    func refused() throws {
        #expect(throws: SensorLabError.self) { try ElevationTile([0, 1, 2], name: "N47E011.hgt") }
        #expect(throws: SensorLabError.self) { try Self.tile("terrain.tif") }
    }
}
