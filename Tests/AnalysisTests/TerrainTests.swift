import Evaluation
import Files
import Foundation
import Geomagnetism
import ProjectionCore
import Testing
import Vocabulary

@testable import Analysis

@Suite("Heights of places and observer from terrain")
struct TerrainTests {
    let folder: ScratchFolder

    /// Two tiles side by side in the Alps, 600 and 700 m above mean sea level everywhere.
    init() throws {
        folder = try ScratchFolder()
        for (name, height) in [("N47E011.hgt", 600), ("N47E012.hgt", 700)] {
            let samples = [UInt16](repeating: UInt16(height).bigEndian, count: 1201 * 1201)
            try samples.withUnsafeBytes { Data($0) }.write(to: URL(fileURLWithPath: folder.path + "/" + name))
        }
    }

    private func place(_ longitude: Double, height: Double? = nil) -> PointOfInterest {
        PointOfInterest(
            id: "\(longitude)", name: "place",
            position: GeodeticPosition(latitude: 47.3, longitude: longitude, height: height ?? 0),
            hasHeight: height != nil)
    }

    @Test("heights count from the ellipsoid: the tile's and the geoid's together; none without a tile")
    func heights() throws {
        let positions = [11.4, 12.4, 13.4].map { GeodeticPosition(latitude: 47.3, longitude: $0, height: 0) }
        let heights = try Terrain(path: folder.path).heights(of: positions)
        for (index, ground) in [600.0, 700].enumerated() {
            let geoid = Geoid.undulationMetres(latitudeDegrees: 47.3, longitudeDegrees: positions[index].longitude)
            #expect(geoid > 40 && geoid < 55)
            #expect((try #require(heights[index]) - ground - geoid).magnitude < 1e-9)
        }
        #expect(heights[2] == nil)
        let one = try Terrain(path: folder.path + "/N47E012.hgt").heights(of: positions)
        #expect(one[0] == nil && one[1] == heights[1])
    }

    @Test("what no tile covers is counted, and a folder without tiles is an error")
    func uncovered() throws {
        let terrain = try Terrain(path: folder.path)
        #expect(try terrain.covered([place(11.4), place(13.4, height: 900), place(13.4), place(2.2)]).uncovered == 2)
        let abroad = ObserverPath(GeodeticPosition(latitude: 10.5, longitude: 10.5, height: 55))
        #expect(try terrain.covered(abroad).uncovered == 1)
        let empty = FileManager.default.temporaryDirectory.appendingPathComponent("empty-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: empty) }
        let error = #expect(throws: SensorLabError.self) { try Terrain(path: empty.path) }
        #expect(error?.kind == .badData && error?.code == .badTerrain)
    }

    @Test("places with an altitude keep it; the observer is at eye height; fixes without terrain keep theirs")
    func placed() throws {
        let terrain = try Terrain(path: folder.path, eyeHeight: 2)
        let places = try terrain.placed([place(11.4), place(11.5, height: 900), place(13.4)])
        #expect(places.map(\.hasHeight) == [true, true, false])
        #expect(places[1].position.height == 900)
        let geoid = Geoid.undulationMetres(latitudeDegrees: 47.3, longitudeDegrees: 11.4)
        #expect((places[0].position.height - 600 - geoid).magnitude < 1e-9)
        let unknown = ObserverPath(GeodeticPosition(latitude: 47.3, longitude: 11.4, height: 0), hasHeight: false)
        let observer = try terrain.placed(unknown)
        #expect(observer.hasHeight && (observer.positions[0].height - 602 - geoid).magnitude < 1e-9)
        let abroad = ObserverPath(GeodeticPosition(latitude: 47.3, longitude: 13.4, height: 55))
        #expect(try terrain.placed(abroad).positions == abroad.positions)
        let lost = ObserverPath(GeodeticPosition(latitude: 47.3, longitude: 13.4, height: 0), hasHeight: false)
        #expect(try !terrain.placed(lost).hasHeight)
    }

    /// The ground rises by a metre per 0.0025 degrees to the east, 190 m there.
    @Test(
        "a GeoTIFF in other coordinates is the tile it was made of",
        .enabled(if: InstalledProgram("gdalwarp") != nil, "GDAL is not installed"))
    func grid() throws {
        let (tile, tiff) = (folder.path + "/N46E011.hgt", folder.path + "/terrain.tif")
        var row: [UInt8] = []
        for column in 0...1200 {
            let height = 500 + column / 3
            row += [UInt8(height >> 8), UInt8(height & 255)]
        }
        try Data([[UInt8]](repeating: row, count: 1201).joined()).write(to: URL(fileURLWithPath: tile))
        let made = try #require(InstalledProgram("gdalwarp")).run([
            "-q", "-t_srs", "EPSG:25832", "-tr", "60", "60", "-r", "bilinear", "-ot", "Float32", "-dstnodata", "-9999",
            tile, tiff,
        ])
        #expect(made.status == 0, "\(made.output)")
        let positions = [(46.5, 11.4), (46.1, 11.9), (47.3, 11.4), (46.5, 13.5)].map {
            GeodeticPosition(latitude: $0.0, longitude: $0.1, height: 0)
        }
        let expected = try Terrain(path: tile).heights(of: positions)
        let found = try Terrain(path: tiff).heights(of: positions)
        #expect(found.map { $0 != nil } == [true, true, false, false])
        for (a, b) in zip(expected.prefix(2), found) {
            // Whole metres twice, and bilinear between cells of 60 m on a slope of a metre in 190 m.
            #expect((try #require(a) - (try #require(b))).magnitude < 1.3)
        }
        // In the folder the tile comes first, and the grid fills what tiles leave.
        let both = try Terrain(path: folder.path).heights(of: positions)
        #expect(both.prefix(2) == expected.prefix(2) && both[2] != nil && both[3] == nil)
    }

    @Test(
        "a damaged GeoTIFF is named, with GDAL's reason",
        .enabled(if: InstalledProgram("gdalwarp") != nil, "GDAL is not installed"))
    func damagedGrid() throws {
        let tiff = folder.path + "/terrain.tif"
        try Data([1, 2]).write(to: URL(fileURLWithPath: tiff))
        let error = #expect(throws: SensorLabError.self) { try Terrain(path: tiff).placed([place(11.4)]) }
        #expect(error?.code == .badTerrain && error?.place == tiff)
        #expect(error?.message.contains("not recognized") == true)
    }

    @Test("no such path, a file with another name, a damaged tile")
    func refused() throws {
        #expect(throws: SensorLabError.self) { try Terrain(path: folder.path + "/none") }
        let other = folder.path + "/terrain.hgt"
        try Data([1, 2]).write(to: URL(fileURLWithPath: other))
        #expect(throws: SensorLabError.self) { try Terrain(path: other) }
        try Data([1, 2]).write(to: URL(fileURLWithPath: folder.path + "/N47E013.hgt"))
        let error = #expect(throws: SensorLabError.self) { try Terrain(path: folder.path).placed([place(13.4)]) }
        #expect(error?.code == .badTerrain && error?.place.hasSuffix("N47E013.hgt") == true)
    }
}
