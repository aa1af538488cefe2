import Evaluation
import Foundation
import Geomagnetism
import ProjectionCore
import Recordings
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
            let sample = [UInt8(height >> 8), UInt8(height & 255)]
            let bytes = Data([[UInt8]](repeating: sample, count: 1201 * 1201).joined())
            try bytes.write(to: URL(fileURLWithPath: folder.path + "/" + name))
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

    @Test("no such path, a file with another name, a damaged tile")
    func refused() throws {
        #expect(throws: SensorLabError.self) { try Terrain(path: folder.path + "/none") }
        let other = folder.path + "/terrain.tif"
        try Data([1, 2]).write(to: URL(fileURLWithPath: other))
        #expect(throws: SensorLabError.self) { try Terrain(path: other) }
        try Data([1, 2]).write(to: URL(fileURLWithPath: folder.path + "/N47E013.hgt"))
        let error = #expect(throws: SensorLabError.self) { try Terrain(path: folder.path).placed([place(13.4)]) }
        #expect(error?.code == .badTerrain && error?.place.hasSuffix("N47E013.hgt") == true)
    }
}
